import { expect, test, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { createUnsaved, RETRY_MS } from './unsaved.ts';

function world() {
  const due: { run: () => void; delayMs: number }[] = [];
  const unsaved = createUnsaved({
    after: (run, delayMs) => {
      const entry = { run, delayMs };
      due.push(entry);
      return () => {
        if (due.includes(entry)) due.splice(due.indexOf(entry), 1);
      };
    },
  });
  return { unsaved, due };
}

const full = new SyncError({ kind: 'storage-full', message: 'The disk is full' });

test('[QTA7] a change the storage refuses stays in memory, is listed, and is saved when there is room', async () => {
  const { unsaved, due } = world();
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(full).mockResolvedValue('saved');
  const saving = unsaved.save(attempt);
  await vi.waitFor(() => expect(unsaved.changes.get()).toMatchObject([{ reason: 'The disk is full' }]));
  expect(due[0]?.delayMs).toBe(RETRY_MS);
  due[0]?.run();
  expect(await saving).toBe('saved');
  expect(unsaved.changes.get()).toEqual([]);
  expect(due).toEqual([]);
});

test('[QTA7] giving up tells the screen, and another failure is told at once', async () => {
  const { unsaved } = world();
  const saving = unsaved.save(() => Promise.reject(full));
  await vi.waitFor(() => expect(unsaved.changes.get()).toHaveLength(1));
  unsaved.changes.get()[0]?.giveUp();
  await expect(saving).rejects.toBe(full);
  expect(unsaved.changes.get()).toEqual([]);
  const refused = new SyncError({ kind: 'rejected', status: 0, message: 'No text' });
  await expect(unsaved.save(() => Promise.reject(refused))).rejects.toBe(refused);
  // It may be saved: tried again it could be there twice.
  const lost = new SyncError({ kind: 'storage-lost', message: 'gone' });
  await expect(unsaved.save(() => Promise.reject(lost))).rejects.toBe(lost);
});

test('[QTA7] a person may try all of them at once', async () => {
  const { unsaved } = world();
  let isFull = true;
  const attempt = async (): Promise<string> => {
    if (isFull) throw full;
    return 'saved';
  };
  const both = Promise.all([unsaved.save(attempt), unsaved.save(attempt)]);
  await vi.waitFor(() => expect(unsaved.changes.get()).toHaveLength(2));
  isFull = false;
  unsaved.retry();
  expect(await both).toEqual(['saved', 'saved']);
});
