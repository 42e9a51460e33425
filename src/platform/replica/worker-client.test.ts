import { expect, test, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { createSyncClient, unwrap, type SyncClient } from './worker-client.ts';

const INPUT = {
  identity: { userId: 'u', tenant: 't', scopeHash: '' },
  apiBase: '/api',
  tabId: 'tab',
  appVersion: '1',
};

function client(methods: object): { client: SyncClient; crash: (message: string) => void } {
  let crash: (message: string) => void = () => undefined;
  const ok = (): Promise<object> => Promise.resolve({ ok: true, value: null });
  const contract = { start: ok, subscribe: ok, setVisible: ok, ...methods };
  const made = createSyncClient(INPUT, {
    contract: contract as never,
    onCrash: (listener) => {
      crash = listener;
    },
    onVisibility: () => () => undefined,
    terminate: () => undefined,
    now: () => 5,
  });
  return { client: made, crash: (message) => crash(message) };
}

test('a Result becomes a value or a SyncError with its kind', () => {
  expect(unwrap({ ok: true, value: 7 })).toBe(7);
  const failing = (): unknown => unwrap({ ok: false, error: { kind: 'storage-full', message: 'full' } });
  expect(failing).toThrow(SyncError);
  expect(failing).toThrow('full');
});

test('a command carries the screen and the version', async () => {
  const submit = vi.fn<() => Promise<object>>(() => Promise.resolve({ ok: true, value: { opIds: ['o'] } }));
  const { client: sync } = client({ submit });
  const command = { kind: 'comment.add', incidentId: 'i', hypothesisId: 'h', text: 'x' } as const;
  expect(await sync.submit(command, '/incidents/i')).toEqual({ opIds: ['o'] });
  expect(submit).toHaveBeenCalledWith(command, { screen: '/incidents/i', appVersion: '1' });
});

test('a worker that dies fails every waiting call and says so in the status', async () => {
  const unsent = vi.fn<() => Promise<never>>(() => new Promise(() => undefined));
  const { client: sync, crash } = client({ unsent });
  const waiting = sync.unsent();
  await vi.waitFor(() => expect(unsent).toHaveBeenCalled(), { timeout: 30_000 });
  crash('script error');
  await expect(waiting).rejects.toThrow('script error');
  expect(sync.status.get()).toMatchObject({ phase: 'storage-failed', reason: 'script error', updatedAt: 5 });
});

test('a start that fails is the status and the error of every call', async () => {
  const start = (): Promise<object> =>
    Promise.resolve({ ok: false, error: { kind: 'storage-lost', message: 'lost' } });
  const { client: sync } = client({ start });
  await expect(sync.unsent()).rejects.toMatchObject({ info: { kind: 'storage-lost' } });
  expect(sync.status.get().phase).toBe('storage-failed');
});
