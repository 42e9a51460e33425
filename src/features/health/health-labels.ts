import type { HealthAggregate, HealthMoment, HealthRow } from '#sync/protocol/health.ts';
import { checkFreshness, isCheckStale, type CheckFreshness } from '#sync/read/check-freshness.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Spec 2.4: the age of the last run is shown "only when it is over 1 hour and hidden when over 7 days". */
export function showsLastRun(lastRuntime: string | null, nowMs: number): boolean {
  const ageMs = nowMs - Date.parse(lastRuntime ?? '');
  return ageMs > HOUR_MS && ageMs <= WEEK_MS;
}

/** The word a group's mark is made of. */
const AGGREGATE_HEALTH: Readonly<Record<HealthAggregate['health'], string>> = {
  good: 'healthy',
  mixed: 'mixed',
  bad: 'unhealthy',
  unknown: 'unknown',
};

export function aggregateWord({ health }: Pick<HealthAggregate, 'health'>): string {
  return AGGREGATE_HEALTH[health];
}

/** How much of what a group says is past its limit. */
export function staleShare({
  health,
  stale,
  total,
}: Pick<HealthAggregate, 'health' | 'stale' | 'total'>): 'none' | 'some' | 'all' {
  if (stale === 0 || health === 'unknown') return 'none';
  return stale === total ? 'all' : 'some';
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DATE_CLOCK = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "14:02", and with its day once that is not the last one. */
export function clockWords(at: string, nowMs: number): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  return (nowMs - atMs < DAY_MS ? CLOCK : DATE_CLOCK).format(atMs);
}

/** "silenced since 14:02". */
export function silencedWords(at: string, nowMs: number): string {
  return `silenced since ${clockWords(at, nowMs)}`;
}

export function deletedWords(at: string, nowMs: number): string {
  return `deleted ${clockWords(at, nowMs)}`;
}

/** Who reports a check, and since when that agent has been silent; null for checks of the server itself. */
export function agentSentence(
  { agentName, agentSilentSince }: Pick<HealthRow, 'agentName' | 'agentSilentSince'>,
  nowMs: number,
): string | null {
  if (agentName === null) return null;
  const silence = agentSilentSince === null ? '' : `, silent since ${clockWords(agentSilentSince, nowMs)}`;
  return `reported by agent ${agentName}${silence}`;
}

/** Why a mark is not live, for its title and accessible name; null while it is. */
export function freshnessWords(row: HealthRow, moment: HealthMoment): string | null {
  return wordsOf(checkFreshness(row, moment), moment.nowMs);
}

function wordsOf(freshness: CheckFreshness, nowMs: number): string | null {
  switch (freshness.kind) {
    case 'live':
      return null;
    case 'agent-silent':
      return `reported by agent ${freshness.agent}, silent since ${clockWords(freshness.since, nowMs)}`;
    case 'not-heard':
      return `no update since ${clockWords(freshness.since, nowMs)}`;
    case 'overdue':
      return `has not run since ${clockWords(freshness.since, nowMs)}`;
    case 'no-run':
      return 'no run is known';
  }
}

/** Whether a check's state may be shown as live; one that has no state is not old, only unknown. */
export function isRowStale(
  row: Pick<HealthRow, 'status' | 'ranAtMs' | 'intervalMs'>,
  moment: HealthMoment,
): boolean {
  return row.status !== null && isCheckStale(row, moment);
}
