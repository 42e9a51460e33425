/** Selector of a link that a person made; others are hashes of what the server's selectors say. */
export const HAND_MADE = 'manual';
