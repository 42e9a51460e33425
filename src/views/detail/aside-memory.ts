import { useState } from 'react';
import * as v from 'valibot';
import { own } from '#sync/protocol/own.ts';
import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';

const memorySchema = v.object({
  open: v.fallback(v.nullable(v.string()), null),
  isPinned: v.fallback(v.boolean(), false),
});
/** The open section, one at a time, and whether the last one is beside them. */
export type AsideMemory = v.InferOutput<typeof memorySchema>;

const allSchema = v.record(v.string(), memorySchema);

/** From here on the panel may be beside the tabs; over them it begins closed, so that they are in sight. */
const BESIDE = '(min-width: 1100px)';

function firstOf(sections: readonly { readonly id: string }[]): AsideMemory {
  const isOver = typeof matchMedia === 'function' && !matchMedia(BESIDE).matches;
  return { open: isOver ? null : (sections[0]?.id ?? null), isPinned: false };
}

/** Kept per device for every kind of detail (ux 5 row 18). */
export function useAsideMemory(
  kind: string,
  sections: readonly { readonly id: string }[],
): readonly [AsideMemory, (change: Partial<AsideMemory>) => void] {
  const [memory, setMemory] = useState(
    () => own(readStored(storageKeys.detailPanels, allSchema, {}), kind) ?? firstOf(sections),
  );
  return [
    memory,
    (change) => {
      const next = { ...memory, ...change };
      setMemory(next);
      // Refused storage costs the memory of it and nothing else.
      writeStored(storageKeys.detailPanels, {
        ...readStored(storageKeys.detailPanels, allSchema, {}),
        [kind]: next,
      });
    },
  ];
}
