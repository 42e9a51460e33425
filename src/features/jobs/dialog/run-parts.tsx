import type { ReactElement, ReactNode } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { JsonText } from '#src/ui/text/json-text.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { JobStatus } from '#src/views/jobs/job-status.tsx';
import { Statistics } from '../job-columns.tsx';
import { agentOf, durationOf, readBody, statistics, type RunReport } from '../job-row.ts';
import type { OpenedRun } from './run-context.ts';
import { SummaryTable } from './summary-table.tsx';

type Props = DetailPartProps<OpenedRun>;

/** So many are read; what is copied has all of them. */
const MAX_ERRORS = 200;

function Report({
  value: { read },
  children,
}: Pick<Props, 'value'> & { children: (report: RunReport) => ReactNode }): ReactElement {
  return (
    <BodyView read={read} what="What this run reported">
      {(body) => {
        const known = readBody(body);
        return known === undefined ? <Nothing>No details found</Nothing> : children(known.content);
      }}
    </BodyView>
  );
}

function Nothing({ children }: { children: string }): ReactElement {
  return <p className="text-table text-muted">{children}</p>;
}

export function ErrorsTab({ value }: Props): ReactElement {
  return <Report value={value}>{({ errors }) => <Errors errors={errors} />}</Report>;
}

function Errors({ errors }: Pick<RunReport, 'errors'>): ReactElement {
  return (
    <div className="flex flex-col items-start gap-2.5">
      <CopyTextButton label="Copy" text={errors.join('\n')} />
      <ul aria-label="Errors" className="flex w-full flex-col gap-2">
        {errors.slice(0, MAX_ERRORS).map((error, at) => (
          <li
            className="rounded-control border border-line bg-panel px-2.5 py-1.5 font-mono text-caption whitespace-pre-wrap wrap-any"
            key={`${at} ${error}`}
          >
            {error}
          </li>
        ))}
      </ul>
      {errors.length > MAX_ERRORS && (
        <Nothing>{`The first ${MAX_ERRORS} of ${errors.length.toLocaleString()}. Copy has all of them.`}</Nothing>
      )}
    </div>
  );
}

export function ScrapeSummaryTab({ value }: Props): ReactElement {
  return (
    <Report value={value}>
      {({ scrapeSummary }) => <Summary label="Scrape Summary" value={scrapeSummary} />}
    </Report>
  );
}

export function ReconcileSummaryTab({ value }: Props): ReactElement {
  return (
    <Report value={value}>
      {({ reconcileSummary }) => <Summary label="Reconcile Summary" value={reconcileSummary} />}
    </Report>
  );
}

/** Counts by name as a table, anything else as it was sent. */
function Summary({ label, value }: { label: string; value: unknown }): ReactElement {
  return (
    <SummaryTable label={label} value={value}>
      <JsonText isFilling label={label} value={value} />
    </SummaryTable>
  );
}

export function DetailsTab({ value }: Props): ReactElement {
  return <Report value={value}>{() => <Nothing>It reported no errors and no summary.</Nothing>}</Report>;
}

/** Every field of a run that is no document; what is empty is left out. */
export function RunFacts({ value: { run } }: Props): ReactElement {
  const agent = agentOf(run);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Job Name', run.name],
    [
      'Agent',
      agent !== null && (
        <TextLink href={`/settings/agents?id=${encodeURIComponent(agent.id)}`}>{agent.name}</TextLink>
      ),
    ],
    ['Resource', <Resource key="resource" run={run} />],
    ['Status', <JobStatus key="status" status={run.status} />],
    ['Started', run.time_start !== null && <Age at={run.time_start} label="Started" />],
    ['Ended', run.time_end !== null && <Age at={run.time_end} label="Ended" />],
    ['Duration', durationOf(run) !== null && <Duration ms={durationOf(run)} />],
    ['Statistics', statistics(run).length > 0 && <Statistics run={run} />],
    ['Host', run.hostname],
  ];
  const items = facts.flatMap(([label, value]) =>
    value === null || value === false || value === '' ? [] : [{ id: label, label, value }],
  );
  return <KeyValueList items={items} />;
}

function Resource({ run: { resource_name: name, resource_id: id } }: Pick<OpenedRun, 'run'>): ReactElement {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {name ?? id ?? '–'}
      {id !== null && id !== '' && <CopyTextButton label="Copy id" text={id} />}
    </span>
  );
}
