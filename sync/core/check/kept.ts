import type {
  HealthAggregate,
  HealthMoment,
  HealthQuery,
  HealthRow,
  HealthState,
} from '../../protocol/health.ts';
import { freshMinute, keptQuestion } from '../../protocol/health-kept.ts';
import type { KeptFresh, KeptHealth } from '../../protocol/health-kept.ts';
import { freshUntilMs } from './freshness.ts';
import { foundBy, listHealth } from './query.ts';
import { readSum } from './unpack.ts';

/** Lines that are kept: more than a screen shows, and a small part of ten thousand checks. */
const LINES = 60;

/** Until when those that are fresh stay so, by the minute. */
function freshOf(rows: Iterable<HealthRow>, { nowMs, limit }: HealthMoment): KeptFresh {
  const checks = new Map<number, number>();
  for (const row of rows) {
    const untilMs = freshUntilMs(row, limit);
    if (untilMs === null || nowMs > untilMs) continue;
    const minute = freshMinute(untilMs);
    checks.set(minute, (checks.get(minute) ?? 0) + 1);
  }
  return [...checks];
}

/** What is kept of the answer to a question: one screen of it, with the counts of everything. */
export function keptOf(
  rows: readonly HealthRow[],
  query: HealthQuery,
  { state, asOf, summaryAsOf }: HealthState,
): KeptHealth {
  const { all, filtered, tabs, labels, groups } = listHealth(rows, query);
  const { inTab, shown } = foundBy(rows, query);
  const byId = new Map(shown.map((at) => [rows[at]?.id, rows[at]]));
  const members = (ids: readonly string[]): HealthRow[] => ids.flatMap((id) => byId.get(id) ?? []);
  const lines: HealthRow[] = [];
  const kept = groups.values.slice(0, LINES).map((value, at) => {
    const ids = groups.ids.slice(at === 0 ? 0 : groups.ends[at - 1], groups.ends[at]);
    const ofGroup = members(ids);
    // A group of one is shown as its check, and so are all where nothing is grouped.
    if (value === null || ids.length === 1) lines.push(...ofGroup.slice(0, LINES));
    const whole: HealthAggregate = readSum(groups.wholes, at);
    return { value, aggregate: { ...whole, fresh: freshOf(ofGroup, query) }, ids: ids.slice(0, LINES) };
  });
  return {
    v: 2,
    question: keptQuestion(query),
    state,
    asOf,
    summaryAsOf,
    all: { ...all, fresh: freshOf(rows, query) },
    filtered: { ...filtered, fresh: freshOf(inTab, query) },
    tabs: tabs.map((tab) => ({ ...tab })),
    labels: labels.map(({ key, values }) => ({ key, values: [...values] })),
    groups: kept,
    rows: lines.slice(0, LINES),
  };
}
