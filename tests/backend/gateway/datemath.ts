const UNITS = ['y', 'M', 'w', 'd', 'h', 'm', 's'] as const;
type Unit = (typeof UNITS)[number];

const MS: Readonly<Record<'w' | 'd' | 'h' | 'm' | 's', number>> = {
  w: 7 * 86_400_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
};

const STEP = /([+-]\d+|\/)([yMwdhms])/g;

/**
 * Reads `now`, `now-2d`, `now-1M/M`, `2024-09-01T10:00:00Z` or `2024-09-01||-1d/d`; all in UTC, weeks start on Monday,
 * `/unit` rounds down. Undefined for anything else.
 */
export function parseDatemath(text: string, nowMs: number): Date | undefined {
  const { anchor, steps } = split(text.trim(), nowMs);
  if (anchor === undefined || Number.isNaN(anchor.getTime())) return undefined;
  if (steps.replaceAll(STEP, '') !== '') return undefined;
  let date = anchor;
  for (const [, operation, unit] of steps.matchAll(STEP)) {
    if (operation === undefined || !isUnit(unit)) return undefined;
    date = operation === '/' ? startOf(date, unit) : add(date, Number(operation), unit);
  }
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function split(text: string, nowMs: number): { anchor: Date | undefined; steps: string } {
  if (text.startsWith('now')) return { anchor: new Date(nowMs), steps: text.slice(3) };
  const [date = '', steps = ''] = text.split('||');
  // Date takes many shapes of text; only ISO ones are meant.
  if (!/^\d{4}-\d{2}(-\d{2})?/.test(date)) return { anchor: undefined, steps: '' };
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(date.slice(10));
  return { anchor: new Date(date.includes('T') && !hasZone ? `${date}Z` : date), steps };
}

const isUnit = (text: string | undefined): text is Unit => UNITS.some((unit) => unit === text);

function add(date: Date, count: number, unit: Unit): Date {
  if (unit !== 'y' && unit !== 'M') return new Date(date.getTime() + count * MS[unit]);
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + count * (unit === 'y' ? 12 : 1));
  return moved;
}

function startOf(date: Date, unit: Unit): Date {
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  switch (unit) {
    case 'y':
      return new Date(Date.UTC(year, 0, 1));
    case 'M':
      return new Date(Date.UTC(year, month, 1));
    case 'w':
      return new Date(Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7)));
    case 'd':
    case 'h':
    case 'm':
    case 's':
      return new Date(Math.floor(date.getTime() / MS[unit]) * MS[unit]);
  }
}
