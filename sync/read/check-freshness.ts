import { checkFreshness as judge, isStale, type CheckFreshness } from '../core/check/freshness.ts';
import type { HealthMoment, HealthRow } from '../protocol/health.ts';

export type { CheckFreshness } from '../core/check/freshness.ts';

/** What a screen tells of a check's age, by the rule of the engine (ux 4.5); the moment is of the server. */
export function checkFreshness(row: HealthRow, moment: HealthMoment): CheckFreshness {
  return judge(row, moment);
}

/** Whether the time of a check's status is over, by the rule the lists are counted by. */
export function isCheckStale(row: Pick<HealthRow, 'ranAtMs' | 'intervalMs'>, moment: HealthMoment): boolean {
  return isStale(row, moment);
}
