/** Every cache of the built files begins so: what a repair removes, and nothing else. */
export const SHELL_PREFIX = 'holdfast-shell-';

/** The page's question to the service worker; it answers on the port that came along, with a `ShellCheck`. */
export const CHECK_SHELL = 'CHECK_SHELL';

/** What a look over the kept files found: `isWhole` when at its end every file is there with its own bytes. */
export interface ShellCheck {
  readonly isWhole: boolean;
  readonly mended: number;
}
