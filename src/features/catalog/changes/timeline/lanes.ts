/** What a lane of the timeline stands for. */
export const LANES_BY = ['type', 'item', 'author'] as const;
export type LanesBy = (typeof LANES_BY)[number];
