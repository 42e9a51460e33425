import { useMemo } from 'react';
import { useSync } from '#src/platform/sync-context.tsx';
import type { ConflictDecision } from '#workers/contracts/sync-contract.ts';

/** What the incident screens can change. Each resolves when the change is durable on this device. */
export interface IncidentCommands {
  readonly addComment: (hypothesisId: string, text: string) => Promise<void>;
  readonly setTitle: (hypothesisId: string, title: string) => Promise<void>;
  readonly setStatus: (hypothesisId: string, status: string) => Promise<void>;
  readonly resolve: (opId: string, decision: ConflictDecision) => Promise<void>;
  readonly retry: (opId: string) => Promise<void>;
  readonly discard: (opId: string) => Promise<void>;
}

export function useIncidentCommands(incidentId: string): IncidentCommands {
  const sync = useSync();
  return useMemo(() => {
    const screen = incidentPath(incidentId);
    return {
      async addComment(hypothesisId, text) {
        await sync.submit({ kind: 'comment.add', incidentId, hypothesisId, text }, screen);
      },
      async setTitle(hypothesisId, title) {
        await sync.submit({ kind: 'hypothesis.set-title', hypothesisId, title }, screen);
      },
      async setStatus(hypothesisId, status) {
        await sync.submit({ kind: 'hypothesis.set-status', hypothesisId, status }, screen);
      },
      resolve: (opId, decision) => sync.resolveConflict(opId, decision),
      retry: (opId) => sync.retry(opId),
      discard: (opId) => sync.discard(opId),
    };
  }, [sync, incidentId]);
}

export function incidentPath(incidentId: string): string {
  return `/incidents/${encodeURIComponent(incidentId)}`;
}

/** Where the unsent text of a composer is kept; the engine puts the text of a failed comment there too. */
export function commentDraftKey(incidentId: string, hypothesisId: string): string {
  return `/incidents/${incidentId}#comment:${hypothesisId}`;
}
