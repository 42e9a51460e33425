import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import { sameJson } from '../../protocol/same-json.ts';

function isRecord(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlainList(value: unknown): value is readonly (string | number | boolean)[] {
  return Array.isArray(value) && value.every((item) => ['string', 'number', 'boolean'].includes(typeof item));
}

/**
 * Merges a list whose order means nothing (D8 `merge-set`): their list without what this device removed, and with what
 * it added at the end. Null when one of the three is no list of plain values; an absent base counts as empty.
 */
export function mergeSet(base: unknown, mine: unknown, theirs: unknown): readonly unknown[] | null {
  const before = base ?? [];
  const now = theirs ?? [];
  if (!isPlainList(before) || !isPlainList(mine) || !isPlainList(now)) return null;
  const kept = now.filter((item) => mine.includes(item) || !before.includes(item));
  const added = mine.filter((item) => !before.includes(item) && !kept.includes(item));
  return [...kept, ...new Set(added)];
}

/** One key of two objects: undefined inside the result means that the key goes away, null that a person must say. */
function mergeKey(base: unknown, mine: unknown, theirs: unknown): { readonly value: unknown } | null {
  if (sameJson(base, mine)) return { value: theirs };
  if (sameJson(base, theirs) || sameJson(mine, theirs)) return { value: mine };
  const list = mergeSet(base, mine, theirs);
  return list === null ? null : { value: list };
}

/**
 * Merges two objects key by key (D8 `merge-keys`): keys only one side changed go by that side, lists of plain values
 * merge as sets. Null when a key was changed to different values on both sides, or when one of the three is no object:
 * then a person is asked (I31).
 */
export function mergeKeys(base: unknown, mine: unknown, theirs: unknown): JsonRow | null {
  if (!isRecord(mine) || !isRecord(theirs)) return null;
  const before = isRecord(base) ? base : {};
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const both = mergeKey(own(before, key), own(mine, key), own(theirs, key));
    if (both === null) return null;
    if (both.value !== undefined) merged.push([key, both.value]);
  }
  return Object.fromEntries(merged);
}
