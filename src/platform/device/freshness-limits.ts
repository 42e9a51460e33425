import type { CheckLimit } from '#sync/protocol/health.ts';
import {
  chosenLimitsSchema,
  hasChosenLimits,
  limitValues,
  withLimit,
  type ChosenLimits,
  type LimitId,
  type LimitValues,
} from '#src/lib/freshness-limits.ts';
import { readStored, storageKeys, writeStored } from './storage-keys.ts';
import { createStore, useStore } from './store.ts';

const MINUTE_MS = 60_000;

/** After how long what is shown on this device is called old (ux 4.5). */
export interface FreshnessLimits {
  readonly values: LimitValues;
  readonly check: CheckLimit;
  readonly summaryMs: number;
  readonly incidentMs: number;
}

function limitsOf(choice: ChosenLimits): FreshnessLimits {
  const values = limitValues(choice);
  return {
    values,
    check: { missedRuns: values.checkRuns, leastMs: values.checkMinutes * MINUTE_MS },
    summaryMs: values.summaryMinutes * MINUTE_MS,
    incidentMs: values.incidentMinutes * MINUTE_MS,
  };
}

function stored(): ChosenLimits {
  return readStored(storageKeys.freshnessLimits, chosenLimitsSchema, {});
}

let choice = stored();
const limits = createStore(limitsOf(choice));
/** False while what holds on this page could not be stored. */
const areKept = createStore(true);

function adopt(next: ChosenLimits, isKept: boolean): void {
  choice = next;
  limits.set(limitsOf(next));
  areKept.set(isKept);
}

export function useFreshnessLimits(): FreshnessLimits {
  return useStore(limits);
}

/** False when the browser refused to store what holds here: it ends with the page. */
export function useAreLimitsKept(): boolean {
  return useStore(areKept);
}

/** `value` is within the bounds of that limit. Every mark of this page follows at once, other pages as they are told. */
export function setFreshnessLimit(id: LimitId, value: number): void {
  const next = withLimit(choice, id, value);
  adopt(next, writeStored(storageKeys.freshnessLimits, hasChosenLimits(next) ? next : null));
}

/** Follows what other pages of this device store; null is a storage that was emptied. main.tsx calls it once. */
export function followStoredLimits(): () => void {
  const handle = ({ key }: StorageEvent): void => {
    if (key === storageKeys.freshnessLimits || key === null) adopt(stored(), true);
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}
