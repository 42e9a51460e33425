import { useEffect, useState } from 'react';
import { toSyncError, type SyncError } from '#sync/errors.ts';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import type { Live } from '#src/platform/replica/live.ts';
import type { CheckWindow } from '../check-window.ts';
import { historyQuery, NO_FILTERS, runsOfRows } from '../history/history-query.ts';

/** Rows of one question, and runs that are drawn from this device at most. */
const PAGE = 1_000;
export const MAX_RUNS = 5_000;

/** The runs of a window that are on this device. */
export interface WindowRuns {
  /** Newest first. */
  readonly runs: readonly FrozenRun[];
  /** Of how many; more than `runs` where there are too many to draw. */
  readonly total: number;
  readonly state: Completeness;
}

interface Held {
  /** The window, and which windows may stand for one another. */
  readonly key: string;
  readonly kind: string;
  readonly live: Live<WindowRuns>;
}

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;

/**
 * All runs of a window, and again whenever some have come. While a window of the same length is read that begins later,
 * the runs of the former stand: a refresh does not take the graph away.
 */
export function useRuns({
  checkId,
  from,
  range,
}: Pick<CheckWindow, 'checkId' | 'from' | 'range'>): Live<WindowRuns> {
  const index = useIndexClient();
  const key = `${checkId} ${from}`;
  const kind = `${checkId} ${range}`;
  const [held, setHeld] = useState<Held>({ key, kind, live: LOADING });
  useEffect(() => {
    let isEnded = false;
    let turn = 0;
    const fail = (error: SyncError): void => {
      if (isEnded) return;
      setHeld((before) => ({
        key,
        kind,
        live: { status: 'failed', value: before.key === key ? before.live.value : undefined, error },
      }));
    };
    const read = async (): Promise<void> => {
      turn += 1;
      const mine = turn;
      try {
        const value = await readRuns(index, checkId, from);
        // What came in the meantime has been asked for since.
        if (!isEnded && mine === turn)
          setHeld({ key, kind, live: { status: 'ready', value, error: undefined } });
      } catch (thrown) {
        fail(toSyncError(thrown));
      }
    };
    const unfollow = index.follow('check_statuses', { onState: () => void read(), onError: fail });
    void read();
    return () => {
      isEnded = true;
      unfollow();
    };
  }, [index, checkId, from, key, kind]);
  return held.kind === kind ? held.live : LOADING;
}

async function readRuns(index: IndexClient, checkId: string, from: string): Promise<WindowRuns> {
  const runs: FrozenRun[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const question = { checkId, from, filters: NO_FILTERS, offset, limit: PAGE };
    const { ids, total, state } = await index.query('check_statuses', historyQuery(question));
    if (ids.length > 0) runs.push(...runsOfRows(await index.rows('check_statuses', ids)));
    const isLast = ids.length < PAGE || offset + PAGE >= MAX_RUNS;
    if (isLast) return { runs, total, state };
  }
}
