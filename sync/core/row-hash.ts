import type { JsonRow } from '../protocol/op.ts';
import { canonicalJson } from './json.ts';

/** Spreads the bits of one 32-bit lane so that near texts end far apart. */
function avalanche(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * 64-bit hash of a row's canonical JSON as 16 hex digits (D3). It tells "unchanged" from "changed" without comparing
 * rows; it is no protection against somebody who wants a collision.
 */
export function rowHash(row: JsonRow): string {
  const text = canonicalJson(row);
  let left = 0x2c1b3c6d ^ text.length;
  let right = 0x297a2d39;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    left = Math.imul(left ^ unit, 0x9e3779b1);
    left ^= left >>> 13;
    right = Math.imul(right + unit, 0x85ebca77) ^ (left >>> 7);
  }
  const hex = (lane: number): string => avalanche(lane).toString(16).padStart(8, '0');
  return hex(left ^ right) + hex(right ^ Math.imul(left, 0xc2b2ae3d));
}
