import { History } from 'lucide-react';
import type { ReactElement } from 'react';
import { playbooksRead } from '#sync/read/playbooks/playbooks.ts';
import { isSameTimeRange, timeRangeDisplay, timeRangeProblem, timeRangeSearch } from '#src/lib/time-range.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { useRecentTimeRanges } from '#src/platform/device/recent-time-ranges.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { TimeRangePicker } from '#src/ui/filters/time-range-picker.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import type { ControlProps, PickerProps } from '#src/views/list/list-filters.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { NamePicker } from '#src/views/list/name-picker.tsx';
import type { NameOf } from '#src/views/list/search-spec.ts';
import { playbookName } from '../../list/playbook-groups.ts';
import { allRunColumns, narrowColumns } from '../run-columns.tsx';
import { runHref, runName, type Run } from '../run-row.ts';
import { statusTitle } from '../status-title.ts';
import { CompareChoice } from './choose-to-compare.tsx';
import { DEFAULT_RANGE, rangeOf } from './run-query.ts';
import { RUN_STATUSES, runSearch, type RunListParams, type RunListSearch } from './run-search.ts';

/** Spec 9: "Runs list: 150". */
const PAGE_SIZES = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const;

/** Two of them are chosen where their names stand. */
function withChoice<C extends Column<Run>>(column: C): C {
  return column.isName === true ? { ...column, beside: (run) => <CompareChoice run={run} /> } : column;
}

/** `/playbooks/runs` (spec 2): "Filtered by playbook, status and time range". */
export const runListSpec: Omit<ListSpec<RunListParams, Run>, 'useRows'> = {
  id: 'playbook-runs',
  words: {
    title: 'Playbook runs',
    rows: 'Playbook runs',
    find: null,
    empty: { icon: History, title: 'No data available' },
  },
  search: runSearch,
  filters: [
    { kind: 'slot', id: 'range', Control: RangeControl },
    { kind: 'pick', param: 'playbook', label: 'Playbook', Picker: PlaybookPicker },
    {
      kind: 'choice',
      param: 'status',
      label: 'Status',
      anyLabel: 'All',
      values: RUN_STATUSES,
      titleOf: statusTitle,
    },
  ],
  useNames,
  columns: allRunColumns.map(withChoice),
  narrowColumns: narrowColumns.map(withChoice),
  layoutKey: storageKeys.allRunColumns,
  pageSizes: PAGE_SIZES,
  rowName: runName,
  rowHref: (run) => runHref(run),
};

function usePlaybookNames() {
  const model = useReadModel();
  return useLive(
    () =>
      model.late(playbooksRead).then((read) => ({
        ...read,
        data: read.data.map((playbook) => ({ id: playbook.id, name: playbookName(playbook) })),
      })),
    [model],
  );
}

function PlaybookPicker(props: PickerProps): ReactElement {
  const live = usePlaybookNames();
  return <NamePicker {...props} failure="Playbooks could not be read:" label="Playbook" live={live} />;
}

function useNames(search: RunListSearch): NameOf {
  const view = runSearch.view(search);
  const playbooks = usePlaybookNames().value?.data;
  return (param) => {
    if (param === 'rangeType') return timeRangeProblem(view) ?? timeRangeDisplay(rangeOf(view));
    if (param === 'playbook') return playbooks?.find(({ id }) => id === view.playbook)?.name;
    return undefined;
  };
}

function RangeControl({ view, change }: ControlProps<RunListParams>): ReactElement {
  const [recent, keep] = useRecentTimeRanges();
  return (
    <TimeRangePicker
      isRequired
      label="Time range"
      recent={recent}
      value={rangeOf(view)}
      onChange={(range) => change(timeRangeSearch(isSameTimeRange(range, DEFAULT_RANGE) ? undefined : range))}
      onRecentChange={keep}
    />
  );
}
