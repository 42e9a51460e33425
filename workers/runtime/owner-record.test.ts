import { expect, it, vi } from 'vitest';
import type { Owner } from '#sync/store/device/device-registry.ts';
import { createOwnerRecord } from './owner-record.ts';

function world(counts: readonly number[]) {
  const written: Owner[] = [];
  const left = [...counts];
  const note = createOwnerRecord({
    registry: {
      note: async (owner) => {
        written.push(owner);
      },
    },
    hash: 'h',
    label: 'Ada Lovelace',
    clock: { nowMs: () => 7 },
    log: { event: () => undefined },
    unsent: async () => left.shift() ?? 0,
  });
  return { written, note };
}

it('[WIP4] the note follows the count, and names nobody who has sent everything', async () => {
  const { written, note } = world([2, 0]);
  note.touch('2 0');
  note.touch('2 0');
  note.touch('0 0');
  await vi.waitFor(() => expect(written).toHaveLength(2));
  expect(written).toEqual([
    { hash: 'h', label: 'Ada Lovelace', unsent: 2, seenAt: 7 },
    { hash: 'h', label: '', unsent: 0, seenAt: 7 },
  ]);
});

it('[WIP1] nothing is noted once a wipe has begun', async () => {
  const { written, note } = world([1, 1]);
  note.touch('1 0');
  await note.stop();
  note.touch('2 0');
  await note.stop();
  expect(written).toEqual([]);
});
