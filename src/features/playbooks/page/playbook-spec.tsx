import { History, Pencil, Play, Trash2 } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { own } from '#sync/protocol/own.ts';
import { DocumentCode } from '#src/code/document-code.tsx';
import { runPlaybookHref } from '#src/platform/actions/run-playbook.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { PlainLink } from '#src/ui/text/text-link.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import type { DetailAction, DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { usePersonName } from '#src/views/person-name.ts';
import { isRow } from '#src/views/row-text.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { DeletePlaybook } from '../editor/delete-playbook.tsx';
import { PlaybookDialog } from '../editor/playbook-dialog.tsx';
import { usePlaybookRights } from '../editor/playbook-rights.ts';
import { categoryOf, playbookName } from '../list/playbook-groups.ts';
import { playbookSearch } from '../list/playbook-search.ts';
import { runsHref } from '../runs/list/run-search.ts';
import { RunStatus } from '../runs/run-columns.tsx';
import { runHref } from '../runs/run-row.ts';
import { ParameterList } from './parameter-list.tsx';
import { usePlaybookAddress } from './playbook-address.ts';
import { usePlaybook, type PlaybookRead } from './use-playbook.ts';

type Props = DetailPartProps<PlaybookRead>;

/** A playbook: what it does, what it takes, how it went last. */
export const playbookSpec: DetailSpec<PlaybookRead> = {
  subject: {
    label: 'Playbook',
    notFound: 'No resources found',
    list: { label: 'Playbooks', href: () => lastListHref(playbookSearch.path) },
  },
  useOne: usePlaybook,
  useHead: usePlaybookHead,
  tabs: [
    { id: 'spec', label: 'Spec', Body: SpecTab },
    { id: 'parameters', label: 'Parameters', Body: ParametersTab },
  ],
};

function usePlaybookHead({ value: { playbook, again } }: Props): DetailHead {
  const [dialog, setDialog] = useState<'none' | 'edit' | 'delete'>('none');
  const { mayWrite, readOnly } = usePlaybookRights(playbook);
  const { onLeave, onGo } = usePlaybookAddress();
  const close = (): void => setDialog('none');
  const { id, description } = playbook;
  const name = playbookName(playbook);
  const run: DetailAction = {
    is: 'button',
    id: 'run',
    label: 'Run',
    icon: Play,
    isPrimary: true,
    onPress: () => onGo(runPlaybookHref(id)),
  };
  const changes: readonly DetailAction[] = [
    { is: 'button', id: 'delete', label: 'Delete', icon: Trash2, onPress: () => setDialog('delete') },
    { is: 'button', id: 'edit', label: 'Edit', icon: Pencil, onPress: () => setDialog('edit') },
  ];
  return {
    name,
    title: name,
    marks: (
      <>
        <Marks playbook={playbook} />
        {dialog === 'edit' && <PlaybookDialog playbook={playbook} onClose={close} />}
        {dialog === 'delete' && <DeletePlaybook playbook={playbook} onClose={close} onDeleted={onLeave} />}
      </>
    ),
    below: (
      <div className="flex flex-col gap-2">
        {description !== null && <p className="max-w-prose text-body wrap-any">{description}</p>}
        <PlaybookFacts playbook={playbook} />
      </div>
    ),
    isOld: false,
    actions: [
      { is: 'link', id: 'history', label: 'History', icon: History, href: runsHref(id) },
      ...(mayWrite && readOnly === undefined ? changes : []),
      ...(mayWrite ? [run] : []),
    ],
    refresh: async () => again(),
  };
}

function Marks({ playbook }: Pick<PlaybookRead, 'playbook'>): ReactElement {
  const { source, marks } = playbook;
  const state = syncStateOf(marks);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{categoryOf(playbook)}</span>
      {source !== null && <span>{source}</span>}
      {state !== undefined && <SyncMark state={state} />}
    </span>
  );
}

/** In one line, so that the spec stands on the first screen; what is not known is left out. */
function PlaybookFacts({ playbook }: Pick<PlaybookRead, 'playbook'>): ReactElement {
  const personName = usePersonName();
  const { name, namespace, createdBy, createdAt, updatedAt, lastRun } = playbook;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Last run', lastRunOf(lastRun)],
    ['Name', name],
    ['Namespace', namespace],
    ['Created By', createdBy === null ? null : (personName(createdBy) ?? null)],
    ['Created', createdAt !== null && <Age at={createdAt} label="Created" />],
    ['Updated', updatedAt !== null && <Age at={updatedAt} label="Updated" />],
  ];
  return (
    <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-table">
      {facts.map(([label, value]) =>
        value === null || value === false ? null : (
          <div className="flex items-baseline gap-1.5" key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-any">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Of the runs of this device: where they are not all here, nobody knows which was the last. */
function lastRunOf(lastRun: PlaybookRead['playbook']['lastRun']): ReactNode {
  if (lastRun === undefined) return null;
  if (lastRun === null) return 'None in the last 7 days';
  return (
    <PlainLink className="inline-flex items-center gap-2" href={runHref(lastRun)}>
      <RunStatus run={lastRun} />
      <Age at={lastRun.at} label="Last run" />
    </PlainLink>
  );
}

interface DefinitionProps {
  value: PlaybookRead;
  children: (spec: unknown) => ReactNode;
}

/** What was written here before what the server has: somebody who saved it expects to see that. */
function Definition({ value: { playbook, definition }, children }: DefinitionProps): ReactElement {
  const made = own(playbook.definitionChanges, 'spec');
  if (made !== undefined) return <>{children(made)}</>;
  return (
    <BodyView isToRead read={definition} what={`The definition of ${playbookName(playbook)}`}>
      {(body) => children(isRow(body) ? body['spec'] : undefined)}
    </BodyView>
  );
}

function SpecTab({ value }: Props): ReactElement {
  const { format, onFormat } = usePlaybookAddress();
  const { mayWrite, readOnly } = usePlaybookRights(value.playbook);
  return (
    <>
      {mayWrite && readOnly !== undefined && (
        <InlineBar className="mb-2.5" tone="info">
          {readOnly}.
        </InlineBar>
      )}
      <Definition value={value}>
        {(spec) =>
          spec === undefined || spec === null ? (
            <p className="text-table text-muted">It has none.</p>
          ) : (
            <DocumentCode
              document={spec}
              format={format ?? 'yaml'}
              label="Spec"
              onFormat={(next) => onFormat(next === 'json' ? next : undefined)}
            />
          )
        }
      </Definition>
    </>
  );
}

function ParametersTab({ value }: Props): ReactElement {
  return <Definition value={value}>{(spec) => <ParameterList spec={spec} />}</Definition>;
}
