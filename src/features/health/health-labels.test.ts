import { describe, expect, it } from 'vitest';
import { DEFAULT_CHECK_LIMIT, type HealthMoment } from '#sync/protocol/health.ts';
import { healthRow } from '#tests/page/fake-health.ts';
import { freshnessWords, isRowStale, showsLastRun, staleShare } from './health-labels.ts';

const RAN = Date.parse('2026-11-20T11:59:00Z');
const MINUTE_MS = 60_000;
const by = (nowMs: number): HealthMoment => ({ nowMs, limit: DEFAULT_CHECK_LIMIT });

describe('showsLastRun', () => {
  it.each([
    [60 * MINUTE_MS, false],
    [60 * MINUTE_MS + 1, true],
    [7 * 24 * 60 * MINUTE_MS, true],
    [7 * 24 * 60 * MINUTE_MS + 1, false],
  ])('after %i ms: %s', (ageMs, isShown) => {
    expect(showsLastRun('2026-11-20T11:59:00Z', RAN + ageMs)).toBe(isShown);
  });

  it('shows nothing of a check that never ran', () => {
    expect(showsLastRun(null, RAN)).toBe(false);
  });
});

describe('freshness', () => {
  it('is over when the time of the check is', () => {
    const row = healthRow();
    expect(isRowStale(row, by(RAN + 5 * MINUTE_MS))).toBe(false);
    expect(freshnessWords(row, by(RAN + 5 * MINUTE_MS))).toBeNull();
    expect(isRowStale(row, by(RAN + 5 * MINUTE_MS + 1))).toBe(true);
  });

  it('names the silent agent', () => {
    const row = healthRow({ agentId: 'ag', agentName: 'west', agentSilentSince: '2026-11-20T11:59:30Z' });
    expect(freshnessWords(row, by(RAN + 60 * MINUTE_MS))).toMatch(
      /^reported by agent west, silent since \d/u,
    );
  });

  it('calls a check without a state unknown, not old', () => {
    expect(isRowStale(healthRow({ status: null, lastRuntime: null }), by(RAN))).toBe(false);
  });

  it.each([
    [{ health: 'good', stale: 0, total: 3 }, 'none'],
    [{ health: 'good', stale: 1, total: 3 }, 'some'],
    [{ health: 'bad', stale: 3, total: 3 }, 'all'],
    [{ health: 'unknown', stale: 3, total: 3 }, 'none'],
  ] as const)('of a group %o is %s', (group, share) => {
    expect(staleShare(group)).toBe(share);
  });
});
