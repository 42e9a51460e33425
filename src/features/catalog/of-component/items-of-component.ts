import { useMemo } from 'react';
import type { Live } from '#src/platform/replica/live.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import type { Claim } from '#sync/protocol/claim.ts';
import type { IndexFilter, IndexQuery } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { maybeText } from '#src/views/row-text.ts';

/** So many items can be told apart by one question. */
const MAX_ITEMS = 2_000;
/** Lines of one section; the lists of the catalog have the rest. */
export const MOST_LINES = 50;
/** No item at all would be no filter at all. */
const NO_ITEM = 'none';
const NO_IDS: readonly string[] = [];

/** Rows that belong to the items a component is linked to. */
export interface RowsOfItems {
  readonly live: Live<Pick<Claim, 'state' | 'asOf'>>;
  readonly rows: readonly JsonRow[];
  readonly total: number;
  /** Empty where the item is not on this device. */
  readonly nameOf: (configId: string | null) => string;
  /** The component is linked to no item: it cannot have any. */
  readonly isUnlinked: boolean;
}

/** The newest changes or insights of this device that belong to the items of a component. */
export function useRowsOfItems(
  tbl: 'config_changes' | 'config_analysis',
  componentId: string,
  filters: readonly IndexFilter[],
  sort: IndexQuery['sort'],
): RowsOfItems {
  const model = useReadModel();
  const links = useLive(() => model.itemsOfComponent(componentId), [model, componentId]);
  const itemIds = links.value?.data ?? NO_IDS;
  const answer = useIndexQuery(tbl, {
    filters: [
      ...filters,
      {
        kind: 'values',
        column: 'config_id',
        include: itemIds.length === 0 ? [NO_ITEM] : itemIds.slice(0, MAX_ITEMS),
        exclude: [],
      },
    ],
    text: '',
    sort,
    offset: 0,
    limit: MOST_LINES,
    facets: [],
    groups: null,
  });
  const found = useIndexRows(tbl, answer.value?.ids ?? NO_IDS);
  const rows = useMemo(() => (found.value ?? []).filter((row) => row !== null), [found.value]);
  const owners = useMemo(
    () => [...new Set(rows.flatMap((row) => maybeText(row, 'config_id') ?? []))],
    [rows],
  );
  const items = useIndexRows('config_items', owners);
  const isRead = links.value !== undefined && !answer.isBehind && !found.isBehind;
  return {
    live: liveOf(links, answer, isRead && found.value !== undefined),
    rows,
    total: answer.value?.total ?? 0,
    nameOf: (configId) => {
      const at = owners.indexOf(configId ?? '');
      return at === -1 ? '' : (maybeText(items.value?.[at], 'name') ?? '');
    },
    isUnlinked: links.value?.state === 'complete' && itemIds.length === 0,
  };
}

type Said = Live<Pick<Claim, 'state' | 'asOf'>>;

/** Of two reads the one that knows less decides. */
function liveOf(links: Said, answer: Said, isRead: boolean): Said {
  const error = links.error ?? answer.error;
  if (error !== undefined) return { status: 'failed', value: undefined, error };
  if (!isRead || links.value === undefined || answer.value === undefined)
    return { status: 'loading', value: undefined, error: undefined };
  const state = links.value.state === 'complete' ? answer.value.state : links.value.state;
  return { status: 'ready', value: { state, asOf: answer.value.asOf }, error: undefined };
}
