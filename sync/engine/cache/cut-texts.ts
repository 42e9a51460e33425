import { CUTS, type Cut } from '../../protocol/cut.ts';
import { documentSpecs } from '../../protocol/documents/registry.ts';
import type { DocumentKind } from '../../protocol/documents/registry.ts';
import type { JsonRow } from '../../protocol/op.ts';

/** So near a border a line's end is taken for it. */
const NEAR = 4_096;
/** For what is said of them in the body. */
const ROOM_FOR_CUTS = 4_096;
/** Shorter than that a text is not worth cutting. */
const LEAST = 64 * 1024;

/** A text as it stands in a body. */
interface Written {
  readonly path: readonly string[];
  readonly text: string;
}

/** A body that fits; under `cuts` it says what was left out of it. */
export interface Fitted {
  readonly row: JsonRow;
  readonly body: string;
}

/**
 * Makes a body fit into `limit` characters: of its longest texts the first quarter and the last three of what there is room
 * for stay (2 MiB and 6 MiB of one output). Null where it fits, is of another kind, or is long by something else than texts.
 */
export function fitted(kind: DocumentKind, row: JsonRow, limit: number): Fitted | null {
  if (documentSpecs[kind].isOutput !== true) return null;
  const texts = textsOf(row, [], 0).map(({ path, text }) => ({ path, text, room: roomUpTo(limit, text) }));
  // What else there is, without writing out what will be cut: that is most of the work.
  const rest = JSON.stringify(
    texts.reduce<unknown>((made, { path }) => withText(made, path, ''), row),
  ).length;
  const share = shareOf(
    texts.map(({ room }) => room),
    limit - rest - ROOM_FOR_CUTS,
  );
  if (share === null || share < LEAST) return null;
  let made: unknown = row;
  const cuts: Cut[] = [];
  for (const { path, text } of texts.filter(({ room }) => room > share)) {
    const head = headEnd(text, Math.floor(share / 4));
    const tail = tailStart(text, Math.floor((share * 3) / 4));
    made = withText(made, path, text.slice(0, head) + text.slice(tail));
    cuts.push({ path: [...path], at: head, missing: tail - head });
  }
  const cut: JsonRow = { ...(made as JsonRow), [CUTS]: cuts }; // as: it is the row with other texts
  const body = JSON.stringify(cut);
  return body.length <= limit ? { row: cut, body } : null;
}

const MAX_DEPTH = 4;

function textsOf(value: unknown, path: readonly string[], depth: number): readonly Written[] {
  if (typeof value === 'string') return value.length <= LEAST / 8 ? [] : [{ path, text: value }];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...path, key], depth + 1));
}

/** What each may take, so that all of them fit: short ones leave their share to the others. Null where all of them fit. */
function shareOf(rooms: readonly number[], available: number): number | null {
  let left = available;
  for (const [at, room] of [...rooms].sort((a, b) => a - b).entries()) {
    const share = left / (rooms.length - at);
    if (room > share) return share;
    left -= room;
  }
  return null;
}

const roomOf = (text: string): number => JSON.stringify(text).length;
/** Of what is longer anyway nobody needs to know how much. */
const roomUpTo = (limit: number, text: string): number => (text.length > limit ? text.length : roomOf(text));

/** How many characters of the beginning, or of the end, take at most so much room. */
function lengthWithin(budget: number, part: (length: number) => string): number {
  let length = budget;
  for (let tries = 0; tries < 40; tries += 1) {
    const room = roomOf(part(length));
    if (room <= budget) return length;
    length = Math.floor(length * Math.min(0.98, budget / room));
  }
  return 0;
}

/** After a whole line, where one ends nearby; a sign of two halves stays whole. */
function headEnd(text: string, budget: number): number {
  const end = lengthWithin(budget, (length) => text.slice(0, length));
  const line = text.lastIndexOf('\n', end - 1) + 1;
  if (line > end - NEAR && line > 0) return line;
  return isHalved(text, end) ? end - 1 : end;
}

function tailStart(text: string, budget: number): number {
  const start = text.length - lengthWithin(budget, (length) => text.slice(text.length - length));
  const line = text.indexOf('\n', start - 1) + 1;
  if (line > 0 && line < start + NEAR) return line;
  return isHalved(text, start) ? start + 1 : start;
}

function isHalved(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return (before & 0xfc00) === 0xd800 && (after & 0xfc00) === 0xdc00;
}

function withText(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const inner: unknown = Reflect.get(value as object, key); // as: the path was found in it
  return { ...(value as object), [key]: withText(inner, rest, text) };
}
