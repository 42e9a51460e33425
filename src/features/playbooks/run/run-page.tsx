import { useMemo, type ReactElement } from 'react';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { BodyView } from '#src/views/body-view.tsx';
import { isRow } from '#src/views/row-text.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { parametersOf } from '../runs/run-parameters.ts';
import { readRun, runResource } from '../runs/run-row.ts';
import { LastRun } from './earlier-runs.tsx';
import { readDefinition, type PlaybookDefinition } from './playbook-definition.ts';
import { RunForm } from './run-form-part.tsx';
import { searchOfSubject, subjectOf, type RunFormSearch } from './run-search.ts';
import { SubjectField } from './subject-field.tsx';

interface RunPageProps {
  playbookId: string;
  search: RunFormSearch;
  onChange: (search: RunFormSearch) => void;
  onRan: (href: string) => void;
}

/** `/playbooks/{id}/run`: what it is run on, its parameters, and the press that starts it (spec 2). */
export function RunFormPage(props: RunPageProps): ReactElement {
  const { playbookId } = props;
  const read = useDocument('playbook', playbookId, true);
  const body = read.value?.body;
  const definition = useMemo(() => readDefinition(body), [body]);
  const name = definition?.name ?? 'playbook';
  usePageFrame({
    title: `Run ${name}`,
    sealedTitle: 'Run playbook',
    crumbs: [
      { label: 'Playbooks', href: lastListHref('/playbooks') },
      { label: definition?.name ?? 'Playbook' },
      { label: 'Run' },
    ],
  });
  return (
    <div className="flex min-h-full flex-col">
      <PageHeader meta={definition?.description ?? undefined} title={`Run ${name}`} />
      <div className="px-page pb-6">
        <BodyView read={read} what="The playbook">
          {() =>
            definition === undefined ? (
              <InlineBar tone="error">
                This playbook is written in a way that the app does not understand.
              </InlineBar>
            ) : (
              <Begun {...props} definition={definition} />
            )
          }
        </BodyView>
      </div>
    </div>
  );
}

interface BegunProps extends RunPageProps {
  definition: PlaybookDefinition;
}

const NONE = {};

/** Waits for the run that it begins with, where the address names one. */
function Begun(props: BegunProps): ReactElement {
  const { search } = props;
  const { from } = search;
  const read = useDocument('playbook-run', from ?? '', from !== undefined);
  const body = read.value?.body;
  const earlier = useMemo(() => (isRow(body) ? parametersOf(body) : undefined), [body]);
  const run = readRun(body);
  const resource = run === undefined ? null : runResource(run);
  const subject = subjectOf(search) ?? resource;
  if (from !== undefined && read.value === undefined && read.status !== 'failed') {
    return (
      <LoadingRegion isLoading label="Loading the run" skeleton={<SkeletonRows count={4} />}>
        {null}
      </LoadingRegion>
    );
  }
  return (
    <div className="flex max-w-[44rem] flex-col gap-4">
      {from !== undefined && earlier === undefined && (
        <InlineBar tone="warning">
          The values of that run are not on this device.{' '}
          {read.error?.message ?? read.value?.claim.reason ?? ''}
        </InlineBar>
      )}
      <Chosen {...props} earlier={earlier ?? NONE} subject={subject} />
    </div>
  );
}

interface ChosenProps extends BegunProps {
  subject: RunSubject | null;
  /** Name → text of the run it begins with. */
  earlier: Readonly<Record<string, string>>;
}

function Chosen({
  playbookId,
  definition,
  subject,
  earlier,
  search,
  onChange,
  onRan,
}: ChosenProps): ReactElement {
  const { areRolesKnown, can } = useAccess();
  const { targets } = definition;
  const isChosen = subject !== null || targets.length === 0;
  return (
    <>
      {(targets.length > 0 || subject !== null) && (
        <SubjectField
          subject={subject}
          targets={targets}
          onChange={(next) => onChange({ from: search.from, ...searchOfSubject(next) })}
        />
      )}
      <LastRun playbookId={playbookId} subject={subject} />
      {isChosen ? (
        <RunForm
          definition={definition}
          earlier={earlier}
          from={search.from}
          // Another thing is another form: its defaults and its draft are its own.
          key={subject === null ? '' : `${subject.kind} ${subject.id}`}
          playbookId={playbookId}
          readOnly={
            areRolesKnown && !can('write', 'playbooks') ? 'Your role may not run playbooks' : undefined
          }
          subject={subject}
          onRan={onRan}
        />
      ) : (
        <p className="text-body text-muted">Please select a resource to see the parameters.</p>
      )}
    </>
  );
}
