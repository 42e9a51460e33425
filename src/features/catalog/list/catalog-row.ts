import * as v from 'valibot';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { Pair } from './catalog-search.ts';

const text = v.fallback(v.nullish(v.string(), null), null);
const number = v.fallback(v.nullish(v.number(), null), null);
const itemSchema = v.object({
  id: v.string(),
  name: text,
  type: text,
  config_class: text,
  status: text,
  health: text,
  description: text,
  tags: v.optional(v.unknown()),
  created_at: text,
  updated_at: text,
  deleted_at: text,
  cost_total_1d: number,
  cost_total_30d: number,
});

/** So many of a kind, and since when nobody counts: null where this device does not know. */
export interface ItemCounts {
  readonly changes: number | null;
  /** Open insights, the worst severity first. */
  readonly insights: readonly { readonly severity: string; readonly count: number }[] | null;
}

/** One row of the table. */
export interface CatalogItem extends Omit<v.InferOutput<typeof itemSchema>, 'tags'> {
  readonly tags: readonly Pair[];
  readonly counts: ItemCounts;
  /** What it was found by; empty where nothing is searched for. */
  readonly sought: string;
}

export const NOTHING_KNOWN: ItemCounts = { changes: null, insights: null };

/** Undefined for what is no item. */
export function readItem(raw: JsonRow): CatalogItem | undefined {
  const row = v.safeParse(itemSchema, raw);
  if (!row.success) return undefined;
  const { tags, ...item } = row.output;
  return { ...item, tags: pairsOf(tags), counts: NOTHING_KNOWN, sought: '' };
}

function pairsOf(value: unknown): readonly Pair[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([key, each]: [string, unknown]) => ({
    key,
    value: typeof each === 'string' ? each : JSON.stringify(each ?? null),
  }));
}

export function itemName({ name, id }: Pick<CatalogItem, 'name' | 'id'>): string {
  return name === null || name === '' ? id.slice(0, 8) : name;
}

const DAY_MS = 86_400_000;

/** How long ago an item changed last, in the words of the column Changed. */
export function changedWords(at: string | null, nowMs: number): string {
  const atMs = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(atMs)) return '';
  const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
  const days = Math.round((startOfDay(nowMs) - startOfDay(atMs)) / DAY_MS);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return 'This week';
  return days < 31 ? 'This month' : 'Older';
}
