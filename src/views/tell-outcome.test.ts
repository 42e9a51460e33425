// First: without IndexedDB `liveQuery` does nothing.
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import type { OpView } from '#sync/read/types.ts';
import { isToldHere } from '#src/platform/session/told-here.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { toastQueue } from '#src/ui/overlays/toast-queue.ts';
import { tellOutcome } from './tell-outcome.ts';

afterEach(() => {
  toastQueue.clear();
  messageLog.clear();
});

const texts = { failed: () => 'Severity not saved' };

function model(answer: () => Promise<readonly Partial<OpView>[]>): Parameters<typeof tellOutcome>[0] {
  // Only the one read is asked for.
  return { opStates: answer } as unknown as Parameters<typeof tellOutcome>[0];
}

it('one failure, one message: the screen says it, so the notice of the engine is not said again', async () => {
  const failed = { id: 'o1', state: 'failed', lastError: null } as const;
  await tellOutcome(
    model(async () => [failed]),
    async () => ['o1'],
    texts,
  );
  await vi.waitFor(() => expect(messageLog.getSnapshot().messages).toHaveLength(1));
  expect(isToldHere({ id: 'n1', kind: 'failed', opIds: ['o1'] })).toBe(true);
  expect(isToldHere({ id: 'n1', kind: 'parked', opIds: ['o1'] })).toBe(true);
  // Of what else ended with it, and of a clash, the screen says nothing.
  expect(isToldHere({ id: 'n2', kind: 'cancelled', opIds: ['o1', 'o2'] })).toBe(false);
  expect(isToldHere({ id: 'n3', kind: 'conflict', opIds: ['o1'] })).toBe(false);
});

it('a sentence with a place for the reason says it there, and not once more', async () => {
  const lastError = { class: 'forbidden', status: 403, code: null, message: 'no such right' } as const;
  await tellOutcome(
    model(async () => [{ id: 'o2', state: 'failed', lastError }]),
    async () => ['o2'],
    { failed: (_op, why) => `Unable: ${why ?? ''}` },
  );
  await vi.waitFor(() => expect(messageLog.getSnapshot().messages).toHaveLength(1));
  const [message] = messageLog.getSnapshot().messages;
  expect(message).toMatchObject({ text: 'Unable: no such right' });
  expect(message?.detail).toBeUndefined();
});

it('what the screen cannot follow any more is said by the notice', async () => {
  vi.stubGlobal('reportError', vi.fn<(error: unknown) => void>());
  await tellOutcome(
    model(async () => {
      throw new Error('storage is gone');
    }),
    async () => ['o9'],
    texts,
  );
  await vi.waitFor(() => expect(isToldHere({ id: 'n9', kind: 'failed', opIds: ['o9'] })).toBe(false));
  expect(reportError).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
