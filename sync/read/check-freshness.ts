import { checkFreshness as judge, type CheckFreshness } from '../core/check-freshness.ts';
import type { HealthRow } from '../protocol/health.ts';

export type { CheckFreshness } from '../core/check-freshness.ts';

/** What a screen tells of a check's age, by the rule of the engine (ux 4.5); `nowMs` is server time. */
export function checkFreshness(row: HealthRow, nowMs: number): CheckFreshness {
  return judge(row, nowMs);
}
