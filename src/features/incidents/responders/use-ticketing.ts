import { useCallback, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { TicketAnswer, TicketQuestion } from '#sync/protocol/ticketing.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useAsked } from '#src/platform/replica/use-asked.ts';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';

/** Answers of this session by person, in memory alone: they may stand beside credentials and are never stored (D22). */
const heard = new WeakMap<SyncClient, Map<string, TicketAnswer>>();

export interface Asked {
  /** Undefined while the first answer is on its way. */
  readonly answer: TicketAnswer | undefined;
  readonly ask: () => void;
}

/** Asks the server, and again when it can be reached; while it cannot, what this session has heard stands. */
export function useTicketing(question: TicketQuestion | null): Asked {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const isReachable = serverBlocker(phase) === undefined;
  const key = question === null ? '' : JSON.stringify(question);
  const [times, setTimes] = useState(0);
  const [held, setHeld] = useState<{ key: string; attempt: string; answer: TicketAnswer }>();
  // Asked again on a press, and when the server can be reached again.
  const attempt = `${times} ${isReachable}`;

  const read = useCallback(async () => {
    const answer = await askOnce(sync, key).catch((thrown: unknown): TicketAnswer => ({
      kind: 'unanswered',
      why: 'failed',
      reason: toSyncError(thrown).message,
    }));
    return () => setHeld({ key, attempt, answer });
  }, [sync, key, attempt]);
  useAsked(key === '' ? null : read);
  return {
    answer: held?.key === key ? held.answer : undefined,
    ask: () => setTimes((before) => before + 1),
  };
}

async function askOnce(sync: SyncClient, key: string): Promise<TicketAnswer> {
  const question = JSON.parse(key) as TicketQuestion; // as: written by useTicketing a moment ago
  const answer = await sync.askTicketing(question);
  const answers = heard.get(sync) ?? new Map<string, TicketAnswer>();
  heard.set(sync, answers);
  if (answer.kind !== 'unanswered') {
    answers.set(key, answer);
    return answer;
  }
  const earlier = answer.why === 'offline' ? answers.get(key) : undefined;
  return earlier ?? answer;
}
