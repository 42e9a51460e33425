import { useMemo, type ReactElement } from 'react';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { runPlaybookHref } from '#src/platform/actions/run-playbook.ts';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { useEffects } from '#src/views/effect/use-effects.ts';
import { FormPage } from '#src/views/form/form-page.tsx';
import { OpenRunBars } from './open-run-bars.tsx';
import { openRuns } from './open-runs.ts';
import { runtimeParam, type PlaybookDefinition } from './playbook-definition.ts';
import { baseOf, runForm } from './run-form.ts';
import { useRunParams } from './use-run-params.ts';
import { useRunSending } from './use-run-sending.ts';
import { useSubjectName } from './use-subject-name.ts';

interface RunFormProps {
  playbookId: string;
  definition: PlaybookDefinition;
  subject: RunSubject | null;
  /** Name → text of the run it begins with. */
  earlier: Readonly<Record<string, string>>;
  readOnly: string | undefined;
  /** The run it begins with: its draft is another one. */
  from: string | undefined;
  onRan: (href: string) => void;
}

/** The parameters of a playbook, and the press that runs it once; without a connection it is kept and asked again. */
export function RunForm(props: RunFormProps): ReactElement {
  const { playbookId, definition, subject, earlier, readOnly, from, onRan } = props;
  // One without selectors has nothing to be rendered (reference L8).
  const answer = useRunParams(playbookId, definition.targets.length === 0 ? null : subject);
  const found = answer?.kind === 'params' ? answer.params : definition.params;
  const params = useMemo(() => found.map((param) => runtimeParam(param, location.origin)), [found]);
  const name = useSubjectName(subject);
  const title = `Run ${definition.name}${subject === null ? '' : ` on ${name ?? `a ${subject.kind}`}`}`;
  const form = useMemo(
    () => runForm({ playbookId, params, subject, title }),
    [playbookId, params, subject, title],
  );
  const base = useMemo(() => baseOf(form, params, earlier), [form, params, earlier]);
  const screen = runPlaybookHref(playbookId, subject ?? undefined);
  const sending = useRunSending(screen, onRan);
  const offline = sending.action.blocker;
  const effects = useEffects();
  const open = openRuns(effects.value ?? [], playbookId, subject);
  const isUnsettled = open.some(({ state }) => state === 'unknown' || state === 'sending');
  return (
    <>
      <OpenRunBars
        action={sending.action}
        effects={open}
        failure={effects.status === 'failed' ? effects.error.message : undefined}
        playbookId={playbookId}
      />
      {answer?.kind === 'unanswered' && answer.why === 'refused' && (
        <InlineBar tone="warning">
          The server did not say which values fit: {answer.reason} Those of the playbook are shown.
        </InlineBar>
      )}
      {params.length === 0 && <p className="text-body text-muted">No parameters for this playbook.</p>}
      <FormPage
        blocker={
          effects.value === undefined ? 'Reading' : isUnsettled ? 'Settle the earlier run first' : undefined
        }
        busyVerb="Running..."
        isHeldUntilValid
        keepAt={{ lines: `${screen}#form${from === undefined ? '' : `:${from}`}` }}
        readOnly={readOnly}
        resolve={() => ({ base })}
        spec={form.spec}
        verb={offline === undefined ? 'Run' : 'Prepare the run'}
        onDone={sending.done}
        onSubmit={sending.submit}
      />
      {offline !== undefined && readOnly === undefined && (
        <p className="text-table text-muted">
          {offline}. The run is kept on this device for 15 minutes and asked about again; it is never sent by
          itself.
        </p>
      )}
    </>
  );
}
