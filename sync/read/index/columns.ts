import * as v from 'valibot';
import type { JsonRow } from '../../protocol/op.ts';
import type { ColumnKind } from './index-spec.ts';
import { dictValue, numberValue, pairValues } from './index-spec.ts';
import { microsOf } from './micros.ts';
import { BETWEEN, PairTexts } from './pair-texts.ts';
import { TextColumn } from './text-column.ts';
import { grown, TextTable } from './text-table.ts';

/** Code of "no value" in a `dict` column; the others are numbers of its table plus one. */
export const NO_VALUE = 0;

type Codes = Uint16Array | Uint32Array;

function widened(codes: Codes, size: number, code: number): Codes {
  const wide = code > 0xffff && codes instanceof Uint16Array ? Uint32Array.from(codes) : codes;
  return grown<Codes>(wide, size);
}

const codesSchema = v.union([v.instance(Uint16Array), v.instance(Uint32Array)]);
const dictSchema = v.object({ codes: codesSchema, table: v.unknown() });

/** Texts by their number: one small integer a row. */
export class DictColumn {
  readonly kind = 'dict';
  readonly order: readonly string[];
  codes: Codes = new Uint16Array(16);
  table = new TextTable();

  constructor(order: readonly string[] = []) {
    this.order = order;
  }

  set(slot: number, row: JsonRow, column: string): void {
    this.setText(slot, dictValue(row, column));
  }

  setText(slot: number, text: string | null): void {
    const code = text === null ? NO_VALUE : this.table.intern(text) + 1;
    this.codes = widened(this.codes, slot + 1, code);
    this.codes[slot] = code;
  }

  /** Number of the value; -1 when no row ever had it. */
  codeOf(text: string | null): number {
    if (text === null) return NO_VALUE;
    const code = this.table.find(text);
    return code < 0 ? -1 : code + 1;
  }

  textOf(code: number): string | null {
    return code === NO_VALUE ? null : this.table.at(code - 1);
  }

  /** How many codes there are, that of "no value" included. */
  get codeCount(): number {
    return this.table.size + 1;
  }

  get sizeBytes(): number {
    return this.codes.byteLength + this.table.sizeBytes;
  }

  snapshot(size: number): unknown {
    return { codes: this.codes.slice(0, size), table: this.table.snapshot() };
  }

  restore(raw: unknown, size: number): boolean {
    const parsed = v.safeParse(dictSchema, raw);
    const table = parsed.success ? TextTable.restore(parsed.output.table) : undefined;
    if (!parsed.success || table === undefined) return false;
    const { codes } = parsed.output;
    if (codes.length !== size || codes.some((code) => code > table.size)) return false;
    this.codes = codes;
    this.table = table;
    return true;
  }
}

const pairsSchema = v.object({
  rows: v.unknown(),
  pairs: v.unknown(),
  pool: v.instance(Uint32Array),
  ends: v.instance(Uint32Array),
});

/** Objects of texts: rows share whole sets of pairs, sets share pairs, so a filter looks at each set once. */
export class PairsColumn {
  readonly kind = 'pairs';
  /** Number of the row's set; "no value" is the empty set. */
  readonly rows = new DictColumn();
  pairs = new TextTable();
  /** Pairs of all sets one after the other; `ends[set]` is where the pairs of `set` end. */
  #pool: Uint32Array = new Uint32Array(16);
  #ends: Uint32Array = new Uint32Array(16);
  #texts = new PairTexts();

  set(slot: number, row: JsonRow, column: string): void {
    const codes = pairValues(row, column).map(([key, value]) =>
      this.pairs.intern(`${key}${BETWEEN}${value}`),
    );
    if (codes.length === 0) {
      this.rows.setText(slot, null);
      return;
    }
    const known = this.rows.table.size;
    this.rows.setText(slot, codes.join(','));
    if (this.rows.table.size > known) this.#addSet(known, codes);
  }

