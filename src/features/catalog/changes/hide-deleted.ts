import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from '#src/platform/storage-keys.ts';
import { createStore, useStore } from '#src/platform/store.ts';

const yesOrNo = v.picklist(['yes', 'no']);

const hides = createStore(readStored(storageKeys.deletedChangesHidden, yesOrNo, 'yes') === 'yes');

/** Whether changes of deleted items are left out (spec 2: default yes); this device remembers it. */
export function useHidesDeleted(): boolean {
  return useStore(hides);
}

export function hideDeleted(isHiding: boolean): void {
  hides.set(isHiding);
  writeStored(storageKeys.deletedChangesHidden, isHiding ? 'yes' : 'no');
}
