import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';
import { createStore, useStore } from '#src/platform/device/store.ts';
import { CARD_SIZES, widthSchema } from './card-size.ts';

const width = createStore(readStored(storageKeys.topologyCardWidth, widthSchema, CARD_SIZES.extra_large));

/** Width of a card in CSS pixels, as this device remembers it. */
export function useCardWidth(): number {
  return useStore(width);
}

export function setCardWidth(widthPx: number): void {
  width.set(widthPx);
  writeStored(storageKeys.topologyCardWidth, widthPx);
}