  /** Pairs of a row's code. */
  *pairsOf(code: number): Generator<number> {
    if (code === NO_VALUE) return;
    const end = this.#ends[code - 1] ?? 0;
    for (let at = code === 1 ? 0 : (this.#ends[code - 2] ?? 0); at < end; at += 1) yield this.#pool[at] ?? 0;
  }

  keyValue(pair: number): readonly [string, string] {
    const [key = '', value = ''] = this.pairs.at(pair).split(BETWEEN);
    return [key, value];
  }

  pairOf(key: string, value: string): number {
    return this.pairs.find(`${key}${BETWEEN}${value}`);
  }

  /** By the row's code: whether one of its pairs has the word, which is in lower case. */
  search(word: string): Uint8Array {
    return this.#setsOf(this.#texts.search(this.pairs, word));
  }

  /** By the row's code: whether one of its pairs is near the needle. */
  near(needle: string): Uint8Array {
    return this.#setsOf(this.#texts.near(this.pairs, needle));
  }

  get sizeBytes(): number {
    const sets = this.#pool.byteLength + this.#ends.byteLength;
    return this.rows.sizeBytes + this.pairs.sizeBytes + sets + this.#texts.sizeBytes;
  }

  snapshot(size: number): unknown {
    const sets = this.rows.table.size;
    return {
      rows: this.rows.snapshot(size),
      pairs: this.pairs.snapshot(),
      pool: this.#pool.slice(0, sets === 0 ? 0 : this.#ends[sets - 1]),
      ends: this.#ends.slice(0, sets),
    };
  }

  restore(raw: unknown, size: number): boolean {
    const parsed = v.safeParse(pairsSchema, raw);
    if (!parsed.success || !this.rows.restore(parsed.output.rows, size)) return false;
    const pairs = TextTable.restore(parsed.output.pairs);
    const { pool, ends } = parsed.output;
    if (pairs === undefined || ends.length !== this.rows.table.size) return false;
    if ((ends.at(-1) ?? 0) !== pool.length || pool.some((pair) => pair >= pairs.size)) return false;
    this.pairs = pairs;
    this.#texts = new PairTexts();
    this.#pool = pool;
    this.#ends = ends;
    return true;
  }

  #setsOf(hits: Uint8Array): Uint8Array {
    const sets = new Uint8Array(this.rows.codeCount);
    if (!hits.includes(1)) return sets;
    const pool = this.#pool;
    const ends = this.#ends;
    for (let code = 1, at = 0; code < sets.length; code += 1) {
      for (const end = ends[code - 1] ?? 0; at < end; at += 1) {
        if (hits[pool[at] ?? 0] === 1) sets[code] = 1;
      }
    }
    return sets;
  }

  #addSet(set: number, codes: readonly number[]): void {
    const start = set === 0 ? 0 : (this.#ends[set - 1] ?? 0);
    this.#pool = grown(this.#pool, start + codes.length);
    this.#pool.set(codes, start);
    this.#ends = grown(this.#ends, set + 1);
    this.#ends[set] = start + codes.length;
  }
}

/** Numbers, and times as microseconds; NaN stands for "no value". */
export class NumberColumn {
  readonly kind: 'number' | 'time';
  values: Float64Array = new Float64Array(16);

  constructor(kind: 'number' | 'time') {
    this.kind = kind;
  }

  set(slot: number, row: JsonRow, column: string): void {
    this.values = grown(this.values, slot + 1);
    this.values[slot] = this.kind === 'number' ? numberValue(row, column) : microsOf(row[column]);
  }

  get sizeBytes(): number {
    return this.values.byteLength;
  }

  snapshot(size: number): unknown {
    return this.values.slice(0, size);
  }

  restore(raw: unknown, size: number): boolean {
    if (!(raw instanceof Float64Array) || raw.length !== size) return false;
    this.values = raw;
    return true;
  }
}

/** One column of an index. */
export type Column = DictColumn | PairsColumn | NumberColumn | TextColumn;

/** An empty column of its kind. */
export function createColumn(kind: ColumnKind): Column {
  switch (kind.kind) {
    case 'dict':
      return new DictColumn(kind.order);
    case 'pairs':
      return new PairsColumn();
    case 'text':
      return new TextColumn();
    case 'number':
    case 'time':
      return new NumberColumn(kind.kind);
  }
}
