import { useSyncExternalStore } from 'react';

/** From this height on the graph stands above the tabs instead of in one (spec 2.4: "hidden on tall screens"). */
export const TALL_PX = 992;
const QUERY = `(min-height: ${TALL_PX}px)`;

/** Absent in environments without a layout; nothing is tall there. */
function query(): MediaQueryList | undefined {
  return typeof matchMedia === 'function' ? matchMedia(QUERY) : undefined;
}

function isTall(): boolean {
  return query()?.matches ?? false;
}

function subscribe(onChange: () => void): () => void {
  const media = query();
  media?.addEventListener('change', onChange);
  return () => media?.removeEventListener('change', onChange);
}

/** Whether the window is tall. */
export function useIsTall(): boolean {
  return useSyncExternalStore(subscribe, isTall, () => false);
}
