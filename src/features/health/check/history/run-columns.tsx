import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { instantMs, type Instant } from '#src/lib/age.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { StatusMark, type Status } from '#src/ui/marks/status-mark.tsx';

const SAME_DAY = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const OTHER_DAY = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const OTHER_YEAR = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment as a history names it: the time to the second today, with its day otherwise. */
export function momentText(time: Instant, nowMs: number): string {
  const atMs = instantMs(time);
  if (atMs === undefined) return '–';
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  if (at.getFullYear() !== now.getFullYear()) return OTHER_YEAR.format(at);
  return at.toDateString() === now.toDateString() ? SAME_DAY.format(at) : OTHER_DAY.format(at);
}

/** What a run said of itself; null: it did not say. */
export function statusOfRun(status: boolean | null): Status {
  return status === null ? 'unknown' : status ? 'healthy' : 'unhealthy';
}

/** Spec 2.4: time, duration, message, error, status. Where there is no room for words, a run is opened for them. */
export const RUN_COLUMNS: readonly Column<FrozenRun>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '116px',
    isName: true,
    cell: ({ time }) => <RunTime time={time} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '84px',
    align: 'end',
    cell: ({ duration }) => <Duration ms={duration} />,
  },
  {
    id: 'message',
    header: 'Message',
    hideBelow: 'narrow',
    cell: ({ message }) => <Said text={message} />,
  },
  {
    id: 'error',
    header: 'Error',
    hideBelow: 'narrow',
    cell: ({ error }) => <Said isError text={error} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '116px',
    cell: ({ status }) => <StatusMark status={statusOfRun(status)} />,
  },
];

function RunTime({ time }: { time: string }) {
  return (
    <time className="tabular" dateTime={time} title={new Date(time).toString()}>
      {momentText(time, useMinuteNow())}
    </time>
  );
}

function Said({ text, isError = false }: { text: string | null | undefined; isError?: boolean }) {
  if (text === null || text === undefined || text === '') return <span className="text-muted">–</span>;
  return (
    <span className={isError ? 'text-danger' : ''} title={text}>
      {text}
    </span>
  );
}
