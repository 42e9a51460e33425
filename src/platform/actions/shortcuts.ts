import { useEffect, useEffectEvent } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from '../device/storage-keys.ts';
import { createStore, useStore } from '../device/store.ts';

export interface Shortcut {
  /** Unique; a later registration of the same id stands in front of the earlier. */
  readonly id: string;
  /** tinykeys syntax. Several spellings of one key, e.g. `?` with and without Shift, act alike. */
  readonly keys: readonly [string, ...string[]];
  /** As printed on the keys sheet: `['g', 'i']`. */
  readonly shown: readonly string[];
  readonly label: string;
  readonly group: string;
  /** A key that is held does it once; without it as often as the key repeats. */
  readonly isOnce?: true | undefined;
  /** Acts in fields and over layers too, and when single keys are off: it is no character that anybody types. */
  readonly isEverywhere?: true | undefined;
  /** Why it does nothing now. It is still listed, with this beside it. */
  readonly disabledReason?: string | undefined;
  readonly run: () => void;
}

const registered = createStore<readonly Shortcut[]>([]);
const areSingleKeysOn = createStore<boolean>(readStored(storageKeys.singleKeys, v.boolean(), true));

/** Registers a key of the present page while `isActive`; the keys sheet lists what is registered and nothing else. */
export function useShortcut(shortcut: Shortcut, isActive = true): void {
  const { id, disabledReason } = shortcut;
  const latest = useEffectEvent(() => shortcut);
  useEffect(() => {
    if (!isActive) return undefined;
    const entry: Shortcut = { ...latest(), id, disabledReason, run: () => latest().run() };
    registered.set([...registered.get(), entry]);
    return () => registered.set(registered.get().filter((other) => other !== entry));
  }, [id, disabledReason, isActive]);
}

export function useShortcuts(): readonly Shortcut[] {
  return useStore(registered);
}

/** WCAG 2.1.4: single character keys can be turned off. */
export function useSingleKeys(): boolean {
  return useStore(areSingleKeysOn);
}

export function setSingleKeys(isOn: boolean): void {
  writeStored(storageKeys.singleKeys, isOn);
  areSingleKeysOn.set(isOn);
}

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
/** While one is open, keys belong to it. A toast is an alert dialog too, but none that keeps anybody from going on. */
const LAYERS =
  '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]';

/** Whether a plain key pressed now is a command rather than text or a layer's own key. */
export function isCommandPlace(target: EventTarget | null, root: ParentNode = document): boolean {
  if (target instanceof Element && target.closest(TYPING) !== null) return false;
  return root.querySelector(LAYERS) === null;
}

/** Listens on the window for everything registered; returns the way to stop. */
export function listenForShortcuts(): () => void {
  let handlers = buildHandlers();
  const stopWatching = registered.subscribe(() => {
    handlers = buildHandlers();
  });
  // A field or a layer may keep its keys for itself: what acts everywhere is heard before them.
  const onCapture = (event: KeyboardEvent): void => handlers.everywhere(event);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !areSingleKeysOn.get() || !isCommandPlace(event.target)) return;
    handlers.page(event);
  };
  addEventListener('keydown', onCapture, true);
  addEventListener('keydown', onKeyDown);
  return () => {
    stopWatching();
    removeEventListener('keydown', onCapture, true);
    removeEventListener('keydown', onKeyDown);
  };
}

type Handle = (event: KeyboardEvent) => void;

function buildHandlers(): { readonly everywhere: Handle; readonly page: Handle } {
  const able = registered.get().filter(({ disabledReason }) => disabledReason === undefined);
  return {
    everywhere: buildHandler(able.filter(({ isEverywhere }) => isEverywhere)),
    page: buildHandler(able.filter(({ isEverywhere }) => !isEverywhere)),
  };
}

function buildHandler(shortcuts: readonly Shortcut[]): (event: KeyboardEvent) => void {
  const bindings = new Map<string, (event: KeyboardEvent) => void>();
  for (const { keys, run, isOnce } of shortcuts) {
    for (const key of keys) {
      bindings.set(key, (event) => {
        event.preventDefault();
        if (isOnce !== true || !event.repeat) run();
      });
    }
  }
  return createKeybindingsHandler(Object.fromEntries(bindings));
}
