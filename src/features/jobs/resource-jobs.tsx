import { History } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { timeRangeDisplay, timeRangeOf, timeRangeProblem } from '#src/lib/time-range.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import { useListAddress, type AddressProps } from '#src/views/list/use-list-address.ts';
import { usePagedRows } from '#src/views/list/use-paged-rows.ts';
import { jobColumns, narrowColumns } from './job-columns.tsx';
import { jobFilters } from './job-filters.tsx';
import { questionOf, type JobResource } from './job-query.ts';
import { readRun, runName, type JobRun } from './job-row.ts';
import { jobSearch, PAGE_SIZES, type JobParams, type JobSearch } from './job-search.ts';
import { OpenRun } from './open-run.tsx';

interface ResourceJobsProps extends AddressProps<JobSearch> {
  /** The page that the runs are on; another resource is another page. */
  path: string;
  resource: JobResource;
  /** One step back in history. */
  onBack: () => void;
}

/** The runs of the jobs of one resource, as a tab of its page. */
export function ResourceJobs({ path, resource, onBack, ...rest }: ResourceJobsProps): ReactElement {
  const [spec] = useState(() => specOf(path, resource));
  const address = useListAddress(spec.search, rest);
  // oxlint-disable-next-line react/hooks -- a tab keeps its description while it is mounted
  const source = spec.useRows(address.search);
  return (
    <div className="-mx-page flex h-[max(26rem,calc(100dvh-14rem))] min-h-0 flex-col">
      <ListBody isPart actions={null} address={address} source={source} spec={spec} />
      <OpenRun address={address} lines={source.lines} onBack={onBack} />
    </div>
  );
}

function specOf(path: string, resource: JobResource): ListSpec<JobParams, JobRun> {
  const search = jobSearch(path);
  return {
    id: `jobs-of-${resource.type}`,
    words: {
      title: 'Job History',
      rows: 'Job runs',
      find: null,
      empty: { icon: History, title: 'No data available' },
    },
    search,
    filters: jobFilters,
    useNames: (asked) => {
      const view = search.view(asked);
      const range = timeRangeOf(view);
      const words = range === undefined ? undefined : timeRangeDisplay(range);
      return (param) => (param === 'rangeType' ? (timeRangeProblem(view) ?? words) : undefined);
    },
    columns: jobColumns,
    narrowColumns,
    layoutKey: storageKeys.jobColumns,
    pageSizes: PAGE_SIZES,
    useRows: (asked) => usePagedRows({ question: questionOf(resource, asked), toRow: readRun }),
    rowName: runName,
    rowHref: ({ id }, asked) => search.href({ ...asked, runId: id }),
  };
}
