import { CircleSlash, CloudOff } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { timeRangeWords } from '#src/lib/time-range-options.ts';
import { Unauthorized } from '#src/views/view-fallback.tsx';
import type { CheckWindow } from '../check-window.ts';
import { isComing } from '../coming.ts';
import { DurationField } from './duration-field.tsx';
import {
  DEFAULT_PAGE_SIZE,
  isFiltered,
  NO_FILTERS,
  RUN_STATUSES,
  type HistoryFilters,
  type RunStatus,
  PAGE_SIZES,
} from './history-query.ts';
import { Pager } from '#src/ui/table/pager.tsx';
import { momentText, RUN_COLUMNS } from './run-columns.tsx';
import { RunDialog } from './run-dialog.tsx';
import { useHistory, type HistoryRead } from './use-history.ts';

const STATUS_WORDS: Readonly<Record<RunStatus, string>> = {
  all: 'All',
  healthy: 'Healthy',
  unhealthy: 'Unhealthy',
};

/** What of the history is looked at; the dialog keeps it from one check to the next. */
export interface HistoryView {
  readonly filters: HistoryFilters;
  readonly limit: number;
}

export const FIRST_VIEW: HistoryView = { filters: NO_FILTERS, limit: DEFAULT_PAGE_SIZE };

interface HistoryTabProps {
  window: CheckWindow;
  view: HistoryView;
  onView: (view: HistoryView) => void;
}

/** The runs of a check from this device, newest first, and how much of them is here. */
export function HistoryTab({ window, view, onView }: HistoryTabProps): ReactElement {
  const { filters, limit } = view;
  const [offset, setOffset] = useState(0);
  const [openRun, setOpenRun] = useState<FrozenRun | null>(null);
  const read = useHistory(window, { filters, offset, limit });
  // Runs leave the window when it moves on: a page that is gone gives way to the last one there is.
  if (read.status === 'ready' && offset > 0 && offset >= read.total) setOffset(lastPage(read.total, limit));
  const change = (next: HistoryView): void => {
    setOffset(0);
    onView(next);
  };
  return (
    <div className="flex h-full min-h-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-start gap-2">
        <ToolbarSelect
          label="Status:"
          options={RUN_STATUSES.map((id) => ({ id, label: STATUS_WORDS[id] }))}
          value={filters.status}
          onChange={(id) => {
            const status = RUN_STATUSES.find((known) => known === id);
            if (status !== undefined) change({ ...view, filters: { ...filters, status } });
          }}
        />
        <DurationField
          value={filters.duration}
          onChange={(duration) => change({ ...view, filters: { ...filters, duration } })}
        />
        <HistoryClaim read={read} />
      </div>
      <LoadingRegion
        isLoading={read.status === 'loading'}
        label="Loading the history"
        skeleton={<SkeletonRows />}
      >
        {read.status === 'failed' && (
          <ErrorPanel details={read.error.stack} message={read.error.message} onRetry={window.reload} />
        )}
        {read.status === 'ready' && (
          <>
            <DataTable
              className="min-h-64 flex-1 rounded-control border border-line"
              columns={RUN_COLUMNS}
              empty={
                <NoRuns
                  read={read}
                  window={window}
                  onClear={isFiltered(filters) ? () => change({ ...view, filters: NO_FILTERS }) : undefined}
                />
              }
              label="Status history"
              rowId={({ time }) => time}
              rowName={({ time }) => `Run of ${time}`}
              rows={read.runs}
              totalCount={read.total}
              onOpenRow={setOpenRun}
            />
            {read.total > 0 && (
              <Pager
                count={Math.max(0, Math.min(read.total - offset, limit))}
                sizes={PAGE_SIZES}
                isPart={read.reach === 'part'}
                limit={limit}
                offset={offset}
                total={read.total}
                onLimit={(next) => change({ ...view, limit: next })}
                onOffset={setOffset}
              />
            )}
          </>
        )}
      </LoadingRegion>
      {openRun !== null && <RunDialog run={openRun} onClose={() => setOpenRun(null)} />}
    </div>
  );
}

function lastPage(total: number, limit: number): number {
  return Math.max(0, Math.ceil(total / limit) - 1) * limit;
}

type Ready = Extract<HistoryRead, { status: 'ready' }>;

/** How old the runs are, and that there may be older ones elsewhere. */
function HistoryClaim({ read }: { read: HistoryRead }): ReactElement | null {
  const nowMs = useMinuteNow();
  if (read.status !== 'ready' || read.reach === 'unloaded' || read.reach === 'forbidden') return null;
  return (
    <p className="ms-auto flex min-h-control items-center text-table text-muted">
      <span>
        {read.reach === 'part' && read.since !== null && (
          <>Runs since {momentText(read.since, nowMs)} are on this device, older ones are not yet. </>
        )}
        As of <Ago at={read.asOf} label="History as of" />
      </span>
    </p>
  );
}

interface NoRunsProps {
  read: Ready;
  window: CheckWindow;
  /** Absent while nothing is filtered. */
  onClear: (() => void) | undefined;
}

/** Why no run is shown: there is none, or none is here. */
function NoRuns({ read, window, onClear }: NoRunsProps): ReactElement {
  const { phase } = useSyncStatus();
  const clear = onClear && <Button onPress={onClear}>Clear filters</Button>;
  switch (read.reach) {
    case 'forbidden':
      return <Unauthorized />;
    case 'none':
      return (
        <EmptyState action={clear} icon={CircleSlash} title="No data available">
          {onClear === undefined
            ? `The check did not run in the ${timeRangeWords(window.range).toLowerCase()}.`
            : `No run of the ${timeRangeWords(window.range).toLowerCase()} matches the filters.`}
        </EmptyState>
      );
    case 'part':
    case 'unloaded':
      if (isComing(phase) && window.problem !== null)
        return (
          <ErrorPanel
            message={`The runs could not be downloaded: ${window.problem}`}
            onRetry={window.reload}
          />
        );
      return isComing(phase) ? (
        <SkeletonRows />
      ) : (
        <EmptyState action={clear} icon={CloudOff} title="Not on this device yet">
          {read.reach === 'part'
            ? 'Only newer runs of this check are on this device, and none of them matches. Older ones will be downloaded as soon as the server can be reached.'
            : `The runs of the ${timeRangeWords(window.range).toLowerCase()} have not been downloaded to this device. They will be downloaded as soon as the server can be reached.`}
          {read.reach === 'unloaded' && read.asOf !== null && (
            <>
              {' '}
              Its runs were last requested <Ago at={read.asOf} />. Choose a longer time range to see them.
            </>
          )}
        </EmptyState>
      );
  }
}
