import { useState } from 'react';
import * as v from 'valibot';
import { readStored, storageKeys, writeStored } from '#src/platform/storage-keys.ts';

export const panelSections = ['details', 'done', 'changelog'] as const;
export type PanelSection = (typeof panelSections)[number];

const memorySchema = v.object({
  open: v.fallback(v.nullable(v.picklist(panelSections)), 'details'),
  isChangelogPinned: v.fallback(v.boolean(), false),
});
export type PanelMemory = v.InferOutput<typeof memorySchema>;

/** From here on the panel may stand beside the comments; over them it begins closed, so that they are in sight. */
const BESIDE = '(min-width: 1100px)';

function first(): PanelMemory {
  const isOver = typeof matchMedia === 'function' && !matchMedia(BESIDE).matches;
  return { open: isOver ? null : 'details', isChangelogPinned: false };
}

/** The open section, one at a time, and whether the changelog stands beside them; kept per device (ux 5 row 18). */
export function usePanelMemory(): readonly [PanelMemory, (change: Partial<PanelMemory>) => void] {
  const [memory, setMemory] = useState(() => readStored(storageKeys.incidentPanel, memorySchema, first()));
  return [
    memory,
    (change) => {
      const next = { ...memory, ...change };
      setMemory(next);
      // Refused storage costs the memory of it and nothing else.
      writeStored(storageKeys.incidentPanel, next);
    },
  ];
}
