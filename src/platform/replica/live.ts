import { liveQuery } from 'dexie';
import { useCallback, useEffect, useState, type DependencyList } from 'react';
import { toSyncError, type SyncError } from '#sync/errors.ts';
import type { LiveKeeper, LiveObserver, LiveOwner } from './live-keeper.ts';
import { share } from '../actions/share.ts';
import { createStore, useStore, type Store } from '../device/store.ts';

/**
 * A local read that stays current. A failed read is never an empty list: it keeps the last good value, if there was
 * one for the same dependencies, and says why it failed.
 */
export type Live<T> =
  | { readonly status: 'loading'; readonly value: undefined; readonly error: undefined }
  | { readonly status: 'ready'; readonly value: T; readonly error: undefined }
  | { readonly status: 'failed'; readonly value: T | undefined; readonly error: SyncError };

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;
const NOTHING_EARLY = createStore<Live<never>>(LOADING);

/**
 * Runs `querier` against IndexedDB now and again whenever rows it read have changed, in this tab, another tab or the
 * sync worker. `deps` are what the querier closes over; when they change the state goes back to `loading`. `early` is
 * the same read, begun by whoever led here: what it finds is shown first, and followed once it has been drawn.
 */
export function useLive<T>(querier: () => Promise<T>, deps: DependencyList, early?: Store<Live<T>>): Live<T> {
  // oxlint-disable-next-line react/exhaustive-deps -- the caller names what its querier closes over
  const query = useCallback(querier, deps);
  return useFollowed(query, early, subscribeAlone);
}

/** The same for a read that goes on when its page is left: coming back to the same question shows its answer at once. */
export function useKeptLive<T>(
  keeper: LiveKeeper<T>,
  owner: LiveOwner,
  question: string,
  querier: () => Promise<T>,
  early?: Store<Live<T>>,
): Live<T> {
  // oxlint-disable-next-line react/exhaustive-deps -- the question says what the querier closes over
  const query = useCallback(querier, [owner, question]);
  const subscribe = useCallback<Subscribe<T>>(
    (read, observer) => keeper.follow(owner, question, read, observer),
    [keeper, owner, question],
  );
  return useFollowed(query, early, subscribe, keeper.answer(owner, question));
}

type Subscribe<T> = (query: () => Promise<T>, observer: LiveObserver<T>) => () => void;

function subscribeAlone<T>(query: () => Promise<T>, observer: LiveObserver<T>): () => void {
  const subscription = liveQuery(query).subscribe(observer);
  return () => subscription.unsubscribe();
}

function useFollowed<T>(
  query: () => Promise<T>,
  early: Store<Live<T>> | undefined,
  subscribe: Subscribe<T>,
  kept?: T,
): Live<T> {
  const [held, setHeld] = useState<{ query: () => Promise<T>; live: Live<T> }>(() => ({
    query,
    live: kept === undefined ? LOADING : { status: 'ready', value: kept, error: undefined },
  }));
  const found = useStore(early ?? NOTHING_EARLY);
  // One that failed is tried again, and the second try says why.
  const isFollowed = early === undefined || found.status !== 'loading';
  const seen = early !== undefined && found.status === 'ready' ? found : undefined;
  useEffect(() => {
    if (!isFollowed) return undefined;
    // What is read again is most often what is shown already, and then nothing is drawn for it (T10).
    let shown = seen?.value;
    return subscribe(query, {
      next: (read) => {
        const value = shown === undefined ? read : share(shown, read);
        if (value === shown) return value;
        shown = value;
        setHeld((before) =>
          before.query === query && before.live.status === 'ready' && before.live.value === value
            ? before
            : { query, live: { status: 'ready', value, error: undefined } },
        );
        return value;
      },
      error: (thrown) => {
        shown = undefined;
        setHeld((before) => ({
          query,
          live: {
            status: 'failed',
            value: before.query === query ? before.live.value : undefined,
            error: toSyncError(thrown),
          },
        }));
      },
    });
  }, [query, subscribe, isFollowed, seen]);
  // What belongs to earlier dependencies is not shown for the present ones.
  return held.query === query && held.live !== LOADING ? held.live : (seen ?? LOADING);
}

/** A read begun before what shows it is there, to be given to it as `early`. */
export function beginLive<T>(reading: Promise<T>): Store<Live<T>> {
  const found = createStore<Live<T>>(LOADING);
  reading.then(
    (value) => found.set({ status: 'ready', value, error: undefined }),
    (thrown: unknown) => found.set({ status: 'failed', value: undefined, error: toSyncError(thrown) }),
  );
  return found;
}

/**
 * Runs `querier` now and whenever rows it read have changed, outside React, until `onValue` says that it has seen
 * enough or the read fails. For what must outlive the part of the page that began it.
 */
export function followLive<T>(
  querier: () => Promise<T>,
  onValue: (value: T) => 'more' | 'enough',
  onError: (error: SyncError) => void,
): void {
  let isEnough = false;
  const subscription = liveQuery(querier).subscribe({
    next: (value) => {
      if (isEnough || onValue(value) === 'more') return;
      isEnough = true;
      // The first value may come before `subscribe` has returned.
      queueMicrotask(() => subscription.unsubscribe());
    },
    error: (thrown: unknown) => onError(toSyncError(thrown)),
  });
}
