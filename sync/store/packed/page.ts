import * as v from 'valibot';
import type { JsonRow } from '../../protocol/op.ts';
import type { PackedName } from '../../protocol/packed.ts';
import { misuse } from '../cache/rules.ts';
import { packedId, packedStamp } from './types.ts';

/** Rows of a page: enough to spread the price of a put, few enough to rewrite one (sync.md Appendix A). */
export const PAGE_ROWS = 100;
/** A record stays under 64 KiB, where LevelDB begins to spill values (D19); the rest is for what is around the text. */
export const PAGE_BYTES = 60_000;

/** One row as a page keeps it: its JSON text, and what is asked about it without reading the text. */
export interface PackedLine {
  readonly id: string;
  readonly text: string;
  readonly stamp: string | null;
  /** Two lanes of a 64-bit hash of the text: equal means not written again (D9). No protection against intent. */
  readonly high: number;
  readonly low: number;
  /** Bytes the text takes on disk. */
  readonly bytes: number;
}

const headSchema = v.object({
  tbl: v.string(),
  page: v.string(),
  ids: v.string(),
  stamps: v.string(),
  hashes: v.instance(Uint32Array),
  at: v.number(),
});
const pageSchema = v.object({ tbl: v.string(), page: v.string(), text: v.string() });

/** What is known of a page without reading its rows: one line each for ids and stamps, in id order. */
export type HeadRecord = v.InferOutput<typeof headSchema>;
/** The rows of a page as lines of JSON, in the order of the head. */
export type PageRecord = v.InferOutput<typeof pageSchema>;

const UUID_LENGTH = 36;
const LINE_FEED = 10;

/** Lines of a text. */
function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** True when every line is as long as a UUID, so that a line is found without cutting the text. */
function isEven(text: string, lines: number): boolean {
  if (text.length !== lines * (UUID_LENGTH + 1) - 1) return false;
  for (let at = UUID_LENGTH; at < text.length; at += UUID_LENGTH + 1) {
    if (text.charCodeAt(at) !== LINE_FEED) return false;
  }
  return true;
}

/** A head from disk. Its lists are cut when asked for: most questions are about a few rows of many heads. */
export class Head {
  readonly page: string;
  readonly hashes: Uint32Array;
  readonly at: number;
  readonly #idText: string;
  readonly #stampText: string;
  readonly #isEven: boolean;
  #ids: readonly string[] | undefined;

  private constructor({ page, hashes, at, ids, stamps }: HeadRecord, even: boolean) {
    this.page = page;
    this.hashes = hashes;
    this.at = at;
    this.#idText = ids;
    this.#stampText = stamps;
    this.#isEven = even;
  }

  /** Undefined when the record is damaged or missing. */
  static read(raw: unknown): Head | undefined {
    const parsed = v.safeParse(headSchema, raw);
    if (!parsed.success) return undefined;
    const { ids, stamps, hashes } = parsed.output;
    const count = hashes.length / 2;
    const even = isEven(ids, count);
    if ((!even && countLines(ids) !== count) || countLines(stamps) !== count) return undefined;
    return new Head(parsed.output, even);
  }

  get count(): number {
    return this.hashes.length / 2;
  }

  get ids(): readonly string[] {
    this.#ids ??= this.#idText.split('\n');
    return this.#ids;
  }

  get last(): string {
    return this.#idText.slice(this.#idText.lastIndexOf('\n') + 1);
  }

  get stamps(): readonly (string | null)[] {
    return this.#stampText.split('\n').map((stamp) => (stamp === '' ? null : stamp));
  }

