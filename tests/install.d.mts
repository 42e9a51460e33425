/** The path of a Chromium that can be started here, or undefined. */
export function findChromium(): string | undefined;
/** Finds Chromium or installs it; throws with what to do. */
export function ensureChromium(): string;
/** Finds nginx or, as root on Debian, installs its package; undefined where it cannot be had. */
export function ensureNginx(): string | undefined;
