import { useCallback } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Effect, EffectRequest, EffectState, TeamTexts } from '#sync/protocol/effect.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { tellHere } from '#src/platform/session/told-here.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { stateBefore } from '#src/views/effect-target.ts';
import { incidentPath } from '../commands.ts';
import { useEffects } from '../queries.ts';

export type TicketRequest = Extract<EffectRequest, { readonly kind: 'responder.open-ticket' }>;

/** A prepared responder and what became of it. */
export interface PreparedTicket {
  readonly effect: Effect;
  readonly request: TicketRequest;
}

/** State as a person sees it: a draft whose time is over is expired before anybody has written that down. */
export function ticketState({ state, createdAt, expiresAt }: Effect, nowMs: number): EffectState {
  const isInTime = nowMs >= createdAt && nowMs < expiresAt;
  return state === 'prepared' && !isInTime ? 'expired' : state;
}

/** Team responders of an incident that are not on the server, or of which nobody knows whether they are. */
export function ticketsOf(effects: readonly Effect[], incidentId: string): readonly PreparedTicket[] {
  return effects.flatMap((effect) => {
    const { request, state } = effect;
    const isOurs = request.kind === 'responder.open-ticket' && request.incidentId === incidentId;
    return isOurs && state !== 'done' ? { effect, request } : [];
  });
}

export function useTickets(incidentId: string): {
  readonly tickets: readonly PreparedTicket[];
  /** Why they could not be read. */
  readonly failure: string | undefined;
} {
  const live = useEffects();
  return {
    tickets: ticketsOf(live.value ?? [], incidentId),
    failure: live.status === 'failed' ? live.error.message : undefined,
  };
}

export interface TicketActions {
  /** Keeps it as a draft on this device. */
  readonly prepare: (request: TicketRequest, title: string) => Promise<Effect>;
  /** Sends a draft once, with the texts of the team that are not kept, and says what became of it. Never rejects. */
  readonly send: (id: string, texts: TeamTexts) => Promise<void>;
  readonly drop: (id: string) => Promise<void>;
}

export function useTicketActions(incidentId: string): TicketActions {
  const sync = useSync();
  const model = useReadModel();
  const prepare = useCallback<TicketActions['prepare']>(
    async (request, title) => {
      const was = await stateBefore(model, request);
      return sync.prepareEffect(request, title, incidentPath(incidentId), was);
    },
    [sync, model, incidentId],
  );
  const send = useCallback<TicketActions['send']>(
    async (id, texts) => {
      tellHere([id]);
      try {
        const sent = await sync.sendEffect(id, texts);
        tell(sent);
        // The row of the responder comes with the next pull; this one asks for it now. It was added, whatever this says.
        if (sent.state === 'done')
          sync.refresh().catch((thrown: unknown) => reportError(toSyncError(thrown)));
      } catch (thrown) {
        toast({ kind: 'error', text: 'Responder not added', detail: toSyncError(thrown).message });
      }
    },
    [sync],
  );
  const drop = useCallback<TicketActions['drop']>((id) => sync.dropEffect(id), [sync]);
  return { prepare, send, drop };
}

function tell({ state, reason }: Effect): void {
  switch (state) {
    case 'done':
      toast({ kind: 'success', text: 'Responder added successfully' });
      return;
    case 'unknown':
      toast({
        kind: 'error',
        text: 'It is not known whether the responder was added',
        detail: 'No answer came, and it is not sent again. Check on the server before you repeat it.',
      });
      return;
    case 'prepared':
    case 'refused':
    case 'expired':
    case 'sending':
      toast({ kind: 'error', text: 'Responder not added', detail: reason ?? undefined });
  }
}
