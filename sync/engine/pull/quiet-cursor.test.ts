import { describe, expect, it } from 'vitest';
import { DAY, FeedScene, MINUTE } from '#tests/support/feed-scene.ts';
import { simId } from '#tests/sim/facts.ts';
import { followHeld } from './quiet-cursor.ts';
import type { HeldCursors } from './quiet-cursor.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { Cursor } from '../../protocol/stored.ts';

const HOUR = 60 * MINUTE;

describe('a cursor past which nothing has come', () => {
  const cursor: Cursor = {
    tbl: 'x',
    values: { updated_at: '2026-03-01T10:00:00+00:00' },
    walk: 'done',
    pulls: 0,
  };
  const overlap = {
    arm: { marker: 'updated_at', from: '2026-03-01T09:55:00+00:00' },
    rows: [{ updated_at: '2026-03-01T10:00:00+00:00' }],
    serverTime: '2026-03-01T20:00:00+00:00',
  };
  /** A device that sees the overlap at these ticks, whatever its wall clock says. */
  const seenAt = (
    held: HeldCursors,
    ticksMs: number,
    patch: Partial<typeof overlap> = {},
    at = cursor,
  ): string =>
    followHeld(held, { nowMs: () => ticksMs * 7, ticksMs: () => ticksMs }, at, { ...overlap, ...patch })
      .values['updated_at'] ?? '';

  it('[CUR14] follows after an hour, by the ticks of the device and not by the clock of the server', () => {
    const held: HeldCursors = new Map();
    expect(seenAt(held, 0)).toBe('2026-03-01T10:00:00+00:00');
    expect(seenAt(held, HOUR - 1)).toBe('2026-03-01T10:00:00+00:00');
    expect(seenAt(held, HOUR)).toBe('2026-03-01T10:30:00+00:00');
    expect(seenAt(held, 2 * HOUR)).toBe('2026-03-01T11:30:00+00:00');
  });

  it('[CUR14] never comes nearer to the server than half an hour, and never goes back', () => {
    const held: HeldCursors = new Map();
    seenAt(held, 0);
    expect(seenAt(held, 9 * HOUR, { serverTime: '2026-03-01T10:45:00+00:00' })).toBe(
      '2026-03-01T10:15:00+00:00',
    );
    expect(seenAt(held, 9 * HOUR, { serverTime: '2026-03-01T10:20:00+00:00' })).toBe(
      '2026-03-01T10:00:00+00:00',
    );
  });

  it('[CUR14] stays where its overlap is empty, and begins anew where it has moved', () => {
    const held: HeldCursors = new Map();
    seenAt(held, 0);
    expect(seenAt(held, 2 * HOUR, { rows: [{ updated_at: '2026-03-01T09:00:00+00:00' }] })).toBe(
      '2026-03-01T10:00:00+00:00',
    );
    const moved = { ...cursor, values: { updated_at: '2026-03-01T10:10:00+00:00' } };
    expect(seenAt(held, 2 * HOUR, {}, moved)).toBe('2026-03-01T10:10:00+00:00');
    expect(seenAt(held, 3 * HOUR, {}, moved)).toBe('2026-03-01T10:40:00+00:00');
  });
});

describe('an old overlap of many rows', () => {
  const insight = (scene: FeedScene, n: number, patch: JsonRow = {}): JsonRow => ({
    id: simId(9, n),
    config_id: simId(7, 1),
    analyzer: 'cis',
    severity: 'high',
    status: 'open',
    first_observed: scene.at(-30 * DAY),
    last_observed: scene.at(-10 * MINUTE),
    ...patch,
  });

  /** Rows of pages by `last_observed` that came in so many minutes. */
  const rowsIn = async (scene: FeedScene, minutes: number): Promise<number> => {
    scene.feeds.asked.length = 0;
    await scene.work(minutes * MINUTE);
    return scene.feeds.asked.filter((path) => path.includes('last_observed=gte')).length;
  };

  it('[CUR14] is read no more after an hour, and what is late by less than half an hour is found', async () => {
    const scene = new FeedScene('config_analysis');
    scene.feeds.put('config_analysis', ...Array.from({ length: 300 }, (_, n) => insight(scene, n + 1)));
    await scene.open();
    expect(await rowsIn(scene, 30)).toBeGreaterThan(8);
    await scene.work(50 * MINUTE);
    expect(await rowsIn(scene, 30)).toBe(0);
    scene.feeds.put(
      'config_analysis',
      insight(scene, 1, { severity: 'low', last_observed: scene.at(-25 * MINUTE) }),
    );
    await scene.work(5 * MINUTE);
    expect(await scene.packedRow('config_analysis', simId(9, 1))).toMatchObject({ severity: 'low' });
  });

  it('[CUR14] of a table is looked at no more, and what comes after it is found', async () => {
    const scene = new FeedScene('playbook_runs');
    const run = (n: number, endMs: number): JsonRow => ({
      id: simId(20, n),
      playbook_id: simId(21, 1),
      status: 'completed',
      created_at: scene.at(-DAY),
      scheduled_time: null,
      start_time: scene.at(-DAY),
      end_time: scene.at(endMs),
    });
    scene.feeds.put('playbook_runs', run(1, -10 * MINUTE));
    await scene.open();
    await scene.work(20 * MINUTE);
    const before = (await scene.world.cache.cursor('playbook_runs'))?.values['end_time'];
    await scene.work(70 * MINUTE);
    const after = (await scene.world.cache.cursor('playbook_runs'))?.values['end_time'];
    expect(Date.parse(after ?? '') - Date.parse(before ?? '')).toBeGreaterThanOrEqual(30 * MINUTE);
    expect(Date.parse(after ?? '')).toBeLessThanOrEqual(Date.parse(scene.at(-30 * MINUTE)));
    scene.feeds.put('playbook_runs', run(2, -4 * MINUTE));
    await scene.work(2 * MINUTE);
    expect(await scene.local('playbook_runs', simId(20, 2))).toMatchObject({ status: 'completed' });
  });

  it('[CUR14] of few rows that one look holds is looked at no more', async () => {
    const scene = new FeedScene('config_analysis');
    scene.feeds.put('config_analysis', insight(scene, 1), insight(scene, 2));
    await scene.open();
    await scene.work(20 * MINUTE);
    const valueOf = async (): Promise<number> =>
      Date.parse((await scene.world.cache.cursor('config_analysis'))?.values['last_observed'] ?? '');
    const before = await valueOf();
    await scene.work(70 * MINUTE);
    expect((await valueOf()) - before).toBeGreaterThanOrEqual(30 * MINUTE);
    const after = await valueOf();
    await scene.work(70 * MINUTE);
    // There is nothing left to read again: the cursor stays.
    expect(await valueOf()).toBe(after);
  });
});
