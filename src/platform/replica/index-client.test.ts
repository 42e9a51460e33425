import { expect, test, vi } from 'vitest';
import type { IndexState } from '#sync/protocol/index-query.ts';
import { createIndexClient } from './index-client.ts';
import { unwrap } from './worker-client.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const first: IndexState = { version: 1, ...deviceClaim('complete', null) };

function stage(subscribe: (listener: (state: IndexState) => void) => Promise<object>) {
  const listeners: ((state: IndexState) => void)[] = [];
  const ended: number[] = [];
  const contract = {
    subscribeIndex: (_tbl: string, listener: (state: IndexState) => void) => {
      listeners.push(listener);
      return subscribe(listener);
    },
    unsubscribeIndex: (subscription: number) => {
      ended.push(subscription);
      return Promise.resolve({ ok: true, value: null });
    },
  };
  const client = createIndexClient(contract as never, async (call) => unwrap(await call()));
  return { client, listeners, ended };
}

test('one subscription at the worker serves every follower, the last one ends it', async () => {
  const { client, listeners, ended } = stage(() => Promise.resolve({ ok: true, value: 7 }));
  const heard: string[] = [];
  const follow = (name: string) =>
    client.follow('config_items', {
      onState: ({ version }) => heard.push(`${name} ${version}`),
      onError: () => undefined,
    });
  const endA = follow('a');
  expect(listeners).toHaveLength(1);
  listeners[0]?.(first);
  const endB = follow('b');
  expect(listeners).toHaveLength(1);
  expect(heard).toEqual(['a 1', 'b 1']);
  await Promise.resolve();
  endA();
  listeners[0]?.({ ...first, version: 2 });
  expect(heard).toEqual(['a 1', 'b 1', 'b 2']);
  endB();
  await vi.waitFor(() => expect(ended).toEqual([7]), { timeout: 30_000 });
  follow('c');
  expect(listeners).toHaveLength(2);
});

test('a follower that left before the subscription was made does not keep it', async () => {
  let grant: (value: object) => void = () => undefined;
  const { client, ended } = stage(() => new Promise((resolve) => (grant = resolve)));
  client.follow('config_items', { onState: () => undefined, onError: () => undefined })();
  grant({ ok: true, value: 3 });
  await vi.waitFor(() => expect(ended).toEqual([3]), { timeout: 30_000 });
});

test('a subscription that fails is told, and the next follower tries again', async () => {
  const { client, listeners } = stage(() =>
    Promise.resolve({ ok: false, error: { kind: 'storage-lost', message: 'lost' } }),
  );
  const errors: string[] = [];
  client.follow('config_items', { onState: () => undefined, onError: ({ info }) => errors.push(info.kind) });
  await vi.waitFor(() => expect(errors).toEqual(['storage-lost']), { timeout: 30_000 });
  client.follow('config_items', { onState: () => undefined, onError: () => undefined });
  expect(listeners).toHaveLength(2);
});
