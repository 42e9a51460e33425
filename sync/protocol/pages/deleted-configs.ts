import * as v from 'valibot';
import { definePages, isDescending, limits, listFilters, text } from './spec.ts';
import { quoted } from '../query-text.ts';

/** Columns that both servers have; content, labels and costs are read with the item itself. */
const COLUMNS = 'id,name,type,config_class,status,health,description,tags,created_at,updated_at,deleted_at';

const pair = v.strictObject({ key: text, value: text, isExcluded: v.optional(v.boolean(), false) });
const pairs = v.optional(v.pipe(v.array(pair), v.maxLength(100)));

const query = v.strictObject({
  type: v.optional(text),
  health: v.optional(text),
  status: v.optional(text),
  tags: pairs,
  labels: pairs,
  search: v.optional(text),
  sortBy: v.optional(
    v.picklist(['deleted_at', 'name', 'type', 'status', 'created_at', 'updated_at']),
    'deleted_at',
  ),
  isDescending,
});

/**
 * Deleted items of the catalog, which no device keeps: what C2 asks of the view, of the table. `health` and `status` are
 * lists; of the included pairs of one key one holds, of the excluded ones none; every word of `search` is part of name,
 * type or description.
 */
export const deletedConfigs = definePages('deleted-configs', query, {
  kind: 'read',
  path: '/db/config_items',
  params: (asked, place) => {
    const words = (asked.search ?? '').split(/\s+/u).filter((word) => word !== '');
    const terms = [
      ...pairTerms('tags', asked.tags),
      ...pairTerms('labels', asked.labels),
      ...words.map(wordTerm),
    ];
    return [
      ['select', COLUMNS],
      ['deleted_at', 'not.is.null'],
      ...(asked.type === undefined ? [] : [['type', `eq.${asked.type}`] as const]),
      ...listFilters({ health: asked.health, status: asked.status }),
      ...(terms.length === 0 ? [] : [['and', `(${terms.join(',')})`] as const]),
      ['order', `${asked.sortBy}.${asked.isDescending ? 'desc' : 'asc'}.nullslast,id.asc`],
      ...limits(place),
    ];
  },
});

type Pairs = NonNullable<v.InferOutput<typeof pairs>>;

/** Conditions of a logic tree on pairs: one of the included ones of each key, none of the excluded. */
function pairTerms(column: 'tags' | 'labels', pairs: Pairs = []): readonly string[] {
  const has = ({ key, value }: Pairs[number]): string =>
    `${column}.cs.${quoted(JSON.stringify({ [key]: value }))}`;
  const included = new Map<string, string[]>();
  for (const pair of pairs.filter(({ isExcluded }) => !isExcluded)) {
    included.set(pair.key, [...(included.get(pair.key) ?? []), has(pair)]);
  }
  return [
    ...[...included.values()].map((terms) => `or(${terms.join(',')})`),
    ...pairs
      .filter(({ isExcluded }) => isExcluded)
      .map((pair) => `or(${column}.is.null,${has(pair).replace('.cs.', '.not.cs.')})`),
  ];
}

/** A word anywhere in a text; what means something in a pattern stands for any one letter. */
function wordTerm(word: string): string {
  const pattern = quoted(`*${word.replaceAll(/[*%_\\]/gu, '_')}*`);
  return `or(${['name', 'type', 'description'].map((column) => `${column}.ilike.${pattern}`).join(',')})`;
}
