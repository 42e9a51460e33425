import { useMemo, useState } from 'react';
import type { DocumentKind } from '#sync/protocol/documents/registry.ts';
import { toSyncError } from '#sync/errors.ts';
import { blastRadiusRead, type BlastRadius } from '#sync/read/blast-facts.ts';
import type { Thing } from '#sync/read/blast-radius.ts';
import type { Read } from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { itemsToName, namer, type NameOf } from './blast-things.ts';

/** Bodies that are asked for with one press. */
export const READ_AT_ONCE = 50;
/** Names that are asked for at once. */
const MOST_NAMES = 1_000;

export interface Blast {
  readonly read: Live<Read<BlastRadius>>;
  readonly nameOf: NameOf;
  /** Why the newest relationships of the start could not be had; null where they were. */
  readonly reason: string | null;
  /** Something of the start could not be had as it is now. */
  readonly isOld: boolean;
  readonly refresh: () => void;
  /** Asks the server for what this device lacks; null while it does. */
  readonly fetchMissing: (() => void) | null;
}

/** What this device knows of a blast radius; of an item it is asked for by itself, as on its own page. */
export function useBlast(start: Thing): Blast {
  const { kind, id } = start;
  const model = useReadModel();
  const [turn, setTurn] = useState(0);
  const isItem = kind === 'config';
  const edges = useDocument('config-edges', id, isItem, turn);
  const detail = useDocument('config-detail', id, isItem, turn);
  const checks = useDocument('config-checks', id, isItem, turn);
  // What was kept since is read again, whether or not the database says that it was.
  const bodies = [edges, detail, checks];
  const kept = bodies.map(({ value }) => value?.claim.asOf ?? '').join(' ');
  const [fetched, setFetched] = useState(0);
  const read = useLive(() => model.late(blastRadiusRead({ kind, id })), [model, kind, id, kept, fetched]);
  const [last, setLast] = useState(read);
  // With every body that comes the same question is asked again: its last answer stays meanwhile.
  if (read.value !== undefined && read !== last) setLast(read);
  const shown = read.value === undefined && read.status === 'loading' ? last : read;
  const radius = shown.value?.data;
  const ids = useMemo(
    () => (radius === undefined ? [] : itemsToName({ kind, id }, radius).slice(0, MOST_NAMES)),
    [kind, id, radius],
  );
  const rows = useIndexRows('config_items', ids);
  const nameOf = useMemo(
    () => namer(ids, rows.isBehind ? undefined : rows.value, radius?.components ?? new Map()),
    [ids, rows.isBehind, rows.value, radius],
  );
  const { isFetching, fetchMissing } = useMissing(radius, () => setFetched((before) => before + 1));
  return {
    read: shown,
    nameOf,
    reason: edges.value?.claim.reason ?? null,
    isOld: bodies.some(({ status, value }) => status === 'failed' || (value?.claim.reason ?? null) !== null),
    refresh: () => setTurn((before) => before + 1),
    fetchMissing: isFetching ? null : fetchMissing,
  };
}

function useMissing(radius: BlastRadius | undefined, onFetched: () => void) {
  const sync = useSync();
  const [isFetching, setFetching] = useState(false);
  const fetchMissing = (): void => {
    const wanted: readonly (readonly [DocumentKind, string])[] = [
      ...(radius?.unread ?? []).map((each) => ['config-edges', each] as const),
      ...(radius?.uncheckedIds ?? []).map((each) => ['config-checks', each] as const),
    ];
    setFetching(true);
    fetchAll(sync, wanted.slice(0, READ_AT_ONCE))
      .catch((thrown: unknown) => {
        toast({ kind: 'error', text: 'Not everything could be read', detail: toSyncError(thrown).message });
      })
      .finally(() => {
        setFetching(false);
        onFetched();
      });
  };
  return { isFetching, fetchMissing };
}

/** A few at once: the server has others to answer, too. */
async function fetchAll(
  sync: ReturnType<typeof useSync>,
  wanted: readonly (readonly [DocumentKind, string])[],
): Promise<void> {
  const waiting = wanted.values();
  const work = async (): Promise<void> => {
    for (const [kind, id] of waiting) {
      const {
        claim: { state, reason },
      } = await sync.fetchDocument(kind, id);
      if (state === 'never' && reason !== null) throw new Error(reason);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}
