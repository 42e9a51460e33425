import { useMemo, useState } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import { runRead } from '#sync/read/playbooks/run-detail.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { useIsPageHidden } from '#src/ui/page-hidden.ts';
import { useInterval } from '#src/ui/use-timer.ts';
import { absentPart } from '#src/views/body-part.ts';
import { isRow } from '#src/views/row-text.ts';
import { parametersOf } from '../run-parameters.ts';
import { readRun, type Run } from '../run-row.ts';
import { isPolled, POLL_MS, readSteps, stepsOf, type Step } from './run-steps.ts';

/** A run as it is known now. */
export interface RunRead {
  readonly run: Run;
  readonly steps: readonly Step[];
  /** False where this device may lack some of them, and the server was not asked. */
  readonly areStepsKnown: boolean;
  /** Undefined where they were not read from the server. */
  readonly parameters: Readonly<Record<string, string>> | undefined;
  /** Counts how often it was asked about: what runs is asked for again with it. */
  readonly turn: number;
  readonly again: () => void;
}

interface Known {
  readonly run: Run;
  readonly actions: readonly Step[];
  readonly asOf: string | null;
}

/** One run by id: of this device or of the server, whichever knows it better. */
export function useRun(id: string): Part<RunRead> {
  const [turn, setTurn] = useState(0);
  const model = useReadModel();
  const { phase } = useSyncStatus();
  const live = useLive(() => model.late(runRead(id)), [model, id]);
  const read = useDocument('playbook-run', id, true, turn);
  const rows = live.value?.data;
  const localAsOf = live.value?.asOf ?? null;
  const local = useMemo(() => known(rows?.run, rows?.actions, localAsOf), [rows, localAsOf]);
  const body = read.value?.body;
  const bodyAsOf = read.value?.claim.asOf ?? null;
  const served = useMemo(
    () => known(body, isRow(body) ? body['actions'] : undefined, bodyAsOf),
    [body, bodyAsOf],
  );
  const best = newer(local, served);
  const isReachable = phase === 'live' || phase === 'syncing';
  // Nobody sees it behind another tab; what it came to is asked for when the page is shown.
  const isHidden = useIsPageHidden();
  const isAskedAgain = best !== undefined && isPolled(best.run) && isReachable && !isHidden;
  useInterval(isAskedAgain ? POLL_MS : undefined, () => setTurn((before) => before + 1));
  const parameters = useMemo(() => parametersOf(body), [body]);
  if (best !== undefined) {
    // Names of what it was on came with the server's answer.
    const run = {
      ...best.run,
      ...(served === undefined ? {} : namesOf(served.run)),
      parent_id: local?.run.parent_id ?? null,
    };
    const value = {
      run,
      steps: stepsOf(run, best.actions),
      areStepsKnown: best === served || live.value?.state === 'complete',
      parameters,
      turn,
      again: () => setTurn(turn + 1),
    };
    const { reason = null, basis: answered = 'kept' } = read.value?.claim ?? {};
    const basis = best === local ? 'device' : answered;
    return { is: 'found', value, claim: { state: 'complete', basis, asOf: best.asOf, lacks: [], reason } };
  }
  const absent = absentPart(read);
  if (absent.is !== 'failed' && live.status === 'loading') return { is: 'loading' };
  return absent.is === 'not-here' && live.status === 'failed'
    ? { is: 'failed', error: live.error.info }
    : absent;
}

function known(rawRun: unknown, rawActions: unknown, asOf: string | null): Known | undefined {
  const run = readRun(rawRun);
  return run && { run, actions: readSteps(rawActions), asOf };
}

const namesOf = ({ check, component, config }: Run): Pick<Run, 'check' | 'component' | 'config'> => ({
  check,
  component,
  config,
});

/** A run that has ended does not go back, whatever the clocks say. */
function newer(a: Known | undefined, b: Known | undefined): Known | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const [isAOver, isBOver] = [a.run.end_time !== null, b.run.end_time !== null];
  if (isAOver !== isBOver) return isAOver ? a : b;
  return Date.parse(b.asOf ?? '') > Date.parse(a.asOf ?? '') ? b : a;
}
