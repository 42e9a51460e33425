import type { ReactElement } from 'react';
import { instantMs } from '#src/lib/age.ts';
import { formatDuration } from '#src/lib/durations.ts';
import { cx } from '#src/ui/class-names.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { RunStatus } from '../run-columns.tsx';
import { timesOf, type Span } from './run-times.ts';
import type { RunRead } from './use-run.ts';

/** Where the time of a run went, as a chart whose rows are the rows of a table. */
export function TimesTab({ value: { run, steps }, claim }: DetailPartProps<RunRead>): ReactElement {
  const spans = timesOf(run, steps, instantMs(claim.asOf) ?? null);
  const [first] = spans;
  if (first === undefined) return <p className="text-table text-muted">It has taken no time yet.</p>;
  const fromMs = Math.min(...spans.map((span) => span.fromMs));
  const toMs = Math.max(...spans.map((span) => span.toMs));
  const isOpen = spans.some((span) => span.isOpen);
  return (
    <div className="flex max-w-5xl flex-col gap-2">
      <table aria-label="Time per step" className="w-full border-collapse text-table">
        <thead>
          <tr className="border-b border-line text-caption text-muted">
            <Head>Step</Head>
            <Head>Status</Head>
            <Head isEnd>Began after</Head>
            <Head isEnd>Took</Head>
            {/* Drawn for who sees it; every fact of it stands in the cells before. */}
            <td aria-hidden className="w-1/2 max-[700px]:hidden" />
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <Row fromMs={fromMs} key={span.id} span={span} toMs={toMs} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th className="py-1.5 pe-3 text-start font-medium" colSpan={3} scope="row">
              In all
            </th>
            <td className="py-1.5 text-end font-medium whitespace-nowrap tabular">
              {formatDuration(toMs - fromMs)}
              {isOpen && ' so far'}
            </td>
            <td aria-hidden className="max-[700px]:hidden" />
          </tr>
        </tfoot>
      </table>
      {isOpen && (
        <p className="text-table text-muted">
          What has not ended is counted up to <Ago at={claim.asOf} label="As of" />.
        </p>
      )}
    </div>
  );
}

function Head({ children, isEnd = false }: { children: string; isEnd?: boolean }): ReactElement {
  return (
    <th className={cx('py-1.5 pe-3 font-medium', isEnd ? 'text-end' : 'text-start')} scope="col">
      {children}
    </th>
  );
}

function Row({ span, fromMs, toMs }: { span: Span; fromMs: number; toMs: number }): ReactElement {
  const took = formatDuration(span.toMs - span.fromMs);
  return (
    <tr className="border-b border-line">
      <th
        className={cx('py-1.5 pe-3 text-start font-normal wrap-any', span.is !== 'step' && 'text-muted')}
        scope="row"
      >
        {span.name}
      </th>
      <td className="py-1.5 pe-3">{span.step === null ? null : <RunStatus run={span.step} />}</td>
      <td className="py-1.5 pe-3 text-end whitespace-nowrap text-muted tabular">
        {formatDuration(span.fromMs - fromMs)}
      </td>
      <td className="py-1.5 text-end whitespace-nowrap tabular">
        {took}
        {span.isOpen && ' so far'}
      </td>
      <td aria-hidden className="py-1.5 ps-4 max-[700px]:hidden">
        <Bar fromMs={fromMs} span={span} toMs={toMs} />
      </td>
    </tr>
  );
}

const LOOKS: Readonly<Record<Span['is'], string>> = {
  step: 'bg-accent',
  // Nothing happens: an outline, which colour only repeats.
  wait: 'border border-dashed border-muted',
  queued: 'border border-dashed border-muted',
};

function Bar({ span, fromMs, toMs }: { span: Span; fromMs: number; toMs: number }): ReactElement {
  const all = Math.max(1, toMs - fromMs);
  const start = ((span.fromMs - fromMs) / all) * 100;
  const width = ((span.toMs - span.fromMs) / all) * 100;
  const isFailed = span.step?.status === 'failed';
  return (
    <span className="relative block h-3.5 overflow-hidden rounded-[3px] bg-chip">
      <span
        className={cx('absolute inset-y-0 rounded-[3px]', isFailed ? 'bg-unhealthy' : LOOKS[span.is])}
        // Two pixels are seen of the shortest, and none of them beyond the end.
        style={{ insetInlineStart: `min(${start}%, 100% - 2px)`, width: `max(2px, ${width}%)` }}
      />
    </span>
  );
}
