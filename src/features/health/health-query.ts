import {
  DEFAULT_CHECK_LIMIT,
  healthColumns,
  type CheckLimit,
  type HealthDimension,
  type HealthQuery,
} from '#sync/protocol/health.ts';
import type { KeptAs } from '#sync/protocol/kept-list.ts';
import { groupByOptions, NO_GROUPING, tabByOptions, withoutLabelPrefix } from '#src/lib/group-options.ts';
import type { TriStateMode } from '#src/lib/tri-state.ts';
import { labelItems } from '#src/views/list/params.ts';
import { healthSearch, type HealthView } from './health-search.ts';

type Use = 'group' | 'tab';

/** The label key that a value of the address names; null for a field. */
export function labelKeyOf(param: string, use: Use): string | null {
  // Asked for the keys that the parameter may stand for, the list of choices says which of them it does.
  const bare = withoutLabelPrefix(param);
  const options = (use === 'group' ? groupByOptions : tabByOptions)([bare]);
  const option = options.find(({ id }) => id === param);
  return option === undefined ? param : (option.labelKey ?? null);
}

function dimensionOf(param: string, use: Use): HealthDimension {
  const key = labelKeyOf(param, use);
  if (key !== null) return { kind: 'label', key };
  if (param === 'agent') return { kind: 'column', column: 'agent_id' };
  const column = healthColumns.find((name) => name === param);
  // Every field but the agent is a column of the same name.
  return { kind: 'column', column: column ?? 'name' };
}

/**
 * The question a view asks; `nowMs` is a round minute, so that it changes no more often than what it decides. The limit
 * goes with the question, so that the worker counts by the same one as the page draws by.
 */
export function queryOf(
  view: HealthView,
  nowMs: number,
  withRows: number,
  limit: CheckLimit = DEFAULT_CHECK_LIMIT,
): HealthQuery {
  const items = labelItems(view.labels);
  const pairsOf = (wanted: TriStateMode): { key: string; value: string }[] =>
    items.filter(({ mode }) => mode === wanted).map(({ key, value }) => ({ key, value }));
  return {
    text: view.query.trim(),
    tabBy: dimensionOf(view.tabBy, 'tab'),
    tab: tabValueOf(view),
    groupBy: view.groupBy === NO_GROUPING ? null : dimensionOf(view.groupBy, 'group'),
    labels: { include: pairsOf('include'), exclude: pairsOf('exclude') },
    hidePassing: view.hidePassing,
    sort: { column: view.sortBy, descending: view.sortDesc && view.sortBy !== 'failing' },
    pivotBy: view.pivotBy === 'labels' && view.pivotLabel !== '' ? view.pivotLabel : null,
    nowMs,
    limit,
    withRows,
    keepAs: keptAs(view),
  };
}

/** A start mostly opens the list as it is without an address, or, after a reload, as it was. */
function keptAs(view: HealthView): KeptAs {
  return healthSearch.orderKey(view) === healthSearch.path ? 'start' : 'last';
}

/** How the tab of the checks of the server itself stands in the address; its value in the engine is empty. */
const LOCAL_TAB = 'local';

/** The value of the chosen tab; null for All. */
export function tabValueOf({ tab, tabBy }: Pick<HealthView, 'tab' | 'tabBy'>): string | null {
  if (tab === '') return null;
  return tabBy === 'agent' && tab === LOCAL_TAB ? '' : tab;
}

/** How a tab stands in the address. */
export function tabParam(value: string | null): string {
  return value === null ? '' : value === '' ? LOCAL_TAB : value;
}
