/** A glyph and its word as one line of text: a list draws hundreds, and a flex box in each cell takes longer to lay out. */
export const GLYPH_WORD = 'min-w-0 truncate';
/** The glyph of it, its middle at that of the word's capitals. */
export const GLYPH_BEFORE_WORD = 'me-1.5 inline-block shrink-0 align-[-3px]';
