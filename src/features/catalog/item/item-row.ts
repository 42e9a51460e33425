import * as v from 'valibot';
import type { JsonRow } from '#sync/protocol/op.ts';
import { isRow } from '#src/views/row-text.ts';
import type { Fact } from './fact-groups.ts';

const text = v.fallback(v.nullish(v.string(), null), null);
const number = v.fallback(v.nullish(v.number(), null), null);
const pairs = v.fallback(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((all) =>
      Object.entries(all).map(([name, value]): Fact => ({
        name,
        value: typeof value === 'string' ? value : JSON.stringify(value ?? null),
        href: null,
      })),
    ),
  ),
  [],
);

const propertySchema = v.object({
  name: text,
  label: text,
  text,
  value: v.fallback(v.nullish(v.union([v.number(), v.string()]), null), null),
  unit: text,
  hidden: v.fallback(v.optional(v.boolean(), false), false),
  links: v.fallback(v.nullish(v.array(v.object({ url: text, label: text })), null), null),
});
const properties = v.pipe(
  v.unknown(),
  v.transform((all): readonly Fact[] => (Array.isArray(all) ? all.flatMap(factOf) : [])),
);

const itemSchema = v.object({
  id: v.string(),
  name: text,
  type: text,
  config_class: text,
  status: text,
  health: text,
  description: text,
  scraper_id: text,
  scraper: v.fallback(v.nullish(v.object({ id: v.string(), name: text }), null), null),
  tags: pairs,
  labels: pairs,
  /** Undefined where only the server knows them and has not said so. */
  properties: v.optional(properties),
  created_at: text,
  updated_at: text,
  deleted_at: text,
  last_scraped_time: text,
  cost_total_30d: number,
  summary: v.fallback(
    v.nullish(
      v.object({
        changes: number,
        analysis: number,
        relationships: number,
        playbook_runs: number,
        checks: number,
      }),
      null,
    ),
    null,
  ),
});

/** One item of the catalog, of what this device and the server say of it. */
export type Item = v.InferOutput<typeof itemSchema>;

/** The row of this device over what the server computed; undefined where neither is an item. */
export function readItem(row: JsonRow | null, detail: unknown): Item | undefined {
  const known = Object.entries(row ?? {}).filter(([, value]) => value !== null && value !== undefined);
  const read = v.safeParse(itemSchema, { ...(isRow(detail) ? detail : {}), ...Object.fromEntries(known) });
  return read.success ? read.output : undefined;
}

function factOf(raw: unknown): readonly Fact[] {
  const read = v.safeParse(propertySchema, raw);
  if (!read.success || read.output.hidden) return [];
  const { name, label, text: words, value, unit, links } = read.output;
  const title = label ?? name ?? '';
  const link = links?.find(({ url }) => url !== null && /^https?:\/\//iu.test(url));
  const shown = words ?? (value === null ? '' : [value, unit].filter((part) => part !== null).join(' '));
  const said = shown === '' ? (link?.label ?? link?.url ?? '') : shown;
  return title === '' || said === '' ? [] : [{ name: title, value: said, href: link?.url ?? null }];
}

/** What an item is called. */
export function itemName({ name, id }: Pick<Item, 'name' | 'id'>): string {
  return name === null || name === '' ? id.slice(0, 8) : name;
}

/** Spec 2: "Class (only if the type does not end with the class)". */
export function shownClass({ type, config_class: name }: Pick<Item, 'type' | 'config_class'>): string | null {
  return name === null || name === '' || (type ?? '').endsWith(name) ? null : name;
}
