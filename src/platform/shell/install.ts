import { requestPersistence } from '../device/persistence.ts';
import { createStore, useStore } from '../device/store.ts';

/** Chromium's event; no other engine has it and the DOM library does not know it. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export type InstallState =
  /** The browser will ask when told to. */
  | { readonly kind: 'available' }
  /** Only the browser's own menu can do it. */
  | { readonly kind: 'by-hand'; readonly how: string }
  | { readonly kind: 'installed' };

let promptEvent: BeforeInstallPromptEvent | undefined;
const state = createStore<InstallState>({ kind: 'by-hand', how: byHandHint(navigator.userAgent) });

/** Listens for the browser's offer; call once at start, the event comes early. */
export function watchInstall(): void {
  if (matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches) {
    state.set({ kind: 'installed' });
  }
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    promptEvent = event as BeforeInstallPromptEvent; // the event of that name has this shape
    state.set({ kind: 'available' });
  });
  addEventListener('appinstalled', () => {
    promptEvent = undefined;
    state.set({ kind: 'installed' });
    void requestPersistence();
  });
}

/** Shows the browser's install question. */
export async function install(): Promise<void> {
  const event = promptEvent;
  // An event can be used once; the browser sends another when it wants to be asked again.
  promptEvent = undefined;
  await event?.prompt();
}

export function byHandHint(userAgent: string): string {
  if (/iPad|iPhone/.test(userAgent)) return 'Share, then Add to Home Screen';
  if (/Macintosh/.test(userAgent) && !/Chrome|Firefox/.test(userAgent)) return 'File, then Add to Dock';
  return 'Choose Install in the browser’s menu';
}

export function useInstall(): InstallState {
  return useStore(state);
}
