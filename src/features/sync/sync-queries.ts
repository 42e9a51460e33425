import { hotTables } from '#sync/protocol/table.ts';
import { isOpen, type Draft, type Notice } from '#sync/protocol/op.ts';
import type { SetAside } from '#sync/protocol/set-aside.ts';
import type { RowInspection } from '#sync/read/inspect-row.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { OpView } from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';

export type FeedView = Awaited<ReturnType<ReadModel['feeds']>>[number];

export function useOutbox(): Live<readonly OpView[]> {
  const model = useReadModel();
  return useLive(() => model.outbox(), [model]);
}

/** Records of this person's work that cannot be read. */
export function useSetAside(): Live<readonly SetAside[]> {
  const model = useReadModel();
  return useLive(() => model.setAside(), [model]);
}

/** Newest first as the store gives them; read ones too. */
export function useNotices(): Live<readonly Notice[]> {
  const model = useReadModel();
  return useLive(() => model.notices(), [model]);
}

export function useDrafts(): Live<readonly Draft[]> {
  const model = useReadModel();
  return useLive(() => model.drafts(), [model]);
}

/** What of the collections that are kept in part is here. */
export function useWindows(): Live<Awaited<ReturnType<ReadModel['windows']>>> {
  const model = useReadModel();
  return useLive(() => model.windows(), [model]);
}

/** One row with everything behind it. */
export function useInspectedRow(tbl: string, id: string): Live<RowInspection> {
  const model = useReadModel();
  return useLive(() => model.inspectRow(tbl, id), [model, tbl, id]);
}

export function useFeeds(): Live<readonly FeedView[]> {
  const model = useReadModel();
  return useLive(() => model.feeds(), [model]);
}

const HOT_TABLES: ReadonlySet<string> = new Set(hotTables);

/** The oldest time of the collections that decide "Live", from earlier visits; null when one was never pulled. */
export function storedAsOf(feeds: readonly FeedView[]): string | null {
  const times = feeds
    .filter(({ tbl, status }) => HOT_TABLES.has(tbl) && status !== 'forbidden')
    .map(({ asOf }) => (asOf === null ? Number.NaN : Date.parse(asOf)));
  const oldest = Math.min(...times);
  return times.length === 0 || Number.isNaN(oldest) ? null : new Date(oldest).toISOString();
}

/** Read only while it is asked for: the feeds change with every pull. */
export function useStoredAsOf(isAsked: boolean): Live<string | null> {
  const model = useReadModel();
  return useLive(async () => (isAsked ? storedAsOf(await model.feeds()) : null), [model, isAsked]);
}

/** Whether changes lie on this device, for the moment before the worker has counted them. */
export function useHasOpenChanges(isAsked: boolean): boolean {
  const model = useReadModel();
  const live = useLive(async () => isAsked && (await model.outbox()).some(isOpen), [model, isAsked]);
  // Not read yet is not "none".
  return live.value ?? true;
}
