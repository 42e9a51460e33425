import { useEffect, useMemo, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { IndexQuery, IndexResult } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { IndexClient } from './index-client.ts';
import { useIndexClient } from './index-context.tsx';
import { knownRows, rememberRows } from './known-rows.ts';
import type { Live } from './live.ts';

/**
 * A read of the index that stays current. `isBehind`: the value still answers the former question of the same
 * collection, so that a list does not blink with every key; mark it as such when that lasts.
 */
export type IndexLive<T> = Live<T> & { readonly isBehind: boolean };

const LOADING = { status: 'loading', value: undefined, error: undefined } as const;

interface Held<T> {
  readonly tbl: PackedName;
  readonly key: string;
  readonly live: Live<T>;
}

/** How an answer is had. */
interface Asking<T> {
  readonly ask: (index: IndexClient, question: string) => Promise<T>;
  /** What can be shown until it is there. */
  readonly ahead?: (index: IndexClient, question: string) => T | undefined;
}

/** Runs the question now, and again whenever the collection has changed or the question differs. */
function useIndexed<T>(
  tbl: PackedName,
  question: unknown,
  { ask, ahead }: Asking<T>,
  isAsked = true,
): IndexLive<T> {
  const index = useIndexClient();
  const key = JSON.stringify(question);
  const [held, setHeld] = useState<Held<T>>({ tbl, key, live: LOADING });
  useEffect(() => {
    if (!isAsked) return undefined;
    let isEnded = false;
    let isAsking = false;
    let isAskedAgain = false;
    const fail = (thrown: unknown): void => {
      if (isEnded) return;
      setHeld((before) => {
        const value = before.tbl === tbl && before.key === key ? before.live.value : undefined;
        return { tbl, key, live: { status: 'failed', value, error: toSyncError(thrown) } };
      });
    };
    const refresh = async (): Promise<void> => {
      isAskedAgain = isAsking;
      if (isAsking) return;
      isAsking = true;
      try {
        const value = await ask(index, key);
        if (!isEnded) setHeld({ tbl, key, live: { status: 'ready', value, error: undefined } });
      } catch (thrown) {
        fail(thrown);
      }
      isAsking = false;
      if (isAskedAgain && !isEnded) void refresh();
    };
    const unfollow = index.follow(tbl, { onState: () => void refresh(), onError: fail });
    void refresh();
    return () => {
      isEnded = true;
      unfollow();
    };
  }, [index, tbl, key, ask, isAsked]);
  const isAnswered = held.tbl === tbl && held.key === key && held.live.status !== 'loading';
  const known = useMemo(
    () => (isAnswered || !isAsked ? undefined : ahead?.(index, key)),
    [isAnswered, isAsked, index, key, ahead],
  );
  if (known !== undefined) return { status: 'ready', value: known, error: undefined, isBehind: false };
  if (held.tbl !== tbl) return { ...LOADING, isBehind: false };
  if (held.key === key) return { ...held.live, isBehind: false };
  return held.live.status === 'ready' ? { ...held.live, isBehind: true } : { ...LOADING, isBehind: false };
}

/** One window of a collection from the index of this tab's worker, once it is asked for. */
export function useIndexQuery(tbl: PackedName, query: IndexQuery, isAsked = true): IndexLive<IndexResult> {
  return useIndexed(tbl, [tbl, query], QUERY, isAsked);
}

/**
 * Whole rows by id, in the asked order, for the lines that are on the screen; null for one that is not there. Of no ids
 * nothing is asked: an index is only built for who needs it.
 */
export function useIndexRows(
  tbl: PackedName,
  ids: readonly string[],
): IndexLive<readonly (JsonRow | null)[]> {
  const rows = useIndexed(tbl, [tbl, ids], ROWS, ids.length > 0);
  return ids.length === 0 ? NO_ROWS : rows;
}

const NO_ROWS = { status: 'ready', value: [], error: undefined, isBehind: false } as const;

// The question travels as its key, so that effects depend on text and not on the identity of objects.
function askQuery(index: IndexClient, key: string): Promise<IndexResult> {
  const [tbl, query] = JSON.parse(key) as [PackedName, IndexQuery]; // written by useIndexQuery
  return index.query(tbl, query);
}

async function askRows(index: IndexClient, key: string): Promise<readonly (JsonRow | null)[]> {
  const [tbl, ids] = rowsAsked(key);
  const rows = await index.rows(tbl, ids);
  rememberRows(index, tbl, ids, rows);
  return rows;
}

function rowsAsked(key: string): [PackedName, readonly string[]] {
  return JSON.parse(key) as [PackedName, readonly string[]]; // written by useIndexRows
}

const QUERY: Asking<IndexResult> = { ask: askQuery };
const ROWS: Asking<readonly (JsonRow | null)[]> = {
  ask: askRows,
  ahead: (index, key) => knownRows(index, ...rowsAsked(key)),
};
