import * as v from 'valibot';
import { own } from '#sync/protocol/own.ts';
import type { TriStateItem, TriStateMode } from './tri-state.ts';

/** One value of one label key that is kept or left out. */
export interface LabelFilterItem extends TriStateItem {
  readonly key: string;
}

/** `canary:{key}:{value}`; a value may hold colons, a key may not. */
const ENTRY = /^canary:(?<key>[^:]*):(?<value>.*)$/su;
const storedSchema = v.record(v.string(), v.unknown());

/** Reads the `labels` parameter: JSON `{"canary:{key}:{value}":1|-1}`. What is no entry is left out; 0 is no filter. */
export function parseLabelFilter(text: string | null | undefined): LabelFilterItem[] {
  const stored = v.safeParse(storedSchema, readJson(text ?? ''));
  if (!stored.success) return [];
  return Object.entries(stored.output).flatMap(([entry, state]) => {
    const groups = ENTRY.exec(entry)?.groups;
    const mode = readMode(state);
    if (groups === undefined || mode === undefined || groups['key'] === '') return [];
    return [{ key: groups['key'] ?? '', value: groups['value'] ?? '', mode }];
  });
}

/** Writes the parameter; undefined when there is no filter. */
export function formatLabelFilter(items: readonly LabelFilterItem[]): string | undefined {
  if (items.length === 0) return undefined;
  const entries = items.map(({ key, value, mode }) => [
    `canary:${key}:${value}`,
    mode === 'include' ? 1 : -1,
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** The items of one key with others in their place. */
export function withLabelItems(
  items: readonly LabelFilterItem[],
  key: string,
  values: readonly TriStateItem[],
): LabelFilterItem[] {
  return [...items.filter((item) => item.key !== key), ...values.map((item) => ({ key, ...item }))];
}

/**
 * Whether labels pass: of each key with included values one must match, and no excluded value may.
 * A row without the label has none of its values.
 */
export function passesLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
  items: readonly LabelFilterItem[],
): boolean {
  const wanted = new Map<string, boolean>();
  for (const { key, value, mode } of items) {
    const isMatch = own(labels ?? {}, key) === value;
    if (mode === 'exclude') {
      if (isMatch) return false;
    } else {
      wanted.set(key, isMatch || (wanted.get(key) ?? false));
    }
  }
  return [...wanted.values()].every(Boolean);
}

function readMode(state: unknown): TriStateMode | undefined {
  if (state === 1) return 'include';
  return state === -1 ? 'exclude' : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema refuses it.
    return undefined;
  }
}
