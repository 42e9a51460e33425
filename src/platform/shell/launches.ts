import { createStore, useStore } from '../device/store.ts';

/** Parameters under which the manifest's `share_target` hands a shared thing over; vite.config.ts names them too. */
const SHARED = ['shared_title', 'shared_text', 'shared_url'] as const;
/** Where shared things land (ux 4.2). */
const TAKEN = '/incidents?panel=attach';

const shared = createStore<string | null>(null);

/** What another app shared in this address, as lines; null when nothing was. */
export function sharedTextOf(address: URL): string | null {
  const parts = SHARED.flatMap((name) => {
    const text = address.searchParams.get(name)?.trim() ?? '';
    return text === '' ? [] : [text];
  });
  // Apps put the same address into two of them.
  return parts.length === 0 ? null : [...new Set(parts)].join('\n');
}

/** Takes what was shared out of an address; answers where to go with it: the address itself when nothing was. */
export function takeShared(address: URL): string {
  const text = sharedTextOf(address);
  if (text === null) return `${address.pathname}${address.search}${address.hash}`;
  shared.set(text);
  return TAKEN;
}

/** A shared text nobody has taken yet. */
export function useSharedText(): string | null {
  return useStore(shared);
}

export function forgetShared(): void {
  shared.set(null);
}

interface LaunchQueue {
  setConsumer: (consume: (launch: { readonly targetURL?: string | undefined }) => void) => void;
}

/** What of a window this needs: Chromium's queue is in no DOM library, and no other engine has it. */
interface LaunchPlace {
  readonly launchQueue?: LaunchQueue | undefined;
}

/**
 * Opens a shortcut or a shared text in the window that stands already: the manifest asks for that window to be brought to
 * the front, and bringing it there opens nothing by itself. `ownAddress` is what this page was itself opened with.
 */
export function watchLaunches(
  open: (href: string) => void,
  ownAddress: string,
  place: LaunchPlace = globalThis as LaunchPlace, // as: the property is looked for
): void {
  let isFirst = true;
  place.launchQueue?.setConsumer(({ targetURL }) => {
    const isOwn = isFirst && targetURL === ownAddress;
    isFirst = false;
    if (targetURL !== undefined && !isOwn) open(takeShared(new URL(targetURL)));
  });
}
