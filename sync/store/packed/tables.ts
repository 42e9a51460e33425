import { Dexie } from 'dexie';
import * as v from 'valibot';
import type { PackedName } from '../../protocol/packed.ts';
import { packedNames } from '../../protocol/packed.ts';
import { KnownIds } from './known.ts';
import type { DeltaRow, SegmentPlan } from './delta.ts';
import { numberOfDamaged, planSegments, readSegment } from './delta.ts';
import type { HeadRecord, PackedLine, PageRecord } from './page.ts';
import { byText, countUpTo, encodePage, Head } from './page.ts';
import { emptyVersion } from './types.ts';

/** Tables of the packed collections in the cache database; snapshots of the index are not part of a collection. */
export const packedTables = ['packed_meta', 'packed_heads', 'packed_pages', 'packed_delta'] as const;

/**
 * Where a row's page is. `range`: pages are cut by id, because the walk comes in id order and the digest asks by id
 * range, and the results of one check are asked for by the beginning of their key; a page is named by its first id
 * and covers everything up to the next. `append`: ids are random against the
 * order of arrival, so rows are packed as they come and pages are numbered.
 */
export const packedLayout: Readonly<Record<PackedName, 'range' | 'append'>> = {
  config_items: 'range',
  config_analysis: 'range',
  config_changes: 'append',
  check_statuses: 'range',
};

const metaSchema = v.object({
  tbl: v.picklist(packedNames),
  version: v.number(),
  floor: v.number(),
  count: v.number(),
  deltaRows: v.number(),
  damagedPages: v.number(),
  /** Changes when a page comes or goes; tells whether a remembered directory is still true. */
  layout: v.number(),
  /** Changes when a segment of the delta comes or goes. */
  deltaLayout: v.number(),
  /** Last number that was given to a page or a segment. */
  nextPage: v.number(),
});

/** Counters of a collection, one record each. */
export type PackedMeta = v.InferOutput<typeof metaSchema>;

/** Counters from disk; those of an empty collection when there are none or they are damaged. */
export function readMeta(raw: unknown, tbl: PackedName): PackedMeta {
  const parsed = v.safeParse(metaSchema, raw);
  return parsed.success ? parsed.output : { tbl, ...emptyVersion, layout: 0, deltaLayout: 0, nextPage: 0 };
}

/** Names of the pages of a collection in order, remembered between transactions while the layout stands. */
export class Directories {
  readonly #known = new Map<PackedName, { readonly layout: number; readonly pages: readonly string[] }>();

  readonly #ids = new Map<PackedName, { readonly version: number; readonly ids: KnownIds }>();

  /** Inside a transaction over `packed_heads`. */
  async pages(db: Dexie, meta: PackedMeta): Promise<readonly string[]> {
    const known = this.#known.get(meta.tbl);
    if (known?.layout === meta.layout) return known.pages;
    const keys: unknown[] = await db
      .table('packed_heads')
      .where(':id')
      .between(...wholeOf(meta.tbl))
      .primaryKeys();
    const pages = keys.map((key) => String(Array.isArray(key) ? key[1] : key));
    this.#known.set(meta.tbl, { layout: meta.layout, pages });
    return pages;
  }

  /** What a transaction made of the list; forgotten again when it aborts. */
  keep(tbl: PackedName, layout: number, pages: readonly string[]): void {
    this.#known.set(tbl, { layout, pages });
  }

  readonly #segments = new Map<
    PackedName,
    { readonly version: number; readonly layout: number; readonly of: Map<string, number> }
  >();

  /** Segments of the rows of the delta at this version; undefined when that is not known. */
  segments(meta: PackedMeta): ReadonlyMap<string, number> | undefined {
    const known = this.#segments.get(meta.tbl);
    return known?.version === meta.version && known.layout === meta.deltaLayout ? known.of : undefined;
  }

  keepSegments({ tbl, version, deltaLayout }: PackedMeta, of: Map<string, number>): void {
    this.#segments.set(tbl, { version, layout: deltaLayout, of });
  }

  /** Ids the collection may hold at this version; undefined when that is not known. */
  knownIds(meta: PackedMeta): KnownIds | undefined {
    const known = this.#ids.get(meta.tbl);
    return known?.version === meta.version ? known.ids : undefined;
  }

