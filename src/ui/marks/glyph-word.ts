/**
 * A glyph and its word as one line of text: a list draws hundreds, and a flex box in each cell takes longer to lay out.
 * Marks with something behind the word that must not be cut off with it (`StatusMark` and its age) stay flex boxes.
 */
export const GLYPH_WORD = 'min-w-0 truncate';
/** A glyph in a line of text, its middle at that of the capitals. */
export const GLYPH_IN_LINE = 'inline-block shrink-0 align-[-3px]';
export const GLYPH_BEFORE_WORD = `me-1.5 ${GLYPH_IN_LINE}`;
