/** Presets of the status history's duration filter (spec 2.4). */
export const DURATION_PRESETS = ['All', '100ms', '500ms', '1s', '5s', '10s', '30s'] as const;

export const DURATION_FILTER_ERROR = 'duration is allowed only in milli seconds & seconds';

export type DurationFilter =
  | { readonly kind: 'any' }
  | { readonly kind: 'atLeast'; readonly durationMs: number }
  | { readonly kind: 'invalid'; readonly error: typeof DURATION_FILTER_ERROR };

const FREE_VALUE = /^(?<count>\d+(?:\.\d+)?)\s*(?<unit>ms|s)$/u;
const INVALID: DurationFilter = { kind: 'invalid', error: DURATION_FILTER_ERROR };

/** Reads a preset or a free value, which "must end in ms or s". Empty and All mean no filter. Runs of at least this length are kept. */
export function parseDurationFilter(text: string | null | undefined): DurationFilter {
  const typed = (text ?? '').trim();
  if (typed === '' || typed === 'All') return { kind: 'any' };
  const match = FREE_VALUE.exec(typed);
  if (match === null) return INVALID;
  const durationMs = Math.round(
    Number(match.groups?.['count']) * (match.groups?.['unit'] === 's' ? 1000 : 1),
  );
  return Number.isSafeInteger(durationMs) ? { kind: 'atLeast', durationMs } : INVALID;
}
