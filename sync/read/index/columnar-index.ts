import * as v from 'valibot';
import { SyncError } from '../../errors.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { packedId } from '../../store/packed/types.ts';
import type { Column } from './columns.ts';
import { createColumn } from './columns.ts';
import type { IndexSpec } from './index-spec.ts';
import { SortOrders } from './sort-orders.ts';
import { sharedBytes } from './text-finds.ts';
import { grown, TextTable } from './text-table.ts';

/** One bit per failed check and slot. */
export type Failures = Uint8Array | Uint32Array;

/** Version of the stored form; raise it when a column class changes what it stores. */
const SNAPSHOT_FORM = 1;

const snapshotSchema = v.object({
  form: v.literal(SNAPSHOT_FORM),
  spec: v.string(),
  ids: v.unknown(),
  alive: v.instance(Uint8Array),
  columns: v.record(v.string(), v.unknown()),
  orders: v.array(v.tuple([v.string(), v.instance(Uint32Array)])),
});

/**
 * The columns of one collection in memory (D19). A row has a slot, the number of its id; a removed row leaves its slot
 * dead until the index is built again. Nothing here is asynchronous and nothing keeps a row.
 */
export class ColumnarIndex {
  readonly spec: IndexSpec;
  ids = new TextTable();
  alive: Uint8Array = new Uint8Array(16);
  readonly orders: SortOrders;
  readonly #columns: ReadonlyMap<string, Column>;
  #count = 0;
  #few: Uint8Array = new Uint8Array(0);
  #many: Uint32Array = new Uint32Array(0);
  #marks: Uint8Array = new Uint8Array(0);

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.#columns = new Map(Object.entries(spec).map(([name, kind]) => [name, createColumn(kind)]));
    this.orders = new SortOrders(this);
  }

  /** Living rows. */
  get count(): number {
    return this.#count;
  }

  /** Slots, dead ones included. */
  get size(): number {
    return this.ids.size;
  }

  /** Share of slots that are dead; a keeper builds anew when it grows. */
  get deadShare(): number {
    return this.size === 0 ? 0 : 1 - this.#count / this.size;
  }

  /** The column of a name. Throws `bug`: a question names columns of the spec only. */
  column(name: string): Column {
    const column = this.#columns.get(name);
    if (column === undefined)
      throw new SyncError({ kind: 'bug', message: `The index has no column ${name}` });
    return column;
  }

  get columns(): Iterable<readonly [string, Column]> {
    return this.#columns;
  }

  /** Puts rows in, each in place of an older one of the same key. */
  put(rows: readonly JsonRow[]): void {
    for (const row of rows) {
      const id = packedId(row);
      if (id === undefined) throw new SyncError({ kind: 'bug', message: 'A packed row without its key' });
      const slot = this.ids.intern(id);
      this.alive = grown(this.alive, slot + 1);
      if (this.alive[slot] !== 1) this.#count += 1;
      this.alive[slot] = 1;
      for (const [name, column] of this.#columns) column.set(slot, row, name);
      this.orders.touch(slot);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const slot = this.ids.find(id);
      if (slot < 0 || this.alive[slot] !== 1) continue;
      this.alive[slot] = 0;
      this.#count -= 1;
      this.orders.touch(slot);
    }
  }

  /** A number of so many bits per slot for the time of one question; all zero. Small ones are quicker to go through. */
  failures(bits: number): Failures {
    if (bits > 8) {
      if (this.#many.length < this.size) this.#many = new Uint32Array(this.alive.length);
      else this.#many.fill(0, 0, this.size);
      return this.#many;
    }
    if (this.#few.length < this.size) this.#few = new Uint8Array(wholeFours(this.alive.length));
    else this.#few.fill(0, 0, wholeFours(this.size));
    return this.#few;
  }

  /** A mark per slot for the time of one search; all zero. */
  marks(): Uint8Array {
    if (this.#marks.length < this.size) this.#marks = new Uint8Array(wholeFours(this.alive.length));
    else this.#marks.fill(0, 0, wholeFours(this.size));
    return this.#marks;
  }

  /** Bytes of memory the columns hold, text counted as one byte a character. */
  get sizeBytes(): number {
    let bytes = this.ids.sizeBytes + this.alive.byteLength + this.orders.sizeBytes;
    bytes += this.#few.byteLength + this.#many.byteLength + this.#marks.byteLength + sharedBytes();
    for (const column of this.#columns.values()) bytes += column.sizeBytes;
    return bytes;
  }

  /** Everything as plain data, for one record of the store. */
  snapshot(): unknown {
    const columns = [...this.#columns].map(([name, column]) => [name, column.snapshot(this.size)] as const);
    return {
      form: SNAPSHOT_FORM,
      spec: JSON.stringify(this.spec),
      ids: this.ids.snapshot(),
      alive: this.alive.slice(0, this.size),
      columns: Object.fromEntries(columns),
      orders: this.orders.snapshot(),
    };
  }

  /** An index from what `snapshot` gave; undefined when it is of another form or spec, or damaged. */
  static restore(spec: IndexSpec, raw: unknown): ColumnarIndex | undefined {
    const parsed = v.safeParse(snapshotSchema, raw);
    if (!parsed.success || parsed.output.spec !== JSON.stringify(spec)) return undefined;
    const { alive, columns, orders } = parsed.output;
    const ids = TextTable.restore(parsed.output.ids);
    if (ids === undefined || alive.length !== ids.size) return undefined;
    const index = new ColumnarIndex(spec);
    index.ids = ids;
    index.alive = alive;
    index.#count = alive.reduce((sum, each) => sum + (each === 1 ? 1 : 0), 0);
    for (const [name, column] of index.#columns)
      if (!column.restore(columns[name], ids.size)) return undefined;
    for (const [name, slots] of orders) {
      if (!isOrder(slots, alive, index.#count)) return undefined;
      index.orders.restore(name, slots);
    }
    return index;
  }
}

/** Bytes in whole fours, so that they can be gone through four at a step. */
function wholeFours(size: number): number {
  return Math.ceil(size / 4) * 4;
}

/** An order names every living slot once. */
function isOrder(slots: Uint32Array, alive: Uint8Array, count: number): boolean {
  if (slots.length !== count) return false;
  const seen = new Uint8Array(alive.length);
  return slots.every((slot) => {
    const isNew = alive[slot] === 1 && seen[slot] === 0;
    seen[slot] = 1;
    return isNew;
  });
}
