import * as v from 'valibot';

interface LimitFacts {
  readonly standard: number;
  /** Below, what is shown would be called old although all goes well. */
  readonly least: number;
  /** Above, what is old could be taken for the present state. */
  readonly most: number;
}

/** After how long what is shown is called old (ux 4.5), in whole minutes: ages are told in minutes. */
export const FRESHNESS_LIMITS = {
  /** Planned runs a check may miss. */
  checkRuns: { standard: 3, least: 1, most: 10 },
  /** No check is called old sooner. A run is heard of up to two minutes after it: the server sums up once a minute. */
  checkMinutes: { standard: 5, least: 2, most: 60 },
  /** The server makes a summary once a minute, and a page that is open asks for it. */
  summaryMinutes: { standard: 5, least: 2, most: 60 },
  /** An incident, its hypotheses and comments. */
  incidentMinutes: { standard: 1, least: 1, most: 60 },
} as const satisfies Readonly<Record<string, LimitFacts>>;

export type LimitId = keyof typeof FRESHNESS_LIMITS;
export type LimitValues = Readonly<Record<LimitId, number>>;
/** What a person has set: nothing for a limit that is as it was delivered. */
export type ChosenLimits = Readonly<Partial<Record<LimitId, number | undefined>>>;

const LIMIT_IDS: readonly LimitId[] = ['checkRuns', 'checkMinutes', 'summaryMinutes', 'incidentMinutes'];

/** A value out of bounds counts as none; the others stay. */
function chosen(id: LimitId): v.GenericSchema<unknown, number | undefined> {
  const { least, most } = FRESHNESS_LIMITS[id];
  const value = v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
  return v.fallback(v.optional(value), undefined);
}

/** What is stored. */
export const chosenLimitsSchema: v.GenericSchema<unknown, ChosenLimits> = v.object({
  checkRuns: chosen('checkRuns'),
  checkMinutes: chosen('checkMinutes'),
  summaryMinutes: chosen('summaryMinutes'),
  incidentMinutes: chosen('incidentMinutes'),
});

/** The limits that hold. */
export function limitValues(choice: ChosenLimits): LimitValues {
  const valueOf = (id: LimitId): number => choice[id] ?? FRESHNESS_LIMITS[id].standard;
  return {
    checkRuns: valueOf('checkRuns'),
    checkMinutes: valueOf('checkMinutes'),
    summaryMinutes: valueOf('summaryMinutes'),
    incidentMinutes: valueOf('incidentMinutes'),
  };
}

/** The choice after one limit was set. What is set to the standard follows it, should that change one day. */
export function withLimit(choice: ChosenLimits, id: LimitId, value: number): ChosenLimits {
  return { ...choice, [id]: value === FRESHNESS_LIMITS[id].standard ? undefined : value };
}

export function hasChosenLimits(choice: ChosenLimits): boolean {
  return LIMIT_IDS.some((id) => choice[id] !== undefined);
}

/** What was typed as a limit, or why it cannot be one. */
export type TypedLimit =
  | { readonly value: number }
  | { readonly problem: 'no-number' | 'too-low' | 'too-high' };

export function readLimit(id: LimitId, text: string): TypedLimit {
  const { least, most } = FRESHNESS_LIMITS[id];
  const digits = text.trim();
  if (!/^[+-]?\d+$/u.test(digits)) return { problem: 'no-number' };
  const value = Number(digits);
  if (value < least) return { problem: 'too-low' };
  return value > most ? { problem: 'too-high' } : { value };
}
