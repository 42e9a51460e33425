import { late } from '#src/ui/late.tsx';

/* Parts of the frame whose code comes after the first paint: they show nothing before something has happened, or have a place. */

export const Announcements = late(async () => (await import('./announcements.tsx')).Announcements, 'spared');
export const UndoButton = late(
  async () => (await import('#src/features/sync/changes/undo-button.tsx')).UndoButton,
  'spared',
);
export const PaletteButton = late(
  async () => (await import('./palette/palette-button.tsx')).PaletteButton,
  'spared',
);
export const UpdatePrompt = late(async () => (await import('./update-prompt.tsx')).UpdatePrompt, 'spared');
export const UserMenu = late(async () => (await import('./user-menu.tsx')).UserMenu, 'spared');
export const LeavingPage = late(
  async () => (await import('#src/features/account/leaving-page.tsx')).LeavingPage,
);
