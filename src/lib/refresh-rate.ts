/** Spec 2.4: "options None, 15s, 30s, 1m, 2m, 3m, 5m, 10m, 15m". One minute is stored as 60s. */
export const REFRESH_RATES = [
  { id: 'None', label: 'None', ms: undefined },
  { id: '15s', label: '15s', ms: 15_000 },
  { id: '30s', label: '30s', ms: 30_000 },
  { id: '60s', label: '1m', ms: 60_000 },
  { id: '2m', label: '2m', ms: 120_000 },
  { id: '3m', label: '3m', ms: 180_000 },
  { id: '5m', label: '5m', ms: 300_000 },
  { id: '10m', label: '10m', ms: 600_000 },
  { id: '15m', label: '15m', ms: 900_000 },
] as const;

export type RefreshRate = (typeof REFRESH_RATES)[number]['id'];

const HOUR_MINUTES = 60;
const LONG_MINUTES = 180;
const OFF_FROM_ONE_HOUR: readonly RefreshRate[] = ['15s', '30s'];
const OFF_FROM_THREE_HOURS: readonly RefreshRate[] = ['2m', '3m'];

/** The stored choice; also reads the label 1m. Anything else is no choice. */
export function readRefreshRate(stored: unknown): RefreshRate | undefined {
  return REFRESH_RATES.find(({ id, label }) => stored === id || stored === label)?.id;
}

/** Milliseconds between two refreshes; undefined for None. */
export function refreshRateMs(rate: RefreshRate): number | undefined {
  return REFRESH_RATES.find(({ id }) => id === rate)?.ms;
}

/** Why a rate cannot be chosen with this range; undefined when it can. */
export function refreshRateBlock(rate: RefreshRate, rangeMinutes: number): string | undefined {
  if (rangeMinutes >= HOUR_MINUTES && OFF_FROM_ONE_HOUR.includes(rate)) {
    return 'Too often for time ranges of an hour or more';
  }
  if (rangeMinutes >= LONG_MINUTES && OFF_FROM_THREE_HOURS.includes(rate)) {
    return 'Too often for time ranges of 3 hours or more';
  }
  return undefined;
}

/** "A disabled current choice falls back to the next allowed option." */
export function allowedRefreshRate(rate: RefreshRate, rangeMinutes: number): RefreshRate {
  const from = REFRESH_RATES.findIndex(({ id }) => id === rate);
  const next = REFRESH_RATES.slice(from).find(({ id }) => refreshRateBlock(id, rangeMinutes) === undefined);
  return next?.id ?? 'None';
}
