/** The path of a Chromium that can be started here, or undefined. */
export function findChromium(): string | undefined;
/** Finds Chromium or installs it; throws with what to do. */
export function ensureChromium(): string;
