import { useSyncExternalStore, type ComponentType, type ReactElement } from 'react';

const fetches = new Set<() => Promise<void>>();

/** Fetches the code of every such component now: for a page that must draw within the frame, as tests expect it. */
export async function fetchLate(): Promise<void> {
  await Promise.all([...fetches].map((fetch) => fetch()));
}

/** A component whose code comes later. */
export interface Late<Props extends object> {
  (props: Props): ReactElement | null;
  /** Fetches the code where it is about to be drawn: what it shows is still on its way. */
  fetchAhead: () => void;
}

/**
 * A component whose code comes when it is first drawn: nothing stands in its place until then. Unlike `lazy`, what is
 * here already is drawn at once, so that a menu that was open before opens within the same frame. A code that cannot be
 * loaded is an error of whatever draws it, or is told to the console alone where the page can do without (`spared`), and
 * whatever draws it next asks again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whenLost: 'thrown' | 'spared' = 'thrown',
): Late<Props> {
  let loaded: ComponentType<Props> | undefined;
  let failure: { readonly thrown: unknown } | undefined;
  let isLoading = false;
  const listeners = new Set<() => void>();
  const fetch = async (): Promise<void> => {
    if (isLoading || loaded !== undefined) return;
    isLoading = true;
    try {
      loaded = await load();
    } catch (thrown) {
      if (whenLost === 'spared') {
        reportError(thrown);
        subscribe = subscription();
      }
      // Nobody waits any more: kept, it would be thrown at whoever draws it next, before that one could ask.
      else if (listeners.size > 0) failure = { thrown };
    }
    isLoading = false;
    for (const listener of listeners) listener();
  };
  // Whoever draws it asks for it. After a loss it is another function, so that who draws it again subscribes and asks anew.
  const subscription = () => (listener: () => void) => {
    listeners.add(listener);
    void fetch();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) failure = undefined;
    };
  };
  let subscribe = subscription();
  fetches.add(fetch);
  function LateComponent(props: Props): ReactElement | null {
    // What it draws is decided out here, where the compiler sees no change.
    'use no memo';
    const state = useSyncExternalStore(subscribe, () => loaded ?? failure);
    if (state !== undefined && state === failure) throw failure.thrown;
    const Loaded = loaded;
    return Loaded === undefined ? null : <Loaded {...props} />;
  }
  return Object.assign(LateComponent, { fetchAhead: () => void fetch() });
}
