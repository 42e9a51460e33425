import { ChartLine, CircleSlash, CloudOff, Table2 } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { instantMs } from '#src/lib/age.ts';
import { formatDuration } from '#src/lib/durations.ts';
import { timeRangeWords } from '#src/lib/time-range-options.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { LoadingRegion, SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { StatusMark } from '#src/ui/marks/status-mark.tsx';
import { useWidth } from '#src/ui/layout/use-width.ts';
import { Unauthorized } from '#src/views/view-fallback.tsx';
import type { CheckWindow } from '../check-window.ts';
import { isComing } from '../coming.ts';
import { momentText, statusOfRun } from '../history/run-columns.tsx';
import { isPassing, type GraphPoint } from './graph-data.ts';
import { GraphTable } from './graph-table.tsx';
import type { GraphRead } from './use-graph.ts';

// Drawing is the larger part of a graph, and most checks are opened for their history.
const RunPlot = lazy(async () => {
  const { RunPlot: component } = await import('./run-plot.tsx');
  return { default: component };
});

interface GraphPanelProps {
  read: GraphRead;
  window: CheckWindow;
  /** Height of the plot in CSS pixels. */
  height: number;
}

/** Latency and status over time: a plot with a cursor for pointer and keys, and the same as a table. */
export function GraphPanel({ read, window, height }: GraphPanelProps): ReactElement {
  // Kept here, because the graph itself is taken away while another window is read.
  const [isTable, setTable] = useState(false);
  const [chosenMs, setChosenMs] = useState<number | null>(null);
  return (
    <LoadingRegion
      isLoading={read.status === 'loading'}
      label="Loading the graph"
      skeleton={
        <div className="flex flex-col justify-end gap-3" style={{ height: height + 40 }}>
          <SkeletonBar className="h-2/3 w-full" />
        </div>
      }
    >
      {read.status === 'failed' && (
        <ErrorPanel details={read.error.stack} message={read.error.message} onRetry={window.reload} />
      )}
      {read.status === 'missing' && <NoGraph why={read.why} />}
      {read.status === 'ready' &&
        (read.data.points.length === 0 ? (
          <NoPoints range={timeRangeWords(window.range).toLowerCase()} read={read} />
        ) : (
          <Graph {...{ height, read, isTable, chosenMs }} onChosen={setChosenMs} onTable={setTable} />
        ))}
    </LoadingRegion>
  );
}

type Ready = Extract<GraphRead, { status: 'ready' }>;

interface GraphProps {
  read: Ready;
  height: number;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** Where the cursor was put; null for nowhere. */
  chosenMs: number | null;
  onChosen: (atMs: number | null) => void;
}

function Graph({ read, height, isTable, onTable, chosenMs, onChosen }: GraphProps): ReactElement {
  const { data, since } = read;
  const index = indexAt(data.points, chosenMs);
  const point = data.points[index];
  return (
    <section aria-label="Latency and status over time" className="flex min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="text-table font-medium">Latency and status</h3>
        {!isTable && point !== undefined && <ReadOut point={point} />}
        <div className="ms-auto flex items-center gap-3">
          <GraphClaim read={read} />
          <Button
            icon={isTable ? ChartLine : Table2}
            size="small"
            variant="ghost"
            onPress={() => onTable(!isTable)}
          >
            {isTable ? 'Show as graph' : 'Show as table'}
          </Button>
        </div>
      </div>
      {isTable ? (
        <div className="flex min-h-0 flex-col" style={{ height }}>
          <GraphTable points={data.points} />
        </div>
      ) : (
        <Plot
          height={height}
          index={index}
          read={read}
          sinceMs={since === null ? null : (instantMs(since) ?? null)}
          onIndex={(at) => onChosen(data.points[at]?.atMs ?? null)}
        />
      )}
    </section>
  );
}

