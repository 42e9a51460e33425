import { Play } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { runAgainHref } from '#src/platform/actions/run-playbook.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Duration } from '#src/ui/marks/duration.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import type { DetailAction, DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { usePersonName } from '#src/views/person-name.ts';
import { isRow } from '#src/views/row-text.ts';
import { playbookHref } from '../../list/playbook-href.ts';
import { useCompareAction } from '../compare/use-compare-action.ts';
import { runSearch } from '../list/run-search.ts';
import { RunStatus } from '../run-columns.tsx';
import { resourceName, runDate, runHref, runMs, runName, runResource, type Run } from '../run-row.ts';
import { approvalWords, waitsForApproval } from './approval.ts';
import { StepsTab } from './steps-tab.tsx';
import { TimesTab } from './times-tab.tsx';
import { useApprove } from './use-approve.tsx';
import { useRun, type RunRead } from './use-run.ts';

type Props = DetailPartProps<RunRead>;

/** A run of a playbook (spec 2). */
export const playbookRunSpec: DetailSpec<RunRead> = {
  subject: {
    label: 'Playbook run',
    notFound: 'No details found',
    list: { label: 'Playbook runs', href: () => lastListHref(runSearch.path) },
  },
  useOne: useRun,
  useHead: useRunHead,
  tabs: [
    { id: 'actions', label: 'Actions', Body: StepsTab },
    { id: 'times', label: 'Time per step', Body: TimesTab },
    { id: 'parameters', label: 'Parameters', Body: Parameters },
  ],
};

function useRunHead({ value: { run, again } }: Props): DetailHead {
  const name = runName(run);
  const resource = runResource(run);
  const compare = useCompareAction(run);
  const playbook = useDocument('playbook', run.playbook_id ?? '', waitsForApproval(run.status)).value?.body;
  const spec = isRow(playbook) ? playbook['spec'] : undefined;
  const approve = useApprove(run, spec, again);
  return {
    name,
    title: name,
    marks: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RunStatus run={run} />
        {resource !== null && <TextLink href={resource.href}>{resourceName(resource)}</TextLink>}
        <Age at={runDate(run) ?? run.created_at} label="Started" />
      </span>
    ),
    below: (
      <>
        {approve.bars}
        <RunFacts run={run} spec={spec} />
      </>
    ),
    isOld: false,
    actions: [compare, ...useRunAgain(run), ...approve.actions],
    refresh: async () => again(),
  };
}

/** Spec 2: 'Re-run playbook', with its parameters, for who may run playbooks (section 6). */
function useRunAgain({ id, playbook_id: playbookId }: Run): readonly DetailAction[] {
  const { areRolesKnown, can } = useAccess();
  if (playbookId === null || !areRolesKnown || !can('write', 'playbooks')) return [];
  return [
    { is: 'link', id: 'again', label: 'Re-run playbook', icon: Play, href: runAgainHref(playbookId, id) },
  ];
}

/** In one line, so that the steps stand on the first screen; what is not known is left out. */
function RunFacts({ run, spec }: Pick<RunRead, 'run'> & { spec: unknown }): ReactElement {
  const personName = usePersonName();
  const ms = runMs(run);
  const queuedMs = Date.parse(run.start_time ?? '') - Date.parse(run.created_at ?? '');
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Playbook',
      run.playbook_id === null ? (
        runName(run)
      ) : (
        <TextLink href={playbookHref(run.playbook_id)} key="playbook">
          {runName(run)}
        </TextLink>
      ),
    ],
    ['Triggered by', run.created_by === null ? 'An event' : (personName(run.created_by) ?? 'Somebody')],
    [
      'Started by',
      run.parent_id !== null && (
        <TextLink href={runHref({ id: run.parent_id })} key="parent">
          run {run.parent_id.slice(0, 8)}
        </TextLink>
      ),
    ],
    ['Approval', waitsForApproval(run.status) && approvalWords(spec)],
    ['Created', run.created_at !== null && <Age at={run.created_at} label="Created" />],
    ['Scheduled', run.scheduled_time !== null && <Age at={run.scheduled_time} label="Scheduled" />],
    ['Queued', !Number.isNaN(queuedMs) && <Duration label="Queued" ms={Math.max(0, queuedMs)} />],
    ['Started', run.start_time !== null && <Age at={run.start_time} label="Started" />],
    ['Duration', ms !== null && <Duration label="Duration" ms={ms} />],
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-table">
      {facts.map(([label, value]) =>
        value === null || value === false ? null : (
          <div className="flex items-baseline gap-1.5" key={label}>
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Parameters({ value: { parameters } }: Props): ReactElement {
  if (parameters === undefined)
    return <p className="text-table text-muted">They were not read on this device.</p>;
  const items = Object.entries(parameters).map(([label, value]) => ({ id: label, label, value }));
  return items.length === 0 ? (
    <p className="text-table text-muted">It has none.</p>
  ) : (
    <KeyValueList items={items} />
  );
}
