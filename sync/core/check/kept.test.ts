import { describe, expect, it } from 'vitest';
import { plainHealthQuery } from '#tests/support/health-query.ts';
import { healthRow } from '#tests/page/fake-health.ts';
import type { HealthQuery, HealthState } from '../../protocol/health.ts';
import { keptAnswer, keptQuestion, readKept } from '../../protocol/health-kept.ts';
import { keptOf } from './kept.ts';
import { answerHealth } from './query.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const state: HealthState = {
  version: 7,
  ...deviceClaim('complete', '2026-11-20T12:00:00Z'),
  summaryAsOf: '2026-11-20T11:59:00Z',
};

/** Some are fresh for a moment, some for long, some never were. */
const rows = Array.from({ length: 90 }, (_, at) =>
  healthRow({
    id: `c${String(at).padStart(2, '0')}`,
    name: `check ${at}`,
    canaryName: at % 3 === 0 ? `alone ${at}` : `canary ${at % 5}`,
    namespace: at % 2 === 0 ? 'shop' : 'infra',
    status: at % 7 === 0 ? 'unhealthy' : 'healthy',
    ranAtMs: at % 11 === 0 ? null : NOW + at * 20_000 - 5 * MINUTE_MS,
  }),
);
const grouped: HealthQuery = {
  ...plainHealthQuery(NOW),
  groupBy: { kind: 'column', column: 'canary_name' },
};

function keptText(query: HealthQuery): string {
  return JSON.stringify(keptOf(rows, query, state));
}

describe('a kept answer', () => {
  it('[HLT13] is what the worker would answer, as far as one screen of it', () => {
    const kept = readKept(keptText(grouped), keptQuestion(grouped));
    const answer = keptAnswer(kept!, NOW);
    const { groups, rows: _first, ...live } = answerHealth(rows, grouped);
    expect(answer).toMatchObject({ ...live, ...state, version: 0 });
    expect(answer.groups).toEqual(
      groups.map(({ value, aggregate, ids, cells }) => ({ value, aggregate, ids, cells })),
    );
    const alone = groups.filter(({ ids }) => ids.length === 1).map(({ ids }) => ids[0]);
    expect(answer.rows.map(({ id }) => id)).toEqual(alone);
  });

  it('keeps one screen of a list without groups, and the counts of all of it', () => {
    const query = plainHealthQuery(NOW);
    const answer = keptAnswer(readKept(keptText(query), keptQuestion(query))!, NOW);
    const live = answerHealth(rows, query);
    expect(answer.groups.map(({ ids }) => ids)).toEqual([live.groups[0]?.ids.slice(0, 60)]);
    expect(answer.rows.map(({ id }) => id)).toEqual(answer.groups[0]?.ids);
    expect(answer.filtered.total).toBe(90);
  });

  it('[HLT13, I24] ages with the clock: nothing that was live then is counted as live later', () => {
    const kept = readKept(keptText({ ...grouped, tab: 'shop' }), keptQuestion({ ...grouped, tab: 'shop' }))!;
    for (const minutes of [1, 2, 9, 60, 1_440]) {
      const nowMs = NOW + minutes * MINUTE_MS;
      const later = keptAnswer(kept, nowMs);
      const live = answerHealth(rows, { ...grouped, tab: 'shop', nowMs });
      expect(later.all).toEqual(live.all);
      expect(later.filtered).toEqual(live.filtered);
      expect(later.groups.map(({ aggregate }) => aggregate)).toEqual(
        live.groups.map(({ aggregate }) => aggregate),
      );
    }
    expect(keptAnswer(kept, NOW + 1_440 * MINUTE_MS).filtered.stale).toBe(45);
  });

  it('[HLT9, HLT13] ages by the limit it was asked with', () => {
    const query = { ...grouped, limit: { missedRuns: 1, leastMs: 20 * MINUTE_MS } };
    const kept = readKept(keptText(query), keptQuestion(query))!;
    for (const minutes of [1, 14, 16, 30]) {
      const nowMs = NOW + minutes * MINUTE_MS;
      expect(keptAnswer(kept, nowMs).all).toEqual(answerHealth(rows, { ...query, nowMs }).all);
    }
  });

  it('[HLT13] is none when it is damaged or answers another question', () => {
    const text = keptText(grouped);
    const question = keptQuestion(grouped);
    expect(readKept(text, question)).not.toBeNull();
    expect(readKept(text.slice(0, -20), question)).toBeNull();
    expect(readKept(text.replace('"stale":', '"old":'), question)).toBeNull();
    // As an earlier version of the app kept it.
    expect(readKept(text.replace('"v":2', '"v":1'), question)).toBeNull();
    expect(readKept('null', question)).toBeNull();
    expect(readKept(text, keptQuestion({ ...grouped, hidePassing: true }))).toBeNull();
  });

  it('answers the same question at any time, whatever is asked of rows with it', () => {
    expect(keptQuestion({ ...grouped, nowMs: 5, withRows: 3 })).toBe(keptQuestion(grouped));
    const others: readonly Partial<HealthQuery>[] = [
      { text: 'a' },
      { tab: 'shop' },
      { tabBy: { kind: 'label', key: 'namespace' } },
      { groupBy: null },
      { labels: { include: [{ key: 'a', value: 'b' }], exclude: [] } },
      { labels: { include: [], exclude: [{ key: 'a', value: 'b' }] } },
      { hidePassing: true },
      { sort: { column: 'name', descending: true } },
      { limit: { ...grouped.limit, missedRuns: 4 } },
      { limit: { ...grouped.limit, leastMs: 1 } },
    ];
    const questions = others.map((other) => keptQuestion({ ...grouped, ...other }));
    expect(new Set([keptQuestion(grouped), ...questions]).size).toBe(others.length + 1);
  });
});
