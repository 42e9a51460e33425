/** Links from one item to another that are followed (spec 001 section 9: "Relation depth 10 for related configs"). */
export const RELATION_DEPTH = 10;
/** Links of one body: the server's own limit of rows. One that has so many may lack some. */
export const MAX_EDGES = 2_000;
