import { startTransition, useEffect, useState } from 'react';
import { toSyncError, type SyncError } from '#sync/errors.ts';
import type { Live } from './live.ts';

/**
 * A read from memory of the worker that stays current. `isBehind`: the value still answers the former question, so that
 * a list does not blink with every key; mark it as such when that lasts.
 */
export type FollowedLive<T> = Live<T> & { readonly isBehind: boolean };

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;

/** Something in the worker that tells of its states. */
interface Followable<State> {
  readonly follow: (follower: {
    readonly onState: (state: State) => void;
    readonly onError: (error: SyncError) => void;
  }) => () => void;
}

/**
 * Runs the question now, and again whenever what is asked has changed or the question differs. It travels as its key, so
 * that effects depend on text and not on the identity of objects; `ask` and `isOf` must be stable.
 */
export function useFollowed<State, Client extends Followable<State>, T>(
  client: Client,
  question: unknown,
  ask: (client: Client, key: string) => Promise<T>,
  /** Whether an answer is of that state; absent where an answer does not say. */
  isOf?: (answer: T, state: State) => boolean,
): FollowedLive<T> {
  const key = JSON.stringify(question);
  const [held, setHeld] = useState<{ readonly key: string; readonly live: Live<T> }>({ key, live: LOADING });
  useEffect(() => {
    let isEnded = false;
    let isAsking = false;
    let isToldMeanwhile = false;
    let told: State | undefined;
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
        const value = await ask(client, key);
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
    const onState = (state: State): void => {
      told = state;
      isToldMeanwhile = isAsking;
      // The first state that is told is mostly that of the answer.
      if (!isAsking && !isCurrent()) void refresh();
    };
    // The question first: what is told while it is asked is compared with its answer.
    void refresh();
    const unfollow = client.follow({ onState, onError: fail });
    return () => {
      isEnded = true;
      unfollow();
    };
  }, [client, key, ask, isOf]);
  if (held.key === key) return { ...held.live, isBehind: false };
  return held.live.status === 'ready' ? { ...held.live, isBehind: true } : { ...LOADING, isBehind: false };
}
