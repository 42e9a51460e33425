import type { JsonRow } from '#sync/protocol/op.ts';

/** A parsed PostgREST condition. */
export type Condition =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly type: 'not'; readonly part: Condition }
  | { readonly type: 'cmp'; readonly column: string; readonly op: string; readonly value: string };

/** One column of an order; without a word NULL is the greatest value. */
export interface OrderPart {
  readonly column: string;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** What of a PostgREST query string the model understands; anything else throws, so that the model cannot lie. */
export interface ModelQuery {
  readonly where: Condition;
  readonly select: readonly string[] | null;
  readonly order: readonly OrderPart[];
  readonly limit: number | null;
  readonly offset: number;
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
  let offset = 0;
  let onConflict: string | null = null;
  for (const [key, value] of params) {
    if (key === 'select') select = value.split(',').map((name) => name.trim());
    else if (key === 'order') order = value.split(',').map(parseOrder);
    else if (key === 'limit') limit = Number(value);
    else if (key === 'on_conflict') onConflict = value;
    else if (key === 'columns') continue;
    else if (key === 'offset') offset = Number(value);
    else if (key === 'or' || key === 'and') parts.push({ type: key, parts: parseList(value) });
    else if (key === 'not.or' || key === 'not.and') {
      parts.push({ type: 'not', part: { type: key === 'not.or' ? 'or' : 'and', parts: parseList(value) } });
    } else parts.push(parseComparison(key, value));
  }
  return { where: { type: 'and', parts }, select, order, limit, offset, onConflict };
}

function parseOrder(text: string): OrderPart {
  const [column = '', ...flags] = text.split('.');
  const descending = flags.includes('desc');
  const nullsFirst = descending ? !flags.includes('nullslast') : flags.includes('nullsfirst');
  return { column, descending, nullsFirst };
}

function parseComparison(column: string, text: string): Condition {
  const dot = text.indexOf('.');
  const op = text.slice(0, dot);
  const value = text.slice(dot + 1);
  if (op === 'not') return { type: 'not', part: parseComparison(column, value) };
  if (!operators.has(op)) throw new Error(`model server: unknown operator in ${column}=${text}`);
  return { type: 'cmp', column, op, value: unquote(value) };
}

/** A value without the quotes that PostgREST needs around some. */
export function unquote(value: string): string {
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value;
}

function parseList(text: string): Condition[] {
  if (!text.startsWith('(') || !text.endsWith(')')) throw new Error(`model server: bad list ${text}`);
  return splitTop(text.slice(1, -1)).map(parseLogicPart);
}

function parseLogicPart(text: string): Condition {
  if (text.startsWith('not.and(') || text.startsWith('not.or(')) {
    return { type: 'not', part: parseLogicPart(text.slice(4)) };
  }
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

/** Every comparison of a condition. */
export function comparisonsOf(condition: Condition): readonly Extract<Condition, { type: 'cmp' }>[] {
  switch (condition.type) {
    case 'cmp':
      return [condition];
    case 'not':
      return comparisonsOf(condition.part);
    default:
      return condition.parts.flatMap(comparisonsOf);
  }
}

/** Comparable form of a column value: timestamps as microseconds, so that text formats do not matter. */
export type Comparable = string | number | boolean | null;

/** How a column of the model becomes comparable. */
export type ToComparable = (column: string, value: unknown) => Comparable;

/** What SQL says of a row: null is "unknown", and a filter keeps only what is true. */
type Truth = boolean | null;

/** A condition ready to be asked of many rows. */
export type RowTest = (row: JsonRow) => Truth;

/** Compiles a condition with SQL's three-valued logic. */
export function compile(condition: Condition, comparable: ToComparable): RowTest {
  switch (condition.type) {
    case 'and':
    case 'or': {
      const parts = condition.parts.map((part) => compile(part, comparable));
      const decides = condition.type === 'or';
      return (row) => {
        let truth: Truth = !decides;
        for (const part of parts) {
          const each = part(row);
          if (each === decides) return decides;
          if (each === null) truth = null;
        }
        return truth;
      };
    }
    case 'not': {
      const part = compile(condition.part, comparable);
      return (row) => {
        const truth = part(row);
        return truth === null ? null : !truth;
      };
    }
    case 'cmp':
      return compileComparison(condition, comparable);
  }
}

function compileComparison(
  { column, op, value }: Extract<Condition, { type: 'cmp' }>,
  comparable: ToComparable,
): RowTest {
  const leftOf = (row: JsonRow): Comparable => comparable(column, row[column] ?? null);
  if (op === 'is') {
    return (row) => (value === 'null' ? leftOf(row) === null : String(leftOf(row)) === value);
  }
  if (op === 'in') {
    const items = new Set(splitTop(value.slice(1, -1)).map((item) => comparable(column, unquote(item))));
    return (row) => {
      const left = leftOf(row);
      return left === null ? null : items.has(left);
    };
  }
  if (op === 'like' || op === 'ilike') {
    const pattern = likeToRegExp(value, op === 'ilike');
    return (row) => {
      const left = leftOf(row);
      return left === null ? null : pattern.test(String(left));
    };
  }
  const right = comparable(column, value);
  const compare = comparisons[op];
  if (compare === undefined) throw new Error(`model server: unknown operator ${op}`);
  return (row) => {
    const left = leftOf(row);
    return left === null || right === null ? null : compare(left, right);
  };
}

const comparisons: Readonly<
  Record<string, (left: string | number | boolean, right: string | number | boolean) => boolean>
> = {
  eq: (left, right) => left === right || String(left) === right,
  neq: (left, right) => left !== right,
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
};

function likeToRegExp(pattern: string, ignoreCase: boolean): RegExp {
  const escaped = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('%', '.*');
  return new RegExp(`^${escaped}$`, ignoreCase ? 'i' : '');
}
