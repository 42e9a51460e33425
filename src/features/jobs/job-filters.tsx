import type { ReactElement } from 'react';
import { timeRangeOf, timeRangeSearch } from '#src/lib/time-range.ts';
import { formatTriState, parseTriState } from '#src/lib/tri-state.ts';
import { useRecentTimeRanges } from '#src/platform/device/recent-time-ranges.ts';
import { TimeRangePicker } from '#src/ui/filters/time-range-picker.tsx';
import { TriStateFilter } from '#src/ui/filters/tri-state-filter.tsx';
import { jobStatusWord } from '#src/views/jobs/job-words.ts';
import type { ControlProps, FilterField } from '#src/views/list/list-filters.tsx';
import { JOB_STATUSES, MIN_DURATIONS, type JobParams } from './job-search.ts';

type Props = ControlProps<JobParams>;

const STATUSES = JOB_STATUSES.map((status) => ({ id: status, label: jobStatusWord(status) }));

/** Spec 002: "status, resource type, job name, duration, time range"; type is the page's own, names are chosen in their cells. */
export const jobFilters: readonly FilterField<JobParams>[] = [
  { kind: 'slot', id: 'range', Control: RangeControl },
  { kind: 'slot', id: 'status', Control: StatusControl },
  {
    kind: 'choice',
    param: 'duration',
    label: 'Duration',
    anyLabel: 'Any duration',
    values: MIN_DURATIONS,
    titleOf: (least) => `${least} or longer`,
  },
];

function StatusControl({ view, change }: Props): ReactElement {
  return (
    <TriStateFilter
      isExclusive
      items={parseTriState(view.status)}
      label="Status"
      options={STATUSES}
      titleOf={jobStatusWord}
      onChange={(items) => change({ status: formatTriState(items) })}
    />
  );
}

function RangeControl({ view, change }: Props): ReactElement {
  const [recent, keep] = useRecentTimeRanges();
  return (
    <TimeRangePicker
      label="Time range"
      recent={recent}
      value={timeRangeOf(view)}
      onChange={(range) => change(timeRangeSearch(range))}
      onRecentChange={keep}
    />
  );
}
