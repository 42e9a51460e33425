import type { ReactElement } from 'react';
import { History } from 'lucide-react';
import { runsRead } from '#sync/read/playbooks/run-list.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { useRun } from '../detail/use-run.ts';
import { RunStatus } from '../run-columns.tsx';
import { readRun, resourceName, runDate, runMs, runName, runResource, type Run } from '../run-row.ts';
import { runCompareSearch, type RunCompareSearch } from './run-compare-search.ts';

interface ChooseRunProps {
  search: RunCompareSearch;
  side: 'a' | 'b';
  /** The run that is chosen already. */
  other: string | undefined;
}

/** Which run to compare with: those of the same playbook that are on this device. */
export function ChooseRun({ search, side, other }: ChooseRunProps): ReactElement {
  if (other === undefined) return <Choices playbookId={undefined} search={search} side={side} />;
  return <SamePlaybook other={other} search={search} side={side} />;
}

function SamePlaybook({ other, ...rest }: ChooseRunProps & { other: string }): ReactElement {
  const part = useRun(other);
  if (part.is === 'loading') return <SkeletonRows count={6} />;
  if (part.is !== 'found')
    return (
      <EmptyState icon={History} title="The run to compare with cannot be shown">
        Open it from the list of runs once it is on this device.
      </EmptyState>
    );
  return <Choices {...rest} but={other} playbookId={part.value.run.playbook_id ?? undefined} />;
}

interface ChoicesProps extends Pick<ChooseRunProps, 'search' | 'side'> {
  playbookId: string | undefined;
  but?: string;
}

/** More to choose from is no choice: the list of runs narrows them. */
const MOST = 100;

function Choices({ search, side, playbookId, but }: ChoicesProps): ReactElement {
  const model = useReadModel();
  const live = useLive(() => model.late(runsRead(playbookId)), [model, playbookId]);
  const all = (live.value?.data ?? []).flatMap((raw) => readRun(raw) ?? []).filter(({ id }) => id !== but);
  return (
    <section aria-label="Runs to compare with" className="flex min-w-0 flex-col gap-2">
      <h2 className="text-section font-semibold">
        {but === undefined ? 'Choose a run' : 'Choose a run of the same playbook'}
      </h2>
      {live.status === 'failed' && <ErrorPanel details={live.error.stack} message={live.error.message} />}
      <LoadingRegion
        isLoading={live.status === 'loading'}
        label="Loading the runs"
        skeleton={<SkeletonRows count={6} />}
      >
        {live.value !== undefined &&
          (all.length === 0 ? (
            <EmptyState icon={History} title="No other run of it is on this device">
              {live.value.state === 'complete'
                ? 'Runs of the last 7 days are here, and those that have not ended.'
                : 'There may be some that have not come to this device yet.'}
            </EmptyState>
          ) : (
            <>
              <p className="text-table text-muted">
                {all.length > MOST ? `The newest ${MOST} of ` : ''}
                {all.length.toLocaleString('en-US')} on this device:{' '}
                {live.value.state === 'complete'
                  ? 'those of the last 7 days, and those that have not ended.'
                  : 'there may be others that have not come yet.'}
              </p>
              <ul className="flex flex-col">
                {all.slice(0, MOST).map((run) => (
                  <Choice key={run.id} run={run} search={search} side={side} />
                ))}
              </ul>
            </>
          ))}
      </LoadingRegion>
    </section>
  );
}

function Choice({ run, search, side }: Pick<ChooseRunProps, 'search' | 'side'> & { run: Run }): ReactElement {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 border-b border-line text-table">
      <TextLink
        className="inline-flex min-h-target min-w-0 items-center wrap-any"
        href={runCompareSearch.href({ ...search, [side]: run.id })}
      >
        {runName(run)}
      </TextLink>
      <RunStatus run={run} />
      <Age at={runDate(run) ?? run.created_at} className="text-muted" label="Started" />
      <Duration className="text-muted" label="Duration" ms={runMs(run)} />
      <span className="min-w-0 truncate text-muted">{resourceName(runResource(run))}</span>
    </li>
  );
}