  /** Place of a row in its page; negative when it is not there. */
  placeOf(id: string): number {
    if (!this.#isEven || this.#ids !== undefined) return placeOf(this.ids, id);
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const start = middle * (UUID_LENGTH + 1);
      const found = this.#idText.slice(start, start + UUID_LENGTH);
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** The text of a page from disk, one line a row; undefined when it is no page, or not that of the head. */
function readText(raw: unknown, head: Head): string | undefined {
  const parsed = v.safeParse(pageSchema, raw);
  return parsed.success && parsed.output.page === head.page ? parsed.output.text : undefined;
}

/** The JSON texts of a page from disk, in the order of its head; undefined when damaged. */
export function readTexts(raw: unknown, head: Head): readonly string[] | undefined {
  const texts = readText(raw, head)?.split('\n');
  return texts?.length === head.count ? texts : undefined;
}

function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The row of a JSON text; undefined when it is none, or not the row of this id. */
export function readRow(text: string, id: string): JsonRow | undefined {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return undefined; // what disk gave back is no JSON: damaged, and the caller counts it
  }
  return isRow(row) && packedId(row) === id ? row : undefined;
}

/** All rows of a page; undefined when one of them is damaged. */
export function readRows(raw: unknown, head: Head): readonly JsonRow[] | undefined {
  const text = readText(raw, head);
  if (text === undefined) return undefined;
  let rows: unknown;
  try {
    // A line feed cannot stand inside a JSON text as `JSON.stringify` writes it.
    rows = JSON.parse(`[${text.replaceAll('\n', ',')}]`);
  } catch {
    return undefined; // as above
  }
  if (!Array.isArray(rows) || rows.length !== head.count) return undefined;
  return rows.every((row, at): row is JsonRow => isRow(row) && packedId(row) === head.ids[at])
    ? rows
    : undefined;
}

/** The line of a row. Throws `bug` when it has no key, or one that would break the lists of a head. */
export function lineOf(row: JsonRow): PackedLine {
  const id = packedId(row);
  if (id === undefined || id === '' || id.includes('\n')) throw misuse('A packed row without its key');
  const stamp = packedStamp(row);
  return hashed(id, JSON.stringify(row), stamp === '' || stamp?.includes('\n') === true ? null : stamp);
}

function hashed(id: string, text: string, stamp: string | null): PackedLine {
  let high = 0x811c9dc5 ^ text.length;
  let low = 0x297a2d39;
  let units = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    units |= unit;
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low + unit, 0x85ebca77) ^ (high >>> 15);
  }
  return { id, text, stamp, high: high >>> 0, low: low >>> 0, bytes: text.length * (units > 0xff ? 2 : 1) };
}

/** A unit that takes two bytes on disk, and with it its whole text. */
export const WIDE = /[\u0100-\uffff]/;

/** The lines of a page as they are on disk; undefined when damaged. */
export function readLines(raw: unknown, head: Head): readonly PackedLine[] | undefined {
  const texts = readTexts(raw, head);
  if (texts === undefined || readRows(raw, head) === undefined) return undefined;
  const { ids, stamps } = head;
  return texts.map((text, at) => ({
    id: ids[at] ?? '',
    text,
    stamp: stamps[at] ?? null,
    high: head.hashes[2 * at] ?? 0,
    low: head.hashes[2 * at + 1] ?? 0,
    bytes: text.length * (WIDE.test(text) ? 2 : 1),
  }));
}

/** Cuts lines into pages of even size under both limits; a row above the limit gets a page of its own. */
export function cutPages(lines: readonly PackedLine[]): readonly (readonly PackedLine[])[] {
  const rowsPerPage = Math.ceil(lines.length / Math.max(1, Math.ceil(lines.length / PAGE_ROWS)));
  const pages: PackedLine[][] = [];
  let page: PackedLine[] = [];
  let bytes = 0;
  for (const line of lines) {
    if (page.length > 0 && (page.length >= rowsPerPage || bytes + line.bytes > PAGE_BYTES)) {
      pages.push(page);
      page = [];
      bytes = 0;
    }
    page.push(line);
    bytes += line.bytes;
  }
  if (page.length > 0) pages.push(page);
  return pages;
}

/** Head and page as they go to disk. The lines are in id order and not none. */
export function encodePage(
  tbl: PackedName,
  page: string,
  lines: readonly PackedLine[],
  at: number,
): { readonly head: HeadRecord; readonly page: PageRecord } {
  const hashes = new Uint32Array(2 * lines.length);
  lines.forEach((line, index) => {
    hashes[2 * index] = line.high;
    hashes[2 * index + 1] = line.low;
  });
  return {
    head: {
      tbl,
      page,
      ids: lines.map((line) => line.id).join('\n'),
      stamps: lines.map((line) => line.stamp ?? '').join('\n'),
      hashes,
      at,
    },
    page: { tbl, page, text: lines.map((line) => line.text).join('\n') },
  };
}

/** Text order of ids, the order of `lines` and of the wire's keyset walk. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Place of a text in a sorted list; negative when it is not there. */
export function placeOf(sorted: readonly string[], text: string): number {
  const after = countUpTo(sorted, text);
  return sorted[after - 1] === text ? after - 1 : -1;
}

/** How many of the sorted texts come before or equal the text. */
export function countUpTo(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') <= text) low = middle + 1;
    else high = middle;
  }
  return low;
}
