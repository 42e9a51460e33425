import { startTransition, useEffect, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { HealthAnswer, HealthQuery, HealthRow, HealthState } from '#sync/protocol/health.ts';
import type { HealthClient } from './health-client.ts';
import { useHealthClient } from './health-context.tsx';
import type { Live } from './live.ts';

/**
 * A read of the checks that stays current. `isBehind`: the value still answers the former question, so that a list does
 * not blink with every key; mark it as such when that lasts.
 */
export type HealthLive<T> = Live<T> & { readonly isBehind: boolean };

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;

/** Runs the question now, and again whenever the checks have changed or the question differs. */
function useHealth<T>(
  question: unknown,
  ask: (health: HealthClient, question: string) => Promise<T>,
  /** Whether an answer is of that state; absent where an answer does not say. */
  isOf?: (answer: T, state: HealthState) => boolean,
): HealthLive<T> {
  const health = useHealthClient();
  const key = JSON.stringify(question);
  const [held, setHeld] = useState<{ readonly key: string; readonly live: Live<T> }>({ key, live: LOADING });
  useEffect(() => {
    let isEnded = false;
    let isAsking = false;
    let isToldMeanwhile = false;
    let told: HealthState | undefined;
    let answered: T | undefined;
    const fail = (thrown: unknown): void => {
      if (isEnded) return;
      setHeld((before) => ({
        key,
        live: {
          status: 'failed',
          value: before.key === key ? before.live.value : undefined,
          error: toSyncError(thrown),
        },
      }));
    };
    const isCurrent = (): boolean =>
      answered !== undefined && told !== undefined && isOf?.(answered, told) === true;
    const refresh = async (): Promise<void> => {
      isAsking = true;
      isToldMeanwhile = false;
      try {
        const value = await ask(health, key);
        if (isEnded) return;
        const show = (): void => setHeld({ key, live: { status: 'ready', value, error: undefined } });
        // Nobody waits for what syncing has changed: it is drawn in slices that leave room for a press.
        if (answered === undefined) show();
        else startTransition(show);
        answered = value;
      } catch (thrown) {
        answered = undefined;
        fail(thrown);
      }
      isAsking = false;
      if (isToldMeanwhile && !isCurrent() && !isEnded) void refresh();
    };
    const onState = (state: HealthState): void => {
      told = state;
      isToldMeanwhile = isAsking;
      // The first state that is told is mostly that of the answer.
      if (!isAsking && !isCurrent()) void refresh();
    };
    // The question first: what is told while it is asked is compared with its answer.
    void refresh();
    const unfollow = health.follow({ onState, onError: fail });
    return () => {
      isEnded = true;
      unfollow();
    };
  }, [health, key, ask, isOf]);
  if (held.key === key) return { ...held.live, isBehind: false };
  return held.live.status === 'ready' ? { ...held.live, isBehind: true } : { ...LOADING, isBehind: false };
}

/** Tabs, counts, groups and ids of the checks, with whole rows of the first. */
export function useHealthQuery(query: HealthQuery): HealthLive<HealthAnswer> {
  return useHealth(query, askQuery, isAnswerOf);
}

/** Checks by id, in the asked order, for the lines that are on the screen; null for one that is not here. */
export function useHealthRows(ids: readonly string[]): HealthLive<readonly (HealthRow | null)[]> {
  return useHealth(ids, askRows);
}

function isAnswerOf(answer: HealthAnswer, { version, state, asOf, summaryAsOf }: HealthState): boolean {
  return (
    answer.version === version &&
    answer.state === state &&
    answer.asOf === asOf &&
    answer.summaryAsOf === summaryAsOf
  );
}

// The question travels as its key, so that effects depend on text and not on the identity of objects.
function askQuery(health: HealthClient, key: string): Promise<HealthAnswer> {
  return health.query(JSON.parse(key) as HealthQuery); // written by useHealthQuery
}

function askRows(health: HealthClient, key: string): Promise<readonly (HealthRow | null)[]> {
  const ids = JSON.parse(key) as readonly string[]; // written by useHealthRows
  return ids.length === 0 ? Promise.resolve([]) : health.rows(ids);
}
