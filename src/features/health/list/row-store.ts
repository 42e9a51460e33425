import { toSyncError, type SyncError } from '#sync/errors.ts';
import type { HealthRow } from '#sync/protocol/health.ts';
import type { HealthClient } from '#src/platform/replica/health-client.ts';

/** A row that is here, null for a check that is not, undefined while it is being asked for. */
export type KnownRow = HealthRow | null | undefined;

/**
 * The rows of the lines that are drawn. Each line asks for its own; what is asked for in one turn is asked in one call,
 * and again whenever the checks change, so that a list of ten thousand costs as much as one screen of it.
 */
export interface RowStore {
  readonly get: (id: string) => KnownRow;
  /** Wants a row until the returned function is called; `onChange` hears of it. */
  readonly want: (id: string, onChange: () => void) => () => void;
  /** The store itself with rows it did not have; tells nobody, so it is safe while drawing. */
  readonly primed: (rows: readonly HealthRow[]) => RowStore;
  /** Rows that came with an answer. */
  readonly seed: (rows: readonly HealthRow[]) => void;
  /** Why the last call failed; rows that are here stay. */
  readonly error: () => SyncError | null;
  /** Follows the checks until the returned function is called; `onError` hears of another `error`. */
  readonly follow: (onError: () => void) => () => void;
}

/** Rows that nobody looks at are kept up to this many, for the way back. */
const MAX_KEPT = 400;

export function createRowStore(health: HealthClient): RowStore {
  const rows = new Map<string, HealthRow | null>();
  const wanted = new Map<string, Set<() => void>>();
  const errorListeners = new Set<() => void>();
  let error: SyncError | null = null;
  let missing = new Set<string>();

  const put = (id: string, row: HealthRow | null): void => {
    const before = rows.get(id);
    const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(row);
    rows.delete(id);
    // Nobody draws again for the same row in another object.
    rows.set(id, isSame ? before : row);
    if (isSame) return;
    for (const listener of wanted.get(id) ?? []) listener();
  };
  const forget = (): void => {
    for (const id of rows.keys()) {
      if (rows.size <= MAX_KEPT) return;
      if (!wanted.has(id)) rows.delete(id);
    }
  };
  const setError = (next: SyncError | null): void => {
    if (error === next) return;
    error = next;
    for (const listener of errorListeners) listener();
  };
  const ask = async (ids: readonly string[]): Promise<void> => {
    try {
      const answer = await health.rows(ids);
      ids.forEach((id, at) => put(id, answer[at] ?? null));
      forget();
      setError(null);
    } catch (thrown) {
      setError(toSyncError(thrown));
    }
  };
  const askMissing = (): void => {
    const ids = [...missing].filter((id) => wanted.has(id) && !rows.has(id));
    missing = new Set();
    if (ids.length > 0) void ask(ids);
  };

  const store: RowStore = {
    get: (id) => rows.get(id),
    want(id, onChange) {
      const listeners = wanted.get(id) ?? new Set();
      wanted.set(id, listeners.add(onChange));
      if (!rows.has(id)) {
        if (missing.size === 0) queueMicrotask(askMissing);
        missing.add(id);
      }
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0 && wanted.get(id) === listeners) wanted.delete(id);
      };
    },
    primed(fresh) {
      for (const row of fresh) if (!rows.has(row.id)) rows.set(row.id, row);
      return store;
    },
    seed(fresh) {
      for (const row of fresh) put(row.id, row);
      forget();
    },
    error: () => error,
    follow(onError) {
      let version: number | undefined;
      errorListeners.add(onError);
      const unfollow = health.follow({
        onState: (state) => {
          const isNew = version !== undefined && version !== state.version;
          version = state.version;
          if (isNew && wanted.size > 0) void ask([...wanted.keys()]);
        },
        onError: setError,
      });
      return () => {
        errorListeners.delete(onError);
        unfollow();
      };
    },
  };
  return store;
}
