import * as v from 'valibot';
import { readStored, writeStored, type StorageKey } from './storage-keys.ts';
import { createStore, useStore } from './store.ts';

const yesOrNo = v.picklist(['yes', 'no']);

/** A choice of yes or no that this device remembers. */
export interface StoredSwitch {
  readonly useIsOn: () => boolean;
  readonly set: (isOn: boolean) => void;
}

export function storedSwitch(key: StorageKey, initial: boolean): StoredSwitch {
  const store = createStore(readStored(key, yesOrNo, initial ? 'yes' : 'no') === 'yes');
  return {
    useIsOn: () => useStore(store),
    set(isOn) {
      store.set(isOn);
      writeStored(key, isOn ? 'yes' : 'no');
    },
  };
}
