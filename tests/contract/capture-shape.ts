/** JSON as it was recorded: rows that were left out stand as the text "… 12 in all", secrets and long texts begin or end with "…". */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isLeftOut = (value: Json | undefined): boolean => typeof value === 'string' && value.includes('…');

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** The part of an id that is the same on every server: the first 48 bits are the time of the row. */
export function lasting(id: string): string {
  return id.slice(14);
}

/** What tells a row of one server from its neighbours on both; null where nothing does. */
function markOf(row: Json): string | null {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return null;
  const { id, key, name } = row;
  if (typeof id === 'string') return UUID.test(id) ? lasting(id) : id;
  if (typeof id === 'number') return String(id);
  return [key, name].find((value) => typeof value === 'string') ?? typeMarkOf(row);
}

const typeMarkOf = (row: { [key: string]: Json }): string | null =>
  typeof row['type'] === 'string' ? `type ${row['type']}` : null;

/** Rows by what tells them apart. A type that several rows have tells nothing. */
function byMark(rows: readonly Json[]): Map<string, Json> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(markOf(row) ?? '', (counts.get(markOf(row) ?? '') ?? 0) + 1);
  return new Map(
    rows.flatMap((row) => {
      const mark = markOf(row);
      const tells = mark !== null && !(mark.startsWith('type ') && counts.get(mark) !== 1);
      return tells ? [[mark, row] as const] : [];
    }),
  );
}

/**
 * Objects whose keys are data, or that leave out what is zero: which keys there are follows from the rows, not from the
 * server. Only the types of what both have can be compared.
 */
const COUNTED =
  /\.(?:labels|tags|summary(?:\..*)?|latency|checks|incidents(?:\..*)?|analysis(?:\..*)?|properties|data|headers|job_details)$/u;
/** Left out where they are zero or empty. */
const OMITTED_WHEN_EMPTY: ReadonlySet<string> = new Set([
  'components',
  'deny',
  'duration',
  'error',
  'message',
  'owner',
  'status_reason',
]);
/** The recorder kept so many keys of an object within a row, and left no mark. */
const RECORDED_KEYS = 25;

function ofObjects(there: { [key: string]: Json }, here: { [key: string]: Json }, at: string): string[] {
  const isCut = at.includes('[].') && Object.keys(there).length === RECORDED_KEYS;
  const isFree = (key: string): boolean => COUNTED.test(at) || OMITTED_WHEN_EMPTY.has(key);
  const missing = Object.keys(there).filter(
    (key) => !Object.hasOwn(here, key) && !isLeftOut(there[key]) && !isFree(key),
  );
  const extra = Object.keys(here).filter((key) => !Object.hasOwn(there, key) && !isFree(key) && !isCut);
  return [
    ...missing.map((key) => `${at}.${key} is missing here`),
    ...extra.map((key) => `${at}.${key} is not there`),
    ...Object.entries(there).flatMap(([key, value]) =>
      here[key] === undefined ? [] : differences(value, here[key], `${at}.${key}`),
    ),
  ];
}

function ofArrays(there: readonly Json[], here: readonly Json[], at: string): string[] {
  const ours = byMark(here);
  const told = there.filter((row) => !isLeftOut(row));
  const pairs = [...byMark(told)].flatMap(([mark, row]) => {
    const same = ours.get(mark);
    return same === undefined ? [] : [[row, same] as const];
  });
  const [first, other] = [told[0], here[0]];
  // Rows of other data: only what every row has can be compared.
  if (pairs.length === 0 && first !== undefined && other !== undefined) {
    if (typeOf(first) !== typeOf(other)) return [`${at}[] is ${typeOf(other)}, there ${typeOf(first)}`];
    const keys = (row: Json): string[] => (typeOf(row) === 'object' ? Object.keys(row as object) : []);
    const known = new Set(here.flatMap(keys));
    return keys(first)
      .filter((key) => told.every((row) => keys(row).includes(key)) && !known.has(key))
      .filter((key) => !COUNTED.test(at) && !OMITTED_WHEN_EMPTY.has(key))
      .map((key) => `${at}[].${key} is missing here`);
  }
  return pairs.flatMap(([row, same]) => differences(row, same, `${at}[]`));
}

/** In what the shape of our answer differs from the recorded one: keys and JSON types. A null fits every type. */
export function differences(there: Json, here: Json, at = ''): string[] {
  if (isLeftOut(there) || there === null || here === null) return [];
  if (Array.isArray(there) && Array.isArray(here)) return [...new Set(ofArrays(there, here, at))];
  if (typeOf(there) !== typeOf(here)) return [`${at} is ${typeOf(here)}, there ${typeOf(there)}`];
  if (typeof there === 'object' && typeof here === 'object') {
    return [...new Set(ofObjects(there as { [key: string]: Json }, here as { [key: string]: Json }, at))];
  }
  return [];
}

/** Columns of rows of a table and their types, over all rows: PostgREST gives every row the same columns. */
export function columnDifferences(there: readonly Json[], here: readonly Json[]): string[] {
  const shapeOf = (rows: readonly Json[]): Map<string, Set<string>> => {
    const shape = new Map<string, Set<string>>();
    for (const row of rows) {
      if (row === null || typeof row !== 'object' || Array.isArray(row)) continue;
      for (const [key, value] of Object.entries(row)) {
        const types = shape.get(key) ?? new Set<string>();
        shape.set(key, types);
        if (value !== null && !isLeftOut(value)) types.add(typeOf(value));
      }
    }
    return shape;
  };
  const [theirs, ours] = [shapeOf(there), shapeOf(here)];
  if (theirs.size === 0 || ours.size === 0) return [];
  return [
    ...[...theirs.keys()].filter((key) => !ours.has(key)).map((key) => `column ${key} is missing here`),
    ...[...ours.keys()].filter((key) => !theirs.has(key)).map((key) => `column ${key} is not there`),
    ...[...theirs].flatMap(([key, types]) => {
      const known = ours.get(key) ?? new Set<string>();
      const isOther = types.size > 0 && known.size > 0 && ![...known].some((type) => types.has(type));
      return isOther ? [`column ${key} is ${[...known].join('|')}, there ${[...types].join('|')}`] : [];
    }),
  ];
}
