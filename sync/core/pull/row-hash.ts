import type { JsonRow } from '../../protocol/op.ts';
import { canonicalJson } from '../../protocol/same-json.ts';

/** Two 32-bit halves of a hash in the making. */
interface Lanes {
  left: number;
  right: number;
}

/** Spreads the bits of one 32-bit lane so that near texts end far apart. */
function avalanche(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Mixes a text into the lanes, two units a step: a bootstrap hashes every character of every row. */
function feed(lanes: Lanes, kind: number, text: string): void {
  let left = lanes.left ^ Math.imul(text.length + kind, 0x2c1b3c6d);
  let right = lanes.right + text.length;
  for (let at = 0; at < text.length; at += 2) {
    const units = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    left = Math.imul(left ^ units, 0x9e3779b1);
    left ^= left >>> 13;
    right = Math.imul(right + units, 0x85ebca77) ^ (left >>> 7);
  }
  lanes.left = left;
  lanes.right = right;
}

/** Lanes that a column begins with: the same few names come with every row. */
const beginnings = new Map<string, Readonly<Lanes>>();

function beginningOf(name: string): Readonly<Lanes> {
  const known = beginnings.get(name);
  if (known !== undefined) return known;
  const lanes = { left: 0x2c1b3c6d, right: 0x297a2d39 };
  feed(lanes, 0, name);
  beginnings.set(name, lanes);
  return lanes;
}

const TEXT = 1;
const JSON_TEXT = 2;

/**
 * 64-bit hash of a row as 16 hex digits (D3), whatever order its columns came in. It tells "unchanged" from "changed"
 * without comparing rows; it is no protection against somebody who wants a collision.
 */
export function rowHash(row: JsonRow): string {
  let [left, right] = [0, 0];
  const lanes: Lanes = { left: 0, right: 0 };
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value === undefined) continue;
    const beginning = beginningOf(name);
    lanes.left = beginning.left;
    lanes.right = beginning.right;
    if (typeof value === 'string') feed(lanes, TEXT, value);
    else if (value !== null) feed(lanes, JSON_TEXT, canonicalJson(value));
    // Sums, so that the columns need no order.
    left = (left + avalanche(lanes.left ^ lanes.right)) | 0;
    right = (right + avalanche(lanes.right ^ Math.imul(lanes.left, 0xc2b2ae3d))) | 0;
  }
  const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0');
  return hex(left) + hex(right);
}
