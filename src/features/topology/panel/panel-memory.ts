import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';
import { createStore, useStore } from '#src/platform/device/store.ts';
import { storedSwitch } from '#src/platform/device/stored-switch.ts';

/** Spec 2: "The panel collapses and expands"; this device remembers which. */
export const panelShown = storedSwitch(storageKeys.topologyPanel, true);

const sectionsSchema = v.array(v.string());
const openSections = createStore<readonly string[]>(
  readStored(storageKeys.topologyPanelSections, sectionsSchema, ['details', 'catalog', 'incidents']),
);

/** Ids of the sections that are open, kept per device. */
export function useOpenSections(): readonly string[] {
  return useStore(openSections);
}

export function setSectionOpen(id: string, isOpen: boolean): void {
  const others = openSections.get().filter((each) => each !== id);
  const next = isOpen ? [...others, id] : others;
  openSections.set(next);
  writeStored(storageKeys.topologyPanelSections, next);
}
