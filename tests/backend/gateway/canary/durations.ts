const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/** Milliseconds of `1h30m`, `3d`, `2w`; undefined when the text is no duration. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhdwy]))+$/u.test(text)) return undefined;
  let total = 0;
  for (const [, value, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdwy])/gu)) {
    total += Number(value) * (units[unit] ?? 0);
  }
  return total;
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u;

/** A moment given as a duration back from now or as RFC 3339, in ms; undefined when it is neither. */
export function parseMoment(text: string, nowMs: number): number | undefined {
  const back = parseDuration(text);
  if (back !== undefined) return nowMs - back;
  const moment = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
