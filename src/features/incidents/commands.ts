import { useMemo } from 'react';
import { SyncError } from '#sync/errors.ts';
import type { Submitted } from '#sync/protocol/command.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import type { ConflictDecision } from '#workers/contracts/sync-contract.ts';

/** What the incident screens can change. Each resolves when the change is durable on this device. */
export interface IncidentCommands {
  readonly addComment: (hypothesisId: string, text: string) => Promise<void>;
  /** `before`: what stood there when the person began. */
  readonly setTitle: (hypothesisId: string, title: string, before?: string) => Promise<void>;
  readonly setStatus: (hypothesisId: string, status: string) => Promise<void>;
  /** Resolves with the id of the new row. */
  readonly addHypothesis: (parentId: string | null, title: string) => Promise<string>;
  /** With everything under it. */
  readonly deleteHypothesis: (hypothesisId: string) => Promise<void>;
  /** Both resolve with the ids of their operations. */
  readonly addResponder: (personId: string) => Promise<readonly string[]>;
  readonly removeResponder: (responderId: string) => Promise<readonly string[]>;
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
      async setTitle(hypothesisId, title, before) {
        const opened = before === undefined ? {} : { opened: { title: before } };
        await sync.submit({ ...hypothesis(hypothesisId), set: { title }, ...opened }, screen);
      },
      async setStatus(hypothesisId, status) {
        await sync.submit({ ...hypothesis(hypothesisId), set: { status } }, screen);
      },
      async addHypothesis(parentId, title) {
        return madeId(await sync.submit({ kind: 'hypothesis.add', incidentId, parentId, title }, screen));
      },
      async deleteHypothesis(hypothesisId) {
        await sync.submit({ kind: 'hypothesis.delete', hypothesisId }, screen);
      },
      async addResponder(personId) {
        const rows = [{ incident_id: incidentId, person_id: personId }];
        return (await sync.submit({ kind: 'row.create', table: 'responders', rows }, screen)).opIds;
      },
      async removeResponder(responderId) {
        const gone = { kind: 'row.delete', table: 'responders', rowId: responderId } as const;
        return (await sync.submit(gone, screen)).opIds;
      },
      resolve: (opId, decision) => sync.resolveConflict(opId, decision),
      retry: (opId) => sync.retry(opId),
      discard: (opId) => sync.discard(opId),
    };
  }, [sync, incidentId]);
}

const hypothesis = (rowId: string) => ({ kind: 'row.update', table: 'hypotheses', rowId }) as const;

/** The row a command was made for: the first one it made. */
export function madeId({ made: [row] }: Submitted): string {
  if (row === undefined) throw new SyncError({ kind: 'bug', message: 'The command made no row' });
  return row.id;
}

export function incidentPath(incidentId: string): string {
  return `/incidents/${encodeURIComponent(incidentId)}`;
}

/** Where the unsent text of a composer is kept; the engine puts the text of a failed comment there too. */
export function commentDraftKey(incidentId: string, hypothesisId: string): string {
  return `/incidents/${incidentId}#comment:${hypothesisId}`;
}
