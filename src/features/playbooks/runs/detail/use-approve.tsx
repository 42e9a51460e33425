import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { useSession } from '#src/platform/session/session.ts';
import type { DetailAction } from '#src/views/detail/detail-spec.ts';
import { EffectBars, type EffectBarWords } from '#src/views/effect/effect-bars.tsx';
import { openEffects } from '#src/views/effect/effect-state.ts';
import type { EffectWords } from '#src/views/effect/effect-words.ts';
import { useEffectAction } from '#src/views/effect/use-effect-action.ts';
import { useEffects } from '#src/views/effect/use-effects.ts';
import { runHref, runName, type Run } from '../run-row.ts';
import { notApprover, waitsForApproval } from './approval.ts';

const WORDS: EffectWords = {
  failed: 'Run not approved',
  unknown: 'It is not known whether the run was approved',
  lookUp: 'Its status shows it if it was.',
  done: () => ({ kind: 'success', text: 'You approved the run.' }),
};

const BAR_WORDS: EffectBarWords = {
  question: 'Still approve this run?',
  verb: 'Send',
  noun: 'approval',
  refused: 'The server refused the approval.',
  may: 'the run may have been approved',
  lookUp: 'Its status shows it if it was.',
};

interface Approve {
  /** Empty where there is nothing to approve, or not for this person. */
  readonly actions: readonly DetailAction[];
  /** What was asked for from this device and is not settled. */
  readonly bars: ReactElement | null;
}

/** A press that lets a run begin: an effect, sent once. `spec`: of its playbook, where this device has it. */
export function useApprove(run: Run, spec: unknown, again: () => void): Approve {
  const { areRolesKnown, can } = useAccess();
  const email = useSession().identity?.email ?? '';
  const effects = useEffects();
  const { id: runId, playbook_id: playbookId } = run;
  const action = useEffectAction({
    screen: runHref(run),
    words: WORDS,
    shown: ['prepared', 'sending', 'unknown', 'refused', 'expired'],
    onDone: again,
  });
  if (playbookId === null || !waitsForApproval(run.status)) return { actions: [], bars: null };
  const [open = null] = openEffects(
    effects.value ?? [],
    (request) => request.kind === 'run.approve' && request.runId === runId,
  );
  const approve = (): void =>
    void action.ask({ kind: 'run.approve', playbookId, runId }, `Approve the run of ${runName(run)}`, open);
  const isOffered = areRolesKnown && can('write', 'playbooks');
  return {
    actions: isOffered
      ? [
          {
            is: 'button',
            id: 'approve',
            label: 'Approve',
            icon: Check,
            onPress: approve,
            isPrimary: true,
            isPending: action.isBusy,
            reason: notApprover(spec, email),
          },
        ]
      : [],
    bars: (
      <EffectBars
        action={action}
        effects={open === null ? [] : [open]}
        failure={effects.status === 'failed' ? effects.error.message : undefined}
        words={BAR_WORDS}
        onSend={approve}
      />
    ),
  };
}