  keepKnown(tbl: PackedName, version: number, ids: KnownIds): void {
    this.#ids.set(tbl, { version, ids });
  }

  /** A write of this context added rows to what was known; nothing is known without it. */
  learn(tbl: PackedName, before: number, after: number, added: Iterable<string>): void {
    const known = this.#ids.get(tbl);
    if (known?.version !== before) return;
    for (const id of added) known.ids.add(id);
    this.#ids.set(tbl, { version: after, ids: known.ids });
  }

  /** After an aborted transaction the remembered list may be of a layout that never was. */
  forget(tbl: PackedName): void {
    this.#known.delete(tbl);
    this.#ids.delete(tbl);
    this.#segments.delete(tbl);
  }
}

/** Bounds of a compound key that begins with the collection. */
export function wholeOf(tbl: PackedName): [unknown, unknown] {
  return [
    [tbl, Dexie.minKey],
    [tbl, Dexie.maxKey],
  ];
}

/** Pages and segments of the delta that cannot be read. */
export interface Damage {
  readonly pages: string[];
  readonly segments: number[];
}

/** Where rows were found: page and place in it, for ids that are in one. */
export type Places = ReadonlyMap<string, { readonly head: Head; readonly at: number }>;

/** One collection inside one transaction. What it finds damaged it collects in `damage` and treats as absent. */
export class PackedTx {
  readonly damage: Damage = { pages: [], segments: [] };
  readonly db: Dexie;
  readonly meta: PackedMeta;
  readonly pages: readonly string[];
  readonly directories: Directories;
  /** Segments read in this transaction. */
  readonly #segments = new Map<number, readonly DeltaRow[]>();

  private constructor(db: Dexie, meta: PackedMeta, pages: readonly string[], directories: Directories) {
    this.db = db;
    this.meta = meta;
    this.pages = pages;
    this.directories = directories;
  }

  /** Reads counters and directory. Inside a transaction over `packed_meta` and `packed_heads`. */
  static async open(db: Dexie, tbl: PackedName, directories: Directories): Promise<PackedTx> {
    const meta = readMeta(await db.table('packed_meta').get(tbl), tbl);
    return new PackedTx(db, meta, await directories.pages(db, meta), directories);
  }

  /** True when something could not be read: nothing may be written on top of that. */
  get isDamaged(): boolean {
    return this.damage.pages.length + this.damage.segments.length > 0;
  }

  get tbl(): PackedName {
    return this.meta.tbl;
  }

  get isRange(): boolean {
    return packedLayout[this.tbl] === 'range';
  }

  /** Page that covers the id (`range` only); undefined when there is no page at all. */
  coverOf(id: string): string | undefined {
    return this.pages[Math.max(0, countUpTo(this.pages, id) - 1)];
  }

  /** Heads by page name; a damaged one is noted and left out. */
  async heads(pages: readonly string[]): Promise<Map<string, Head>> {
    const isAll = pages.length * 2 > this.pages.length;
    const table = this.db.table('packed_heads');
    const raws: unknown[] = isAll
      ? await table
          .where(':id')
          .between(...wholeOf(this.tbl))
          .toArray()
      : await table.bulkGet(pages.map((page) => [this.tbl, page]));
    const wanted = new Set(pages);
    const found = new Map<string, Head>();
    for (const head of raws.map((raw) => Head.read(raw))) {
      if (head !== undefined && wanted.has(head.page)) found.set(head.page, head);
    }
    for (const page of wanted) if (!found.has(page)) this.damage.pages.push(page);
    return found;
  }

