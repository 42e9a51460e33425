import { toSyncError } from '#sync/errors.ts';
import type { Effect, EffectRequest } from '#sync/protocol/effect.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { openEffects } from '#src/views/effect/effect-state.ts';
import type { EffectWords } from '#src/views/effect/effect-words.ts';
import { useEffectAction, type EffectAction } from '#src/views/effect/use-effect-action.ts';
import { useEffects } from '#src/views/effect/use-effects.ts';
import { incidentPath } from '../commands.ts';

export type TicketRequest = Extract<EffectRequest, { readonly kind: 'responder.open-ticket' }>;

/** A prepared responder and what became of it. */
export interface PreparedTicket {
  readonly effect: Effect;
  readonly request: TicketRequest;
}

/** Team responders of an incident that are not on the server, or of which nobody knows whether they are. */
export function useTickets(incidentId: string): {
  readonly tickets: readonly PreparedTicket[];
  /** Why they could not be read. */
  readonly failure: string | undefined;
} {
  const live = useEffects();
  return {
    tickets: openEffects(live.value ?? [], () => true).flatMap((effect) => {
      const { request } = effect;
      const isOurs = request.kind === 'responder.open-ticket' && request.incidentId === incidentId;
      return isOurs ? [{ effect, request }] : [];
    }),
    failure: live.status === 'failed' ? live.error.message : undefined,
  };
}

const WORDS: EffectWords = {
  failed: 'Responder not added',
  unknown: 'It is not known whether the responder was added',
  lookUp: 'Check on the server before you repeat it.',
  done: () => ({ kind: 'success', text: 'Responder added successfully' }),
};

/** What can be done with a team that is to respond: it is asked for in a dialog, and settled in the list. */
export function useTicketAction(incidentId: string): EffectAction {
  const sync = useSync();
  return useEffectAction({
    screen: incidentPath(incidentId),
    words: WORDS,
    // The row of the responder comes with the next pull; this one asks for it now. It was added, whatever this says.
    onDone: () => void sync.refresh().catch((thrown: unknown) => reportError(toSyncError(thrown))),
  });
}
