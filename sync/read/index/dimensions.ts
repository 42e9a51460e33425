import { serverTimeToMicros } from '../../core/pull/server-time.ts';
import { SyncError } from '../../errors.ts';
import type { AskedDimension } from '../../protocol/index-query.ts';
import type { ColumnarIndex } from './columnar-index.ts';
import type { DictColumn, NumberColumn, PairsColumn } from './columns.ts';
import type { TextColumn } from './text-column.ts';

/** Values of one column, or of one key of a `pairs` column, as small numbers; 0 is "no value". */
export interface Dimension {
  readonly codes: ArrayLike<number>;
  /** What stands for a row code; undefined where row codes are the values themselves. */
  readonly map?: Uint32Array | undefined;
  readonly size: number;
  textOf(code: number): string | null;
}

interface KeyDimension extends Dimension {
  readonly pairs: number;
  readonly sets: number;
}

/** Keys of a column whose numbers are kept. */
const KEYS_KEPT = 12;

const known = new WeakMap<PairsColumn, Map<string, KeyDimension>>();

/** Number of the value under a key, for every set of pairs. Pairs and sets are only ever added: as many are the same. */
function keyDimension(column: PairsColumn, key: string): Dimension {
  const [pairs, sets] = [column.pairs.size, column.rows.codeCount];
  const kept = known.get(column) ?? new Map<string, KeyDimension>();
  const last = kept.get(key);
  // The codes of the rows grow into other arrays.
  if (last?.pairs === pairs && last.sets === sets) return { ...last, codes: column.rows.codes };
  const dimension = { ...numbered(column, key), pairs, sets };
  kept.delete(key);
  kept.set(key, dimension);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEYS_KEPT) break;
    kept.delete(oldest);
  }
  known.set(column, kept);
  return dimension;
}

function numbered(column: PairsColumn, key: string): Dimension {
  const values: string[] = [];
  const codes = new Map<string, number>();
  const ofPair = new Uint32Array(column.pairs.size);
  for (let pair = 0; pair < ofPair.length; pair += 1) {
    const [name, value] = column.keyValue(pair);
    if (name !== key) continue;
    const code = codes.get(value) ?? values.push(value);
    codes.set(value, code);
    ofPair[pair] = code;
  }
  const map = new Uint32Array(column.rows.codeCount);
  for (let set = 1; set < map.length; set += 1) {
    for (const pair of column.pairsOf(set)) if (ofPair[pair] !== 0) map[set] = ofPair[pair] ?? 0;
  }
  return {
    codes: column.rows.codes,
    map,
    size: values.length + 1,
    textOf: (code) => (code === 0 ? null : (values[code - 1] ?? '')),
  };
}

/** The same of a text that goes on after a mark, as far as the mark: `AWS` of `AWS::EC2::Instance`. */
function cutDimension(column: DictColumn, before: string): Dimension {
  const codes = new Map<string, number>();
  const values: string[] = [];
  const map = Uint32Array.from({ length: column.codeCount }, (_, code) => {
    const value = column.textOf(code)?.split(before)[0];
    if (value === undefined) return 0;
    const known = codes.get(value) ?? values.push(value);
    codes.set(value, known);
    return known;
  });
  return { codes: column.codes, map, size: values.length + 1, textOf: textOf(values) };
}

const knownTexts = new WeakMap<TextColumn, Dimension & { readonly changes: number; readonly rows: number }>();

/** Free texts, without regard to case, which they are not kept with. */
function textDimension(column: TextColumn, rows: number): Dimension {
  const kept = knownTexts.get(column);
  if (kept?.changes === column.changes && kept.rows === rows) return kept;
  const numbers = new Map<string, number>();
  const values: string[] = [];
  const codes = Uint32Array.from({ length: rows }, (_, slot) => {
    const text = column.at(slot);
    if (text === '') return 0;
    const known = numbers.get(text) ?? values.push(text);
    numbers.set(text, known);
    return known;
  });
  const dimension = { codes, size: values.length + 1, textOf: textOf(values), changes: column.changes, rows };
  knownTexts.set(column, dimension);
  return dimension;
}

/** How many of the edges a number is before. */
function edgeDimension(column: NumberColumn, asked: readonly (string | number)[], rows: number): Dimension {
  const edges = asked.map((edge) => {
    const value = typeof edge === 'number' ? edge : serverTimeToMicros(edge);
    if (value === null) throw misuse('The edge of a group is no value of its column');
    return value;
  });
  const codes = Uint8Array.from({ length: rows }, (_, slot) => {
    const value = column.values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) return 0;
    let code = 1;
    for (const edge of edges) if (value < edge) code += 1;
    return code;
  });
  return { codes, size: edges.length + 2, textOf: (code) => (code === 0 ? null : String(code - 1)) };
}

/** What somebody else knows of some rows. */
function setDimension(
  { ids }: ColumnarIndex,
  sets: readonly { readonly value: string; readonly ids: readonly string[] }[],
): Dimension {
  const codes = sets.length > 0xff ? new Uint32Array(ids.size) : new Uint8Array(ids.size);
  sets.forEach((set, at) => {
    for (const id of set.ids) {
      const slot = ids.find(id);
      if (slot >= 0) codes[slot] = at + 1;
    }
  });
  return { codes, size: sets.length + 1, textOf: textOf(sets.map(({ value }) => value)) };
}

const textOf =
  (values: readonly string[]) =>
  (code: number): string | null =>
    code === 0 ? null : (values[code - 1] ?? '');

function misuse(message: string): SyncError {
  return new SyncError({ kind: 'bug', message });
}

/** Rows by what is asked to tell them apart: a column, a key of a `pairs` column, a part of it. */
export function dimensionOf(index: ColumnarIndex, asked: AskedDimension): Dimension {
  const { column: name, key, before, edges, sets } = asked;
  if (sets !== undefined) return setDimension(index, sets);
  const column = index.column(name);
  if (column.kind === 'dict' && before !== undefined) return cutDimension(column, before);
  if (column.kind === 'dict' && key === undefined) {
    return { codes: column.codes, size: column.codeCount, textOf: (code) => column.textOf(code) };
  }
  if (column.kind === 'pairs' && key !== undefined) return keyDimension(column, key);
  if (column.kind === 'text') return textDimension(column, index.size);
  if ((column.kind === 'time' || column.kind === 'number') && edges !== undefined) {
    return edgeDimension(column, edges, index.size);
  }
  throw misuse(`${name} cannot be counted that way`);
}

/** Number of the value that a row has. */
export function codeAt({ codes, map }: Dimension, slot: number): number {
  const code = codes[slot] ?? 0;
  return map === undefined ? code : (map[code] ?? 0);
}
