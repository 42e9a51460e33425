import type { Draft, Notice } from '#sync/protocol/op.ts';
import type { OpView, ReadModel } from '#sync/read/types.ts';
import { useLive, type Live } from '#src/platform/live.ts';
import { useReadModel } from '#src/platform/read-model-context.tsx';

export type FeedView = Awaited<ReturnType<ReadModel['feeds']>>[number];

export function useOutbox(): Live<readonly OpView[]> {
  const model = useReadModel();
  return useLive(() => model.outbox(), [model]);
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

export function useFeeds(): Live<readonly FeedView[]> {
  const model = useReadModel();
  return useLive(() => model.feeds(), [model]);
}
