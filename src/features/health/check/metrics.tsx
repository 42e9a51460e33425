import { RotateCw } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { HealthRow, Latency } from '#sync/protocol/health.ts';
import { instantMs } from '#src/lib/age.ts';
import { formatDuration } from '#src/lib/durations.ts';
import { timeRangeWords, type TimeRangeOption } from '#src/lib/time-range-options.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { HealthBar } from '#src/ui/marks/health-bar.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TimeRangeSelect } from '#src/ui/filters/time-range-select.tsx';
import { useServerNow } from '../queries.ts';
import { nextRunAt, type CheckDetail } from './check-detail.ts';
import type { GraphRead } from './graph/use-graph.ts';
import { momentText } from './history/run-columns.tsx';

interface MetricsProps {
  row: HealthRow | null;
  detail: CheckDetail | undefined;
  graph: GraphRead;
  range: TimeRangeOption;
  onRange: (range: TimeRangeOption) => void;
  /** Asks for everything about the check anew. */
  onRefresh: () => void;
  /** The state of the check is past its limit: its numbers are too. */
  isStale: boolean;
}

/** What a reader asks first: how often it passes, how fast, how bad, since when, and when again. */
export function Metrics({
  row,
  detail,
  graph,
  range,
  onRange,
  onRefresh,
  isStale,
}: MetricsProps): ReactElement {
  const { phase } = useSyncStatus();
  const sample = sampleOf(graph, row, range);
  const lastRun = later(row?.lastRuntime ?? null, detail?.lastRun ?? null);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-table @min-[560px]:grid-cols-4 @min-[1100px]:flex @min-[1100px]:flex-wrap @min-[1100px]:gap-x-9">
      <Metric label="Uptime" note={sample.words}>
        <HealthBar
          failed={sample.uptime.failed}
          isStale={isStale}
          label="Uptime"
          passed={sample.uptime.passed}
        />
      </Metric>
      <Metric className="col-span-2 @min-[560px]:col-span-1" label="Latency" note={sample.words}>
        <span className="flex flex-wrap gap-x-3">
          <Percentile ms={sample.latency.p95} name="p95" />
          <Percentile ms={sample.latency.p97} name="p97" />
          <Percentile ms={sample.latency.p99} name="p99" />
        </span>
      </Metric>
      <Metric label="Severity">
        {row?.severity ? <SeverityBars severity={row.severity} /> : <Nothing words="not set" />}
      </Metric>
      <Metric label="Last Run">
        <Moment at={lastRun} label="Last run" />
      </Metric>
      <Metric label="Transitioned">
        <Moment at={row?.lastTransition ?? detail?.transitioned ?? null} label="Transitioned" />
      </Metric>
      <Metric label="Next Run">
        <NextRun
          at={
            (detail?.deletedAt ?? null) === null
              ? nextRunAt(detail?.nextRun ?? null, lastRun, row?.intervalMs ?? null)
              : null
          }
        />
      </Metric>
      <Metric className="col-span-2 @min-[1100px]:ms-auto" isLabelHidden label="Time Range">
        <span className="flex items-center gap-1">
          <TimeRangeSelect className="max-w-full" value={range} onChange={onRange} />
          <IconButton
            disabledReason={serverBlocker(phase)}
            icon={RotateCw}
            label="Refresh this check"
            onPress={onRefresh}
          />
        </span>
      </Metric>
    </dl>
  );
}

interface MetricProps {
  label: string;
  children: ReactNode;
  /** Beside the label: what the number speaks of. */
  note?: string | undefined;
  /** The control in it bears the name itself. */
  isLabelHidden?: boolean;
  className?: string;
}

function Metric({ label, children, note, isLabelHidden = false, className = '' }: MetricProps): ReactElement {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className={isLabelHidden ? 'sr-only' : 'text-caption text-muted'}>
        {label}
        {note !== undefined && <span className="text-muted"> · {note}</span>}
      </dt>
      <dd className={isLabelHidden ? '' : 'mt-0.5 flex min-h-6 items-center'}>{children}</dd>
    </div>
  );
}

interface Sample {
  readonly uptime: { readonly passed: number; readonly failed: number };
  readonly latency: Pick<Latency, 'p95' | 'p97' | 'p99'>;
  readonly words: string;
}

const NOTHING = { p95: null, p97: null, p99: null } as const;

/** The numbers of the chosen range where it is here; those of the list, which are of the last hour, otherwise. */
function sampleOf(graph: GraphRead, row: HealthRow | null, range: TimeRangeOption): Sample {
  if (graph.status === 'ready' && (graph.data.points.length > 0 || graph.since === null)) {
    const { uptime, latency } = graph.data;
    const words = timeRangeWords(range).toLowerCase();
    return { uptime, latency, words: graph.since === null ? words : `part of ${words}` };
  }
  return {
    uptime: row?.uptime ?? { passed: 0, failed: 0 },
    latency: row?.latency ?? NOTHING,
    words: 'last hour',
  };
}

function Percentile({ name, ms }: { name: string; ms: number | null }): ReactElement {
  return (
    <span className="whitespace-nowrap">
      <span className="text-muted">{name}</span>{' '}
      <span className="tabular">{ms === null ? '–' : formatDuration(ms)}</span>
    </span>
  );
}

const WEEK_MS = 7 * 86_400_000;

/** An age, and after a week the date: "8 days" reads like "just now" where it matters least. */
function Moment({ at, label }: { at: string | null; label: string }): ReactElement {
  const nowMs = useServerNow();
  const atMs = instantMs(at);
  if (atMs === undefined || at === null) return <Nothing words="not known" />;
  return (
    <span className="tabular whitespace-nowrap">
      <Age at={at} label={label} />
      <span aria-hidden className="text-muted">
        {' '}
        {nowMs - atMs < 60_000 ? '' : 'ago'}
        {nowMs - atMs > WEEK_MS && `, ${momentText(at, nowMs)}`}
      </span>
    </span>
  );
}

/** When the server means to run it next. A moment that is over was not kept, or is not heard of yet. */
function NextRun({ at }: { at: string | null }): ReactElement {
  const nowMs = useServerNow();
  const atMs = instantMs(at);
  if (atMs === undefined || at === null) return <Nothing words="not known" />;
  const isOver = atMs < nowMs - 60_000;
  return (
    <time className="tabular whitespace-nowrap" dateTime={at} title={new Date(atMs).toString()}>
      {atMs > nowMs
        ? `in ${formatDuration(Math.ceil((atMs - nowMs) / 60_000) * 60_000)}`
        : momentText(at, nowMs)}
      {isOver && <span className="text-muted"> (overdue)</span>}
    </time>
  );
}

function Nothing({ words }: { words: string }): ReactElement {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) >= Date.parse(b) ? a : b;
}
