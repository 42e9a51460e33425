import type { Submitted } from '#sync/protocol/command.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import { followLive } from '#src/platform/replica/live.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { incidentPath } from '../commands.ts';
import { outcomeOf } from '#src/views/outcome.ts';

/**
 * Says that a thing is linked when the server has all of it (ux 4.8). While it cannot be sent, what this device did is
 * said instead. A failure is told by the outbox, once, with what of the group is on the server.
 */
export function tellLinked(
  model: Pick<ReadModel, 'opStates'>,
  submitted: Submitted,
  incidentId: string,
  isReachable: boolean,
): void {
  const link = { href: incidentPath(incidentId), label: 'Open incident' };
  if (!isReachable) {
    const detail = 'It is linked to the incident as soon as the server can be reached.';
    toast({ kind: 'info', text: 'Saved on this device', detail, link });
  }
  followLive(
    () => model.opStates(submitted.opIds),
    (known) => {
      const { kind } = outcomeOf(submitted.opIds, known);
      if (kind === 'saved') toast({ kind: 'success', text: 'Linked to incident successfully', link });
      return kind === 'open' ? 'more' : 'enough';
    },
    // The change itself is in the outbox and is told there; only the word of success is missing.
    (error) => reportError(error),
  );
}
