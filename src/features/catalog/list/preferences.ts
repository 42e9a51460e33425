import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';
import { createStore, useStore } from '#src/platform/device/store.ts';
import { storedSwitch } from '#src/platform/device/stored-switch.ts';

/** Spec 2: "A preference 'Hide Deleted Catalog' (stored locally, default yes)". */
export const deletedHidden = storedSwitch(storageKeys.deletedCatalogHidden, true);

const typesSchema = v.array(v.string());
const pinned = createStore<readonly string[]>(readStored(storageKeys.pinnedTypes, typesSchema, []));

/** Spec 2: "Catalog types can be pinned or unpinned as favourites, stored locally". */
export function usePinnedTypes(): readonly string[] {
  return useStore(pinned);
}

export function pinType(type: string, isPinned: boolean): void {
  const others = pinned.get().filter((each) => each !== type);
  const next = isPinned ? [...others, type] : others;
  pinned.set(next);
  writeStored(storageKeys.pinnedTypes, next);
}
