import { parseDatemath } from './datemath.ts';

/** A `.filter` value the rewrite cannot read; answered with 400. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const SUFFIX = '.filter';

const DATE_COLUMNS: ReadonlySet<string> = new Set([
  'acknowledged',
  'check_time',
  'closed',
  'created_at',
  'deleted_at',
  'end_time',
  'expires_at',
  'first_observed',
  'last_attempt',
  'last_login',
  'last_observed',
  'last_received',
  'last_runtime',
  'last_scraped_time',
  'last_seen',
  'last_transition_time',
  'next_runtime',
  'resolved',
  'scheduled_time',
  'silenced_at',
  'start_time',
  'time',
  'time_end',
  'time_start',
  'updated_at',
]);

const COMPARISONS: Readonly<Record<string, string>> = { '=': 'eq', '>': 'gt', '<': 'lt' };

/**
 * Turns a query as clients send it into one for PostgREST: `<column>.filter` becomes PostgREST filters, keys are
 * sorted, empty pairs (`&&`) are gone. Throws a FilterError.
 */
export function rewriteQuery(search: string, nowMs: number): string {
  const given = new URLSearchParams(search);
  const rewritten = new URLSearchParams();
  const filters = new Map<string, string>();
  for (const [key, value] of given) {
    if (key.endsWith(SUFFIX)) {
      const column = key.slice(0, -SUFFIX.length);
      // Repeats of a filter are not merged: the first one counts.
      if (!filters.has(column)) filters.set(column, value);
    } else if (key === 'order') {
      // One list of the existing client sends two; the last is meant.
      rewritten.set(key, value);
    } else if (key !== '' || value !== '') {
      rewritten.append(key, value);
    }
  }
  for (const [column, value] of filters) {
    const isDate = DATE_COLUMNS.has(column);
    const conditions = isDate ? dateConditions(column, value, nowMs) : listConditions(value);
    for (const condition of conditions) rewritten.append(column, condition);
  }
  rewritten.sort();
  return rewritten.toString();
}

function dateConditions(column: string, value: string, nowMs: number): string[] {
  if (value === '') return [];
  const comparison = COMPARISONS[value.charAt(0)];
  const date = parseDatemath(comparison === undefined ? value : value.slice(1), nowMs);
  if (date === undefined) throw new FilterError(`invalid date in ${column}${SUFFIX}: ${value}`);
  return [`${comparison ?? 'lt'}.${date.toISOString()}`];
}

/** `a,b` → in, `!a` → not in, `a*` and `*a` → like; each its own condition, all of them must hold. */
function listConditions(value: string): string[] {
  const included: string[] = [];
  const excluded: string[] = [];
  const patterns: string[] = [];
  for (const item of value.split(',').filter((text) => text !== '')) {
    if (item.startsWith('!')) excluded.push(item.slice(1));
    else if (item.startsWith('*') || item.endsWith('*')) patterns.push(item);
    else included.push(item);
  }
  return [
    ...(included.length === 0 ? [] : [`in.(${included.map(quote).join(',')})`]),
    ...(excluded.length === 0 ? [] : [`not.in.(${excluded.map(quote).join(',')})`]),
    ...patterns.map((pattern) => `like.${pattern}`),
  ];
}

const quote = (item: string): string => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
