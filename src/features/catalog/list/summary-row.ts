import * as v from 'valibot';
import type { IndexResult } from '#sync/protocol/index-query.ts';
import { own } from '#sync/protocol/own.ts';
import type { PagedRow } from '#sync/protocol/paged.ts';
import { gathered } from '#src/lib/gathered.ts';
import type { CatalogGroup } from './catalog-groups.ts';
import { DEFAULT_GROUPS, PROVIDER_END } from './group-dimensions.ts';
import type { GroupValue } from './catalog-view.ts';

/** What only the server counts of a type, of 30 days; null where it does not say. */
export interface ServerCounts {
  readonly changes: number | null;
  readonly insights: readonly { readonly type: string; readonly count: number }[];
  readonly cost: number | null;
}

/** Items of the catalog with the same values, mostly those of a type, and what is known of them. */
export interface TypeSummary {
  /** Its type where it is of one, or else of all its values. */
  readonly id: string;
  /** Null where items of several types are gathered. */
  readonly type: string | null;
  /** Under what it stands, outermost first. */
  readonly heads: readonly string[];
  readonly name: string;
  readonly count: number;
  readonly health: {
    readonly healthy: number;
    readonly unhealthy: number;
    readonly warning: number;
    readonly unknown: number;
  };
  /** Undefined where the server was not asked or did not answer yet. */
  readonly server: ServerCounts | undefined;
  /** The values, as they narrow a list. */
  readonly values: readonly GroupValue[];
}

/** Numbers come as numbers and, of some servers, as texts. */
const count = v.fallback(v.nullish(v.pipe(v.unknown(), v.transform(Number), v.finite()), null), null);
const countsSchema = v.object({
  changes: count,
  analysis: v.fallback(v.nullish(v.record(v.string(), v.number()), null), null),
  cost_30d: count,
  cost_total_30d: count,
});

function readCounts(row: PagedRow): ServerCounts | undefined {
  const parsed = v.safeParse(countsSchema, row);
  if (!parsed.success) return undefined;
  const { changes, analysis, cost_30d: cost, cost_total_30d: costElsewhere } = parsed.output;
  return {
    changes,
    insights: Object.entries(analysis ?? {}).map(([type, of]) => ({ type, count: of })),
    cost: cost ?? costElsewhere,
  };
}

/** `AWS` of `AWS::EC2::Instance`; a type without a provider stands for itself. */
export function providerOf(type: string): string {
  return type.split(PROVIDER_END)[0] ?? type;
}

/** Counts of several rows of the server together; null is no number, and of none of them nothing is known. */
function summed(all: readonly (ServerCounts | undefined)[]): ServerCounts | undefined {
  const known = all.flatMap((counts) => counts ?? []);
  const [first, ...others] = known;
  if (first === undefined || known.length < all.length) return undefined;
  const plus = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? null : a + b;
  return others.reduce((sum, next) => {
    const insights = new Map(sum.insights.map(({ type, count: of }) => [type, of]));
    for (const { type, count: of } of next.insights) insights.set(type, (insights.get(type) ?? 0) + of);
    return {
      changes: plus(sum.changes, next.changes),
      insights: [...insights].map(([type, of]) => ({ type, count: of })),
      cost: plus(sum.cost, next.cost),
    };
  }, first);
}

const textIn = v.fallback(v.nullish(v.string(), null), null);

/** The values that a row of the server stands under. */
function servedValues(row: PagedRow, by: readonly CatalogGroup[]): string {
  const type = v.parse(textIn, row['type']);
  return JSON.stringify(
    by.map((group) => {
      if (group.is === 'tag') return v.parse(textIn, own<unknown>(row, group.key));
      return group.is === 'config_class' ? type && providerOf(type) : type;
    }),
  );
}

/** Items as the index of this device gathers them, each with the server's counts where they are known. */
export function summariesOf(
  groups: IndexResult['groups'],
  rows: readonly PagedRow[] | undefined,
  by: readonly CatalogGroup[] = DEFAULT_GROUPS,
): readonly TypeSummary[] {
  const served = gathered(rows ?? [], (row) => servedValues(row, by));
  return groups.map(({ values, count: all, splits }) => {
    const of = (state: string): number => splits[0]?.find(({ value }) => value === state)?.count ?? 0;
    const [healthy, unhealthy, warning] = [of('healthy'), of('unhealthy'), of('warning')];
    const texts = values.map((value) => value ?? 'none');
    const typeAt = by.findIndex(({ is }) => is === 'type');
    const type = typeAt === -1 ? null : (texts[typeAt] ?? null);
    const isOneType = type !== null && by.every(({ is }) => is === 'type' || is === 'config_class');
    const key = JSON.stringify(values);
    const found = served.get(key);
    return {
      id: isOneType ? type : key,
      type: isOneType ? type : null,
      heads: texts.slice(0, -1),
      name: nameOf(texts, by),
      count: all,
      health: { healthy, unhealthy, warning, unknown: all - healthy - unhealthy - warning },
      server: found === undefined ? undefined : summed(found.map(readCounts)),
      values: by.map((group, at) => ({ group, value: values[at] ?? null })),
    };
  });
}

/** The innermost value; of a type under its provider the rest of it. */
function nameOf(texts: readonly string[], by: readonly CatalogGroup[]): string {
  const name = texts.at(-1) ?? 'none';
  const provider = texts[by.findIndex(({ is }) => is === 'config_class')];
  const isUnder = by.at(-1)?.is === 'type' && name.startsWith(`${provider}${PROVIDER_END}`);
  return isUnder ? name.slice(`${provider}${PROVIDER_END}`.length) : name;
}

/** What stands under one heading. */
export interface HeadedTypes {
  readonly heads: readonly string[];
  readonly types: readonly TypeSummary[];
}

/** What is pinned to the top of the list. */
export const PINNED = 'Favourites';

/** What is gathered under its headings, the pinned types first and under their own. */
export function underHeads(types: readonly TypeSummary[], pinned: readonly string[]): readonly HeadedTypes[] {
  const isPinned = new Set(pinned);
  const [favourites, others] = [true, false].map((wanted) =>
    types.filter(({ type }) => (type !== null && isPinned.has(type)) === wanted),
  );
  const byText = (a: readonly string[], b: readonly string[]): number =>
    a.join('\n').localeCompare(b.join('\n'));
  const byName = (a: TypeSummary, b: TypeSummary): number => a.name.localeCompare(b.name);
  const groups = gathered(others ?? [], ({ heads }) => JSON.stringify(heads));
  return [
    ...(favourites === undefined || favourites.length === 0
      ? []
      : [{ heads: [PINNED], types: favourites.toSorted((a, b) => byText([a.id], [b.id])) }]),
    ...[...groups.values()]
      .map((of) => ({ heads: of[0]?.heads ?? [], types: of.toSorted(byName) }))
      .toSorted((a, b) => byText(a.heads, b.heads)),
  ];
}
