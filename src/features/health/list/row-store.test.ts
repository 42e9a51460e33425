import { describe, expect, it, vi } from 'vitest';
import type { HealthRow } from '#sync/protocol/health.ts';
import type { HealthClient, HealthFollower } from '#src/platform/replica/health-client.ts';
import { createFakeHealth, healthRow } from '#tests/page/fake-health.ts';
import { createRowStore } from './row-store.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

function world(start: readonly HealthRow[]) {
  let rows = start;
  let failure: string | null = null;
  const followers = new Set<HealthFollower>();
  const asked: (readonly string[])[] = [];
  const client: HealthClient = {
    ...createFakeHealth([]),
    rows: async (ids) => {
      asked.push(ids);
      if (failure !== null) throw new Error(failure);
      return ids.map((id) => rows.find((row) => row.id === id) ?? null);
    },
    follow: (follower) => {
      followers.add(follower);
      return () => followers.delete(follower);
    },
  };
  let version = 0;
  const change = (next: readonly HealthRow[]): void => {
    rows = next;
    version += 1;
    for (const { onState } of followers) {
      onState({ version, ...deviceClaim('complete', null), summaryAsOf: null });
    }
  };
  return { client, asked, change, fail: (message: string | null) => (failure = message) };
}

const settle = (): Promise<void> => vi.waitFor(() => new Promise<void>((done) => setTimeout(done)));

describe('createRowStore', () => {
  it('asks once for all lines of a turn, and not for what it has', async () => {
    const { client, asked } = world([healthRow({ id: 'a' }), healthRow({ id: 'b' })]);
    const store = createRowStore(client);
    store.seed([healthRow({ id: 's' })]);
    for (const id of ['a', 'b', 'gone', 's']) store.want(id, () => undefined);
    await settle();
    expect(asked).toEqual([['a', 'b', 'gone']]);
    expect(store.get('a')?.id).toBe('a');
    expect(store.get('gone')).toBeNull();
    store.want('a', () => undefined);
    await settle();
    expect(asked).toHaveLength(1);
  });

  it('reads the wanted rows again when the checks change, and tells only of what differs', async () => {
    const { client, asked, change } = world([]);
    const store = createRowStore(client);
    store.follow(() => undefined);
    change([healthRow({ id: 'a' }), healthRow({ id: 'b' }), healthRow({ id: 'c' })]);
    const heard: string[] = [];
    store.want('a', () => heard.push('a'));
    store.want('b', () => heard.push('b'));
    const unwant = store.want('c', () => heard.push('c'));
    await settle();
    unwant();
    heard.length = 0;
    change([
      healthRow({ id: 'a' }),
      healthRow({ id: 'b', status: 'unhealthy' }),
      healthRow({ id: 'c', status: 'unhealthy' }),
    ]);
    await settle();
    expect(asked.at(-1)).toEqual(['a', 'b']);
    expect(heard).toEqual(['b']);
  });

  it('keeps what it has when a read fails, and says why', async () => {
    const { client, change, fail } = world([]);
    const store = createRowStore(client);
    const errors: (string | undefined)[] = [];
    store.follow(() => errors.push(store.error()?.message));
    change([healthRow({ id: 'a' })]);
    store.want('a', () => undefined);
    await settle();
    fail('worker gone');
    change([]);
    await settle();
    expect(store.get('a')?.id).toBe('a');
    fail(null);
    change([]);
    await settle();
    expect(errors).toEqual(['worker gone', undefined]);
    expect(store.get('a')).toBeNull();
  });
});
