import { toSyncError } from '#sync/errors.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { OpView } from '#sync/read/types.ts';
import { followLive } from '#src/platform/replica/live.ts';
import { stopTelling, tellHere } from '#src/platform/session/told-here.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { errorWords } from './op-labels.ts';
import { outcomeOf } from './outcome.ts';

/** What is said about one change; without a text nothing is. */
export interface OutcomeTexts {
  /** Said when the server took it, never before. */
  readonly saved?: string | undefined;
  /** `null`: this device did not keep it. `why` is said under it, or in it where the text has a place for it. */
  readonly failed: (op: OpView | null, why: string | undefined) => string;
}

/** Changes whose outcome is waited for. A second edit of an unsent one ends in the same operation and is told once. */
const awaited = new Set<string>();

/**
 * Runs a change and says what became of it: success when the server took it and failure when it did not, however much
 * later that is; the marks beside the fields say what is between. Rejects when this device did not keep it, which is
 * said too.
 */
export async function tellOutcome(
  model: ReadModel,
  change: () => Promise<readonly string[]>,
  texts: OutcomeTexts,
): Promise<void> {
  const opIds = await change().catch((thrown: unknown) => {
    tellFailure(texts, null, toSyncError(thrown).message);
    throw thrown;
  });
  // Nothing to change is nothing to tell.
  const key = JSON.stringify([opIds, texts.saved, texts.failed(null, undefined)]);
  if (opIds.length === 0 || awaited.has(key)) return;
  awaited.add(key);
  tellHere(opIds);
  followLive(
    () => model.opStates(opIds),
    (known) => {
      const outcome = outcomeOf(opIds, known);
      if (outcome.kind === 'saved' && texts.saved !== undefined)
        toast({ kind: 'success', text: texts.saved });
      if (outcome.kind === 'failed') tellFailure(texts, outcome.op, whyNot(outcome.op));
      if (outcome.kind === 'open') return 'more';
      awaited.delete(key);
      return 'enough';
    },
    (error) => {
      awaited.delete(key);
      stopTelling(opIds);
      // The change itself is in the outbox and is told there; only the word about it is missing.
      reportError(error);
    },
  );
}

/** Says nothing twice. */
function tellFailure({ failed }: OutcomeTexts, op: OpView | null, why: string | undefined): void {
  const text = failed(op, why);
  toast({ kind: 'error', text, detail: why !== undefined && text.includes(why) ? undefined : why });
}

/** Why the server does not have it. Of what went with another change the journal keeps which one, by an id. */
function whyNot({ state, lastError }: OpView): string | undefined {
  return (state === 'cancelled' ? errorWords(lastError) : lastError?.message) ?? undefined;
}
