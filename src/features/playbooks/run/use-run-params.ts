import { useCallback, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { RunAnswer, RunSubject } from '#sync/protocol/run-params.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useAsked } from '#src/platform/replica/use-asked.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';

/** The server's parameters of a playbook on one thing; undefined while they are asked for. Null asks for none. */
export function useRunParams(playbookId: string, subject: RunSubject | null): RunAnswer | undefined {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const isReachable = serverBlocker(phase) === undefined;
  const [held, setHeld] = useState<{ readonly key: string; readonly answer: RunAnswer }>();
  const key = subject === null ? '' : `${subject.kind} ${subject.id}`;
  const { kind, id } = subject ?? {};
  const ask = useCallback(async () => {
    if (kind === undefined || id === undefined) return () => undefined;
    const answer = await sync
      .askRunParams({ playbookId, subject: { kind, id } })
      .catch((thrown: unknown): RunAnswer => ({
        kind: 'unanswered',
        why: 'refused',
        reason: toSyncError(thrown).message,
      }));
    return () => setHeld({ key: `${kind} ${id}`, answer });
  }, [sync, playbookId, kind, id]);
  const answer = held?.key === key ? held.answer : undefined;
  // What the server has said stands; what nobody could be asked is asked for once it can be reached.
  useAsked(subject === null || answer?.kind === 'params' ? null : ask, isReachable);
  return answer;
}
