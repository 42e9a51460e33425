import { Inbox } from 'lucide-react';
import { lazy, useMemo } from 'react';
import type { IncidentListRow, OpView } from '#sync/read/types.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import type { NameOf } from '#src/views/list/search-spec.ts';
import { useLiveRows } from '#src/views/list/use-live-rows.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { incidentPath } from '../commands.ts';
import { beginIncident } from '../early-incident.ts';
import {
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  linkedSeverities,
  titleOf,
} from '../incident-labels.ts';
import { changesByIncident } from '../marks.ts';
import { useComponentName, useIncidentList, useOpenOps, useOwnerName } from '../queries.ts';
import { useIsStale } from '../stale.ts';
import { hiddenCount } from './hidden-count.ts';
import { incidentColumns, narrowColumns, rowSync, type MarkedRow } from './incident-columns.tsx';
import {
  ANY,
  filterOf,
  incidentSearch,
  type IncidentParams,
  type IncidentSearch,
} from './incident-search.ts';

/** Fetched when a filter is opened: half of the first bundle's form code is in it. */
const OwnerList = lazy(async () => ({ default: (await import('./entity-lists.tsx')).OwnerList }));
const ComponentList = lazy(async () => ({
  default: (await import('#src/views/list/name-picker.tsx')).ComponentPicker,
}));

/** `/incidents` (spec 2.6). */
export const incidentListSpec: ListSpec<IncidentParams, MarkedRow> = {
  id: 'incidents',
  words: {
    title: 'Incidents',
    rows: 'Incidents',
    find: {
      param: 'search',
      label: 'Search incidents',
      shortcut: 'Search incidents',
      className: 'max-w-64 min-w-44 flex-1 max-[700px]:max-w-full',
    },
    empty: { icon: Inbox, title: 'There are no incidents matching this criteria' },
  },
  search: incidentSearch,
  filters: [
    { kind: 'choice', param: 'type', label: 'Type', anyLabel: 'Any type', values: incidentTypes, titleOf },
    {
      kind: 'choice',
      param: 'severity',
      label: 'Severity',
      anyLabel: 'Any severity',
      values: [...linkedSeverities, ...incidentSeverities],
      titleOf,
    },
    {
      kind: 'choice',
      param: 'status',
      label: 'Status',
      anyLabel: 'Any status',
      values: incidentStatuses,
      titleOf,
    },
    { kind: 'pick', param: 'owner', label: 'Owner', Picker: OwnerList },
    { kind: 'pick', param: 'component', label: 'Component', Picker: ComponentList },
  ],
  useNames,
  columns: incidentColumns,
  narrowColumns,
  layoutKey: storageKeys.incidentColumns,
  pageSizes: [],
  useRows,
  rowName: ({ title }) => title,
  rowHref: ({ id }) => incidentPath(id),
  // A dashed edge, so that a row whose change is not on the server is found by looking down the list.
  rowClassName: (row) => (rowSync(row) === undefined ? '' : 'shadow-[inset_2px_0_0_var(--border-control)]'),
};

function useNames({ owner, component }: IncidentSearch): NameOf {
  const names = new Map([
    ['owner', useOwnerName(owner)],
    ['component', useComponentName(component)],
  ]);
  return (param) => names.get(param);
}

/** The rows stand without marks until the outbox has been read; a failed read is said above them. */
const NOT_READ: readonly OpView[] = [];
const NO_ROWS: readonly IncidentListRow[] = [];

function useRows(search: IncidentSearch): RowSource<MarkedRow, IncidentParams> {
  const live = useIncidentList(filterOf(search));
  const ops = useOpenOps();
  const model = useReadModel();
  const read = live.value;
  const rows = read?.data.rows ?? NO_ROWS;
  const marked = useMemo(() => {
    const changesOf = changesByIncident(ops.value ?? NOT_READ);
    return rows.map((row): MarkedRow => {
      const changes = changesOf.get(row.id);
      // Most have none, and thousands of copies would be thousands of rows on the page.
      return changes === undefined ? row : { ...row, changes };
    });
  }, [rows, ops.value]);
  const local = useLiveRows({ live, rows: marked, columns: incidentColumns, spec: incidentSearch, search });
  const press = useMemo(() => (row: MarkedRow) => beginIncident(model, row.id), [model]);
  const words = hiddenCount(filterOf(search).status, rows.length, read?.data.hidden ?? NOTHING_HIDDEN);
  return {
    ...local,
    isStale: useIsStale(read?.asOf ?? null),
    counted: words.shown,
    hidden:
      words.hidden === null
        ? null
        : { text: words.hidden, label: 'Show incidents of every status', part: { status: ANY } },
    press,
    problems:
      ops.status === 'failed'
        ? [
            {
              error: ops.error,
              text: 'Unsent changes could not be read, so some marks may be missing',
            },
          ]
        : [],
  };
}

const NOTHING_HIDDEN = { total: 0, byStatus: {} };