  /** Finds rows in the pages; the delta is not asked. */
  async places(ids: readonly string[]): Promise<Places> {
    const places = new Map<string, { readonly head: Head; readonly at: number }>();
    if (this.pages.length === 0 || ids.length === 0) return places;
    if (this.isRange) {
      const covers = new Map(ids.map((id) => [id, this.coverOf(id) ?? '']));
      const heads = await this.heads([...new Set(covers.values())]);
      for (const [id, page] of covers) {
        const head = heads.get(page);
        const at = head?.placeOf(id) ?? -1;
        if (head !== undefined && at >= 0) places.set(id, { head, at });
      }
      return places;
    }
    const known = await this.#known();
    const wanted = new Set(ids.filter((id) => known.mayHave(id)));
    if (wanted.size === 0) return places;
    for (const head of (await this.heads(this.pages)).values()) {
      head.ids.forEach((id, at) => {
        if (wanted.has(id)) places.set(id, { head, at });
      });
    }
    return places;
  }

  /** Ids of an append-only collection, remembered while nobody else writes to it. */
  async #known(): Promise<KnownIds> {
    const remembered = this.directories.knownIds(this.meta);
    if (remembered !== undefined) return remembered;
    const known = new KnownIds();
    for (const head of (await this.heads(this.pages)).values()) for (const id of head.ids) known.add(id);
    for (const id of (await this.allDeltas()).keys()) known.add(id);
    this.directories.keepKnown(this.tbl, this.meta.version, known);
    return known;
  }

  /** Rows of the delta by id; a damaged segment is noted and left out. */
  async deltas(ids: readonly string[]): Promise<Map<string, DeltaRow>> {
    if (this.meta.deltaRows === 0 || ids.length === 0) return new Map();
    const known = this.directories.segments(this.meta);
    if (known === undefined) return chosen(await this.allDeltas(), ids);
    const wanted = new Set(ids.map((id) => known.get(id)).filter((segment) => segment !== undefined));
    if (wanted.size === 0) return new Map();
    const keys = [...wanted].map((segment) => [this.tbl, segment]);
    return chosen(this.#byId(await this.db.table('packed_delta').bulkGet(keys)), ids);
  }

  async allDeltas(): Promise<Map<string, DeltaRow>> {
    if (this.meta.deltaRows === 0) return new Map();
    const found = this.#byId(
      await this.db
        .table('packed_delta')
        .where(':id')
        .between(...wholeOf(this.tbl))
        .toArray(),
    );
    if (this.isDamaged) return found;
    this.directories.keepSegments(this.meta, new Map([...found].map(([id, row]) => [id, row.segment])));
    return found;
  }

  /** Rows of the delta written after a version, and perhaps others. */
  async deltasSince(since: number): Promise<readonly DeltaRow[]> {
    if (this.meta.deltaRows === 0) return [];
    const raws: unknown[] = await this.db
      .table('packed_delta')
      .where('[tbl+at]')
      .between([this.tbl, since], wholeOf(this.tbl)[1], false, true)
      .toArray();
    return [...this.#byId(raws).values()];
  }

  /** The whole segments of rows that `deltas` or `allDeltas` found in this transaction. */
  segmentsOf(ids: Iterable<string>): ReadonlyMap<number, readonly DeltaRow[]> {
    const wanted = new Set(ids);
    return new Map([...this.#segments].filter(([, rows]) => rows.some((row) => wanted.has(row.id))));
  }

  #byId(raws: readonly unknown[]): Map<string, DeltaRow> {
    const found = new Map<string, DeltaRow>();
    for (const raw of raws) {
      const rows = readSegment(raw);
      if (rows === undefined) this.damage.segments.push(numberOfDamaged(raw));
      else if (rows[0] !== undefined) this.#segments.set(rows[0].segment, rows);
      for (const row of rows ?? []) found.set(row.id, row);
    }
    return found;
  }
}

function chosen(deltas: ReadonlyMap<string, DeltaRow>, ids: readonly string[]): Map<string, DeltaRow> {
  const found = new Map<string, DeltaRow>();
  for (const id of ids) {
    const row = deltas.get(id);
    if (row !== undefined) found.set(id, row);
  }
  return found;
}

/** What a transaction writes to one collection, gathered and stored with few requests. */
export class PackedEdits {
  readonly #heads: HeadRecord[] = [];
  readonly #pages: PageRecord[] = [];
  readonly #deltas: Omit<DeltaRow, 'segment'>[] = [];
  readonly #dropPages: string[] = [];
  readonly #dropDeltas: string[] = [];
  readonly #tx: PackedTx;
  #nextPage: number;

  constructor(tx: PackedTx) {
    this.#tx = tx;
    this.#nextPage = tx.meta.nextPage;
  }

  /** Writes lines (in id order) as new pages; `instead` is the page they replace. */
  putPages(cuts: readonly (readonly PackedLine[])[], at: number, instead?: string): void {
    const names = cuts.map((lines, index) => this.#nameOf(lines, index === 0 ? instead : undefined));
    if (instead !== undefined && !names.includes(instead)) this.#dropPages.push(instead);
    cuts.forEach((lines, index) => {
      const { head, page } = encodePage(this.#tx.tbl, names[index] ?? '', lines, at);
      this.#heads.push(head);
      this.#pages.push(page);
    });
  }

  putDelta(delta: Omit<DeltaRow, 'segment'>): void {
    this.#deltas.push(delta);
  }

  /** Takes a row out of the delta, which was looked up in this transaction. */
  dropDelta(id: string): void {
    this.#dropDeltas.push(id);
  }

  dropPage(page: string): void {
    this.#dropPages.push(page);
  }

  /** Stores everything with the new counters; `layout` and `nextPage` are kept here. */
  async store(counters: Partial<PackedMeta>): Promise<void> {
    const { db, tbl, meta, pages } = this.#tx;
    const known = new Set(pages);
    const isNewLayout = this.#dropPages.length > 0 || this.#heads.some((head) => !known.has(head.page));
    const dropPages = this.#dropPages.map((page) => [tbl, page]);
    const layout = meta.layout + (isNewLayout ? 1 : 0);
    if (isNewLayout) {
      const dropped = new Set(this.#dropPages);
      for (const { page } of this.#heads) known.add(page);
      const left = [...known].filter((page) => !dropped.has(page));
      this.#tx.directories.keep(tbl, layout, left.sort(byText));
    }
    const segments = this.#planDelta();
    const deltaLayout = meta.deltaLayout + (segments.put.length + segments.drop.length > 0 ? 1 : 0);
    await Promise.all([
      dropPages.length > 0 ? db.table('packed_heads').bulkDelete(dropPages) : undefined,
      dropPages.length > 0 ? db.table('packed_pages').bulkDelete(dropPages) : undefined,
      segments.drop.length > 0
        ? db.table('packed_delta').bulkDelete(segments.drop.map((segment) => [tbl, segment]))
        : undefined,
    ]);
    const after = { ...meta, ...counters, layout, deltaLayout, nextPage: this.#nextPage };
    await Promise.all([
      this.#heads.length > 0 ? db.table('packed_heads').bulkPut(this.#heads) : undefined,
      this.#pages.length > 0 ? db.table('packed_pages').bulkPut(this.#pages) : undefined,
      segments.put.length > 0 ? db.table('packed_delta').bulkPut([...segments.put]) : undefined,
      db.table('packed_meta').put(after),
    ]);
    this.#learn(after, segments);
  }

  #planDelta(): SegmentPlan {
    const { tbl } = this.#tx;
    const rows = this.#deltas.map((delta) => ({ ...delta, segment: 0 }));
    const touched = this.#tx.segmentsOf([...rows.map((row) => row.id), ...this.#dropDeltas]);
    return planSegments(tbl, rows, new Set(this.#dropDeltas), touched, () => {
      this.#nextPage += 1;
      return this.#nextPage;
    });
  }

  /** What was known of the delta, with what this write made of it. */
  #learn(after: PackedMeta, { put }: SegmentPlan): void {
    const known = this.#tx.directories.segments(this.#tx.meta);
    if (known === undefined && this.#tx.meta.deltaRows > 0) return;
    const of = new Map(known);
    for (const id of this.#dropDeltas) of.delete(id);
    for (const { ids, segment } of put) for (const id of ids.split('\n')) of.set(id, segment);
    this.#tx.directories.keepSegments(after, of);
  }

  #nameOf(lines: readonly PackedLine[], instead: string | undefined): string {
    if (this.#tx.isRange) return lines[0]?.id ?? '';
    if (instead !== undefined) return instead;
    this.#nextPage += 1;
    return String(this.#nextPage).padStart(10, '0');
  }
}
