import * as v from 'valibot';
import type { IndexResult } from '#sync/protocol/index-query.ts';
import type { PagedRow } from '#sync/protocol/paged.ts';

/** What only the server counts of a type, of 30 days; null where it does not say. */
export interface ServerCounts {
  readonly changes: number | null;
  readonly insights: readonly { readonly type: string; readonly count: number }[];
  readonly cost: number | null;
}

/** A type of the catalog with what is known of its items. */
export interface TypeSummary {
  /** The type itself. */
  readonly id: string;
  readonly provider: string;
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
  return type.split('::')[0] ?? type;
}

/** Types as the index of this device gathers them, each with the server's counts where they are known. */
export function summariesOf(
  groups: IndexResult['groups'],
  rows: readonly PagedRow[] | undefined,
): readonly TypeSummary[] {
  const byType = new Map((rows ?? []).map((row) => [row.id, row]));
  return groups.map(({ values, count: all, splits }) => {
    const type = values[0] ?? 'none';
    const of = (state: string): number => splits[0]?.find(({ value }) => value === state)?.count ?? 0;
    const [healthy, unhealthy, warning] = [of('healthy'), of('unhealthy'), of('warning')];
    const provider = providerOf(type);
    const row = byType.get(type);
    return {
      id: type,
      provider,
      name: type === provider ? type : type.slice(provider.length + '::'.length),
      count: all,
      health: { healthy, unhealthy, warning, unknown: all - healthy - unhealthy - warning },
      server: row === undefined ? undefined : readCounts(row),
    };
  });
}

/** One provider with its types. */
export interface ProviderGroup {
  readonly provider: string;
  readonly types: readonly TypeSummary[];
}

/** What is pinned to the top of the list. */
export const PINNED = 'Favourites';

/** Types under their providers, the pinned ones first and under their own heading. */
export function byProvider(
  types: readonly TypeSummary[],
  pinned: readonly string[],
): readonly ProviderGroup[] {
  const isPinned = new Set(pinned);
  const favourites = types.filter(({ id }) => isPinned.has(id));
  const groups = new Map<string, TypeSummary[]>();
  for (const type of types) {
    if (isPinned.has(type.id)) continue;
    groups.set(type.provider, [...(groups.get(type.provider) ?? []), type]);
  }
  const byName = (a: TypeSummary, b: TypeSummary): number => a.id.localeCompare(b.id);
  return [
    ...(favourites.length === 0 ? [] : [{ provider: PINNED, types: favourites.toSorted(byName) }]),
    ...[...groups]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([provider, of]) => ({ provider, types: of.toSorted(byName) })),
  ];
}
