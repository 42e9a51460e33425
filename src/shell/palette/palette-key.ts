/** Id of the palette's own key, which is no command in it. */
export const PALETTE_KEY = 'palette';
