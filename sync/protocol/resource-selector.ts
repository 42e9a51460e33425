import * as v from 'valibot';
import type { IndexFilter } from './index-query.ts';

/** Some values and none of some others; of no `include` any. */
export interface Wanted {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What a label or a tag has to be: one of these values, any where there are none. `isNot` turns it round. */
export interface Need {
  readonly key: string;
  readonly values: readonly string[];
  readonly isNot: boolean;
}

/** A selector as far as a device can look at it (reference server.md 6, `POST /api/resources/search`). */
export interface Selector {
  readonly name: string | null;
  readonly namespace: string | null;
  /** Id of an agent. */
  readonly agentId: string | null;
  readonly types: Wanted;
  readonly statuses: Wanted;
  readonly health: Wanted;
  readonly labels: readonly Need[];
  readonly tags: readonly Need[];
}

/** Which rows may be picked. */
export interface PickOnly {
  readonly selectors: readonly Selector[];
  /** One of them is enough; else all of them have to fit. */
  readonly isAny: boolean;
  /** Fields of the selectors that nobody looks at here, so that there are more rows than they ask for. */
  readonly ignored: readonly string[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = v.array(v.string());
const list = v.union([
  texts,
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((each) => each.trim())),
  ),
]);

/** They say how something is found, and nothing of what. */
const ABOUT_SEARCH: ReadonlySet<string> = new Set(['cache', 'includeDeleted']);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Values as the server's lists have them: `!x` for none of x. Undefined for one with a wildcard. */
function wanted(value: unknown): Wanted | undefined {
  const read = v.safeParse(list, value);
  if (!read.success || read.output.some((each) => each.includes('*'))) return undefined;
  const given = read.output.filter((each) => each !== '');
  return {
    include: given.filter((each) => !each.startsWith('!')),
    exclude: given.filter((each) => each.startsWith('!')).map((each) => each.slice(1)),
  };
}

const KEY = String.raw`(?<key>[\w./-]+)`;
const NEEDS: readonly (readonly [form: RegExp, isNot: boolean])[] = [
  [new RegExp(`^!\\s*${KEY}$`, 'u'), true],
  [new RegExp(`^${KEY}$`, 'u'), false],
  [new RegExp(`^${KEY}\\s*!=\\s*(?<value>[^=]*)$`, 'u'), true],
  [new RegExp(`^${KEY}\\s*={1,2}\\s*(?<value>[^=]*)$`, 'u'), false],
  [new RegExp(`^${KEY}\\s+notin\\s*\\((?<several>[^()]*)\\)$`, 'u'), true],
  [new RegExp(`^${KEY}\\s+in\\s*\\((?<several>[^()]*)\\)$`, 'u'), false],
];

/** One requirement of a Kubernetes selector; undefined for a form that is not looked at (`<`, `>`). */
function need(text: string): Need | undefined {
  for (const [form, isNot] of NEEDS) {
    const found = form.exec(text)?.groups;
    if (found === undefined) continue;
    const { key = '', value, several } = found;
    const values = several === undefined ? (value === undefined ? [] : [value.trim()]) : several.split(',');
    return { key, values: values.map((each) => each.trim()), isNot };
  }
  return undefined;
}

function needs(value: unknown): readonly Need[] | undefined {
  if (typeof value !== 'string') return undefined;
  // Commas inside brackets stand between values.
  const read = value
    .split(/,(?![^()]*\))/u)
    .map((each) => each.trim())
    .filter(Boolean)
    .map(need);
  const known = read.filter((each) => each !== undefined);
  return known.length === read.length ? known : undefined;
}

const ANY: Wanted = { include: [], exclude: [] };
const EVERYTHING: Selector = {
  name: null,
  namespace: null,
  agentId: null,
  types: ANY,
  statuses: ANY,
  health: ANY,
  labels: [],
  tags: [],
};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What one field asks for; undefined where nobody looks at it. */
function fieldOf(field: string, value: unknown): Partial<Selector> | undefined {
  const of = <K extends keyof Selector>(
    key: K,
    read: Selector[K] | undefined,
  ): Partial<Selector> | undefined => (read === undefined ? undefined : { [key]: read });
  switch (field) {
    case 'name':
    case 'namespace':
      return of(field, text(value));
    case 'agent':
      if (value === 'all') return {};
      return of('agentId', UUID.test(text(value) ?? '') ? text(value) : undefined);
    case 'types':
    case 'statuses':
    case 'health':
      return of(field, wanted(value));
    case 'labelSelector':
      return of('labels', needs(value));
    case 'tagSelector':
      return of('tags', needs(value));
    default:
      return ABOUT_SEARCH.has(field) ? {} : undefined;
  }
}