/** The point at a moment, or the last before it: runs come and leave while the cursor stays. Without a choice the newest. */
function indexAt(points: readonly GraphPoint[], atMs: number | null): number {
  if (atMs === null) return points.length - 1;
  return Math.max(
    0,
    points.findLastIndex((point) => point.atMs <= atMs),
  );
}

/** "14:02:11 · 120ms · Healthy": the point under the cursor. */
function ReadOut({ point }: { point: GraphPoint }): ReactElement {
  const nowMs = useMinuteNow();
  const runs = point.passed + point.failed;
  return (
    <span className="flex items-center gap-3 text-table">
      <span className="tabular text-muted">{momentText(point.atMs, nowMs)}</span>
      <span className="tabular">{latencyText(point)}</span>
      <StatusMark status={statusOfRun(isPassing(point))} />
      {runs > 1 && (
        <span className="tabular text-muted">
          {point.failed === 0 ? `${runs} runs` : `${point.failed} of ${runs} runs failed`}
        </span>
      )}
    </span>
  );
}

function latencyText({ latencyMs }: GraphPoint): string {
  return latencyMs === null ? 'not measured' : formatDuration(latencyMs);
}

function wordsOf(point: GraphPoint, nowMs: number): string {
  const passing = isPassing(point);
  const status = passing === null ? 'unknown' : passing ? 'healthy' : 'unhealthy';
  return `${momentText(point.atMs, nowMs)}, ${latencyText(point)}, ${status}`;
}

interface PlotProps {
  read: Ready;
  height: number;
  sinceMs: number | null;
  index: number;
  onIndex: (index: number) => void;
}

/** The plot with its cursor. A range input carries it, so that keys and screen readers find what they know. */
function Plot({ read, height, sinceMs, index, onIndex }: PlotProps): ReactElement {
  const { data, fromMs, toMs, heardMs } = read;
  const nowMs = useMinuteNow();
  const [ref, width] = useWidth<HTMLDivElement>();
  const point = data.points[index];
  return (
    <div className="relative min-w-0" ref={ref} style={{ minHeight: height }}>
      <input
        aria-label="Cursor of the graph"
        aria-valuetext={point === undefined ? '' : wordsOf(point, nowMs)}
        className="peer sr-only"
        max={data.points.length - 1}
        min={0}
        type="range"
        value={index}
        onChange={(event) => onIndex(Number(event.target.value))}
      />
      <div className="rounded-control peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
        {width > 0 && (
          <Suspense fallback={null}>
            <RunPlot
              activeIndex={index}
              data={data}
              fromMs={fromMs}
              heardMs={heardMs}
              height={height}
              sinceMs={sinceMs}
              toMs={toMs}
              width={width}
              onActive={onIndex}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Whose numbers these are, how old, and what is not among them. */
function GraphClaim({ read }: { read: Ready }): ReactElement {
  const { source, since, asOf } = read;
  const nowMs = useMinuteNow();
  return (
    <span className="text-table text-muted">
      {source === 'server' && 'Computed by the server. '}
      {since !== null && `Before ${momentText(since, nowMs)} nothing is on this device. `}
      As of <Ago at={asOf} label="Graph as of" />
    </span>
  );
}

function NoPoints({ read, range }: { read: Ready; range: string }): ReactElement {
  const { phase } = useSyncStatus();
  if (read.since === null) {
    return (
      <EmptyState icon={CircleSlash} title="No data available">
        The check did not run in the {range}.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CloudOff} title={isComing(phase) ? 'Downloading' : 'Not on this device yet'}>
      No run of the {range} is on this device yet.
    </EmptyState>
  );
}

function NoGraph({ why }: { why: 'unloaded' | 'forbidden' }): ReactElement {
  const { phase } = useSyncStatus();
  if (why === 'forbidden') {
    return <Unauthorized />;
  }
  return (
    <EmptyState icon={CloudOff} title={isComing(phase) ? 'Downloading' : 'Not on this device yet'}>
      The runs of this check have not been downloaded to this device. They will be downloaded as soon as the
      server can be reached.
    </EmptyState>
  );
}
