export type ThemeChoice = 'system' | 'light' | 'dark';
export type DensityChoice = 'auto' | 'compact' | 'default' | 'touch';

/** For `<meta name="theme-color">`: the page surface of each scheme. */
export const THEME_COLOURS = { light: '#ffffff', dark: '#10151b' } as const;

/** Puts the choice on the root element; `system` leaves it to the device. Keeping the choice is the caller's work. */
export function applyTheme(root: HTMLElement, choice: ThemeChoice): void {
  if (choice === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = choice;
}

/** Row and control heights; `auto` goes by the pointer. */
export function applyDensity(root: HTMLElement, choice: DensityChoice): void {
  if (choice === 'auto') delete root.dataset['density'];
  else root.dataset['density'] = choice;
}
