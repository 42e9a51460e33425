import { useMemo } from 'react';
import type { Claim } from '#sync/protocol/claim.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import { useIndexRows as useRowsOf } from '#src/platform/replica/use-index.ts';
import { mappedLines } from '#src/views/list/mapped-lines.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import { useIndexRows } from '#src/views/list/use-index-rows.ts';
import { maybeText } from '#src/views/row-text.ts';
import { askedOf } from './insight-query.ts';
import { readInsight, readItem, type Insight, type InsightItem } from './insight-row.ts';
import type { InsightParams, InsightView } from './insight-search.ts';
import { useItemScope } from './use-item-scope.ts';

const NO_LINES: Lines = [];

/** The insights of this device, with the names of their items. */
export function useInsights(view: InsightView): RowSource<Insight, InsightParams> {
  const scope = useItemScope(view);
  const { result, inView, ...source } = useIndexRows<Insight, InsightParams>({
    tbl: 'config_analysis',
    asked: askedOf(view, scope.among === undefined ? [] : scope.among),
    toRow: readInsight,
  });
  const named = useNamed(source.lines, inView);
  const index = useIndexClient();
  const isScoped = scope.among !== undefined;
  // Open ones are all here; others only as far as the device keeps them.
  const isWhole = view.status === 'open';
  const claim = isScoped ? claimOf(source.claim, scope.state, isWhole) : undefined;
  return {
    ...source,
    claim,
    error: source.error ?? scope.error,
    total: isScoped ? source.total : null,
    counted: result === undefined || !isScoped ? '' : countedWords(result.total, isWhole),
    lines: isScoped ? named : NO_LINES,
    problems: scope.problems,
    all: () => allNamed(index, source.all, isWhole),
  };
}

type Lines = RowSource<Insight, InsightParams>['lines'];

function useNamed(lines: Lines, inView: readonly Insight[]): Lines {
  const itemOf = useItems(inView);
  return useMemo(
    () => mappedLines(lines, (insight) => ({ ...insight, item: itemOf(insight.config_id) })),
    [lines, itemOf],
  );
}

function countedWords(total: number, isWhole: boolean): string {
  const counted = `Showing ${total.toLocaleString()}`;
  return isWhole ? counted : `${counted}: open ones, and those seen in the last 7 days`;
}

function claimOf(claim: Claim | undefined, state: Claim['state'], isWhole: boolean): Claim | undefined {
  if (claim === undefined) return undefined;
  return {
    ...claim,
    state: claim.state === 'complete' ? state : claim.state,
    lacks: isWhole ? claim.lacks : [...claim.lacks, { what: 'older' }],
  };
}

type ItemOf = (id: string | null) => InsightItem | null | undefined;

/** The items of the insights in view. */
export function useItems(insights: readonly Pick<Insight, 'config_id'>[]): ItemOf {
  const ids = useMemo(() => [...new Set(insights.flatMap(({ config_id: id }) => id ?? []))], [insights]);
  const { value, isBehind } = useRowsOf('config_items', ids);
  const isReading = isBehind || value === undefined;
  return useMemo(() => {
    const known = new Map((value ?? []).map((row) => [maybeText(row, 'id'), readItem(row)]));
    return (id) => known.get(id) ?? (isReading ? undefined : null);
  }, [value, isReading]);
}

/** So many rows are asked for at once. */
const STEP = 1_000;

async function allNamed(
  index: IndexClient,
  all: RowSource<Insight, InsightParams>['all'],
  isWhole: boolean,
): ReturnType<RowSource<Insight, InsightParams>['all']> {
  const found = await all();
  return { rows: await withNames(index, found.rows), isWhole: found.isWhole && isWhole };
}

async function withNames(index: IndexClient, rows: readonly Insight[]): Promise<readonly Insight[]> {
  const ids = [...new Set(rows.flatMap(({ config_id: id }) => id ?? []))];
  const known = new Map<string | null, InsightItem | null>();
  for (let at = 0; at < ids.length; at += STEP) {
    for (const row of await index.rows('config_items', ids.slice(at, at + STEP))) {
      if (row !== null) known.set(maybeText(row, 'id'), readItem(row));
    }
  }
  return rows.map((row) => ({ ...row, item: known.get(row.config_id) ?? null }));
}
