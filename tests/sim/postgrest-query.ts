import type { JsonRow } from '#sync/protocol/op.ts';

/** A parsed PostgREST condition. */
export type Condition =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly type: 'not'; readonly part: Condition }
  | { readonly type: 'cmp'; readonly column: string; readonly op: string; readonly value: string };

/** What of a PostgREST query string the model understands; anything else throws, so that the model cannot lie. */
export interface ModelQuery {
  readonly where: Condition;
  readonly select: readonly string[] | null;
  readonly order: readonly { readonly column: string; readonly descending: boolean }[];
  readonly limit: number | null;
  readonly onConflict: string | null;
}

const operators = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is', 'in', 'like', 'ilike']);

/** Parses the query of a request path. Throws on syntax the model does not know. */
export function parseQuery(search: string): ModelQuery {
  const params = [...new URLSearchParams(search)];
  const parts: Condition[] = [];
  let select: readonly string[] | null = null;
  let order: ModelQuery['order'] = [];
  let limit: number | null = null;
  let onConflict: string | null = null;
  for (const [key, value] of params) {
    if (key === 'select') select = value.split(',').map((name) => name.trim());
    else if (key === 'order') order = value.split(',').map(parseOrder);
    else if (key === 'limit') limit = Number(value);
    else if (key === 'on_conflict') onConflict = value;
    else if (key === 'columns') continue;
    else if (key === 'or' || key === 'and') parts.push({ type: key, parts: parseList(value) });
    else parts.push(parseComparison(key, value));
  }
  return { where: { type: 'and', parts }, select, order, limit, onConflict };
}

function parseOrder(text: string): { column: string; descending: boolean } {
  const [column = '', ...flags] = text.split('.');
  return { column, descending: flags.includes('desc') };
}

function parseComparison(column: string, text: string): Condition {
  const dot = text.indexOf('.');
  const op = text.slice(0, dot);
  const value = text.slice(dot + 1);
  if (op === 'not') return { type: 'not', part: parseComparison(column, value) };
  if (!operators.has(op)) throw new Error(`model server: unknown operator in ${column}=${text}`);
  return { type: 'cmp', column, op, value: unquote(value) };
}

function unquote(value: string): string {
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value;
}

function parseList(text: string): Condition[] {
  if (!text.startsWith('(') || !text.endsWith(')')) throw new Error(`model server: bad list ${text}`);
  return splitTop(text.slice(1, -1)).map(parseLogicPart);
}

function parseLogicPart(text: string): Condition {
  if (text.startsWith('and(')) return { type: 'and', parts: parseList(text.slice(3)) };
  if (text.startsWith('or(')) return { type: 'or', parts: parseList(text.slice(2)) };
  const dot = text.indexOf('.');
  return parseComparison(text.slice(0, dot), text.slice(dot + 1));
}

/** Splits at commas that stand outside parentheses and quotes. */
export function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part !== '');
}

/** Comparable form of a column value: timestamps as microseconds, so that text formats do not matter. */
export type Comparable = string | number | boolean | null;

/** Evaluates a condition with SQL's three-valued logic folded to "true or not". */
export function matches(
  condition: Condition,
  row: JsonRow,
  comparable: (column: string, value: unknown) => Comparable,
): boolean {
  switch (condition.type) {
    case 'and':
      return condition.parts.every((part) => matches(part, row, comparable));
    case 'or':
      return condition.parts.some((part) => matches(part, row, comparable));
    case 'not':
      return !matches(condition.part, row, comparable);
    case 'cmp':
      return compares(condition, row, comparable);
  }
}

function compares(
  { column, op, value }: Extract<Condition, { type: 'cmp' }>,
  row: JsonRow,
  comparable: (column: string, value: unknown) => Comparable,
): boolean {
  const left = comparable(column, row[column] ?? null);
  if (op === 'is') return value === 'null' ? left === null : String(left) === value;
  if (left === null) return false;
  if (op === 'in') {
    return splitTop(value.slice(1, -1)).some((item) => left === comparable(column, unquote(item)));
  }
  if (op === 'like' || op === 'ilike') return likeToRegExp(value, op === 'ilike').test(String(left));
  const right = comparable(column, value);
  if (right === null) return false;
  switch (op) {
    case 'eq':
      return left === right;
    case 'neq':
      return left !== right;
    case 'gt':
      return left > right;
    case 'gte':
      return left >= right;
    case 'lt':
      return left < right;
    default:
      return left <= right;
  }
}

function likeToRegExp(pattern: string, ignoreCase: boolean): RegExp {
  const escaped = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('%', '.*');
  return new RegExp(`^${escaped}$`, ignoreCase ? 'i' : '');
}