/** Selectors out of a document; undefined where they narrow nothing. */
export function readPickOnly(value: unknown, isAny: boolean): PickOnly | undefined {
  const given = (Array.isArray(value) ? value : [value]).filter(isObject);
  const ignored = new Set<string>();
  const selectors = given.map((each) => {
    let selector = EVERYTHING;
    for (const [field, asked] of Object.entries(each)) {
      if (asked === null || asked === '') continue;
      const read = fieldOf(field, asked);
      if (read === undefined) ignored.add(field);
      else selector = { ...selector, ...read };
    }
    return selector;
  });
  if (selectors.length === 0) return undefined;
  return { selectors, isAny, ignored: [...ignored].sort() };
}

/** What a row has, under the names of a selector. */
export interface SelectedRow {
  readonly name: string | null;
  readonly namespace: string | null;
  readonly agentId: string | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly health: string | null;
  readonly labels: unknown;
  readonly tags: unknown;
}

function passes({ include, exclude }: Wanted, value: string | null): boolean {
  if (value !== null && exclude.includes(value)) return false;
  return include.length === 0 || (value !== null && include.includes(value));
}

function meets(held: unknown, { key, values, isNot }: Need): boolean {
  const pairs = new Map(isObject(held) ? Object.entries(held) : []);
  const isMet = pairs.has(key) && (values.length === 0 || values.includes(String(pairs.get(key))));
  return isMet !== isNot;
}

function fitsOne(row: SelectedRow, selector: Selector): boolean {
  const { name, namespace, agentId, types, statuses, health, labels, tags } = selector;
  return (
    (name === null || name === row.name) &&
    (namespace === null || namespace === row.namespace) &&
    (agentId === null || agentId === row.agentId) &&
    passes(types, row.type) &&
    passes(statuses, row.status) &&
    passes(health, row.health) &&
    labels.every((each) => meets(row.labels, each)) &&
    tags.every((each) => meets(row.tags, each))
  );
}

/** Whether a row may be picked. */
export function fitsOnly(row: SelectedRow, { selectors, isAny }: PickOnly): boolean {
  const fits = (each: Selector): boolean => fitsOne(row, each);
  return isAny ? selectors.some(fits) : selectors.every(fits);
}

function pairsFilter(column: 'labels' | 'tags', all: readonly Need[]): IndexFilter[] {
  // Each in a filter of its own: within one, pairs of the same key stand for one another.
  return all.map(({ key, values, isNot }) => {
    const pairs = values.length === 0 ? [{ key, value: null }] : values.map((value) => ({ key, value }));
    return { kind: 'pairs', column, include: isNot ? [] : pairs, exclude: isNot ? pairs : [] };
  });
}

function valuesFilter(column: string, { include, exclude }: Wanted): IndexFilter[] {
  if (include.length + exclude.length === 0) return [];
  return [{ kind: 'values', column, include: [...include], exclude: [...exclude] }];
}

function filtersOf(selector: Selector): IndexFilter[] {
  const { namespace, agentId, types, statuses, health, labels, tags } = selector;
  const one = (value: string | null): Wanted => ({ include: value === null ? [] : [value], exclude: [] });
  // The namespace of an item is one of its tags.
  const place: readonly Need[] =
    namespace === null ? [] : [{ key: 'namespace', values: [namespace], isNot: false }];
  return [
    ...valuesFilter('type', types),
    ...valuesFilter('status', statuses),
    ...valuesFilter('health', health),
    ...valuesFilter('agent_id', one(agentId)),
    ...pairsFilter('labels', labels),
    ...pairsFilter('tags', [...place, ...tags]),
  ];
}

/** How an index of items is asked for them: it knows no "or" of several fields. */
export interface IndexOnly {
  /** The whole name; the index only finds words of it. */
  readonly name: string | null;
  readonly filters: readonly IndexFilter[];
  readonly ignored: readonly string[];
}

/** Filters of one question. */
const MOST_FILTERS = 12;

/** The same for items, which an index looks for. */
export function indexOnly({ selectors, isAny, ignored }: PickOnly): IndexOnly {
  const names = [...new Set(selectors.flatMap(({ name }) => name ?? []))];
  const filters = selectors.map(filtersOf);
  if (!isAny || selectors.length === 1) {
    const all = filters.flat();
    const [name = null] = names;
    return all.length > MOST_FILTERS || names.length > 1
      ? { name: null, filters: [], ignored: ['its many selectors', ...ignored] }
      : { name, filters: all, ignored };
  }
  // Of several, types stand for one another where each names some and nothing else.
  const isOfTypes = filters.every(
    (each) => each.length === 1 && each[0]?.kind === 'values' && each[0].column === 'type',
  );
  const include = selectors.flatMap(({ types }) => types.include);
  if (isOfTypes && names.length === 0 && selectors.every(({ types }) => types.exclude.length === 0))
    return { name: null, filters: valuesFilter('type', { include, exclude: [] }), ignored };
  return { name: null, filters: [], ignored: ['its several selectors', ...ignored] };
}
