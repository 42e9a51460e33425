import { useSyncExternalStore } from 'react';

/** A hook that follows a media query. Environments without a layout have none; there it never matches. */
export function mediaQueryHook(query: string): () => boolean {
  const list = (): MediaQueryList | undefined =>
    typeof matchMedia === 'function' ? matchMedia(query) : undefined;
  const matches = (): boolean => list()?.matches ?? false;
  const subscribe = (onChange: () => void): (() => void) => {
    const followed = list();
    followed?.addEventListener('change', onChange);
    return () => followed?.removeEventListener('change', onChange);
  };
  return function useMediaQuery() {
    return useSyncExternalStore(subscribe, matches, () => false);
  };
}
