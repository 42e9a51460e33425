import type { Marks, OpView } from '#sync/read/types.ts';
import type { SyncState } from '#src/ui/marks/sync-mark.tsx';

/** What a mark says about a row; undefined when everything of it is on the server. */
export function syncStateOf(marks: Marks, ops: readonly OpView[] = []): SyncState | undefined {
  if (marks.conflict) return 'conflict';
  if (marks.failed || marks.parked) return 'failed';
  if (!marks.pending) return undefined;
  return ops.some((op) => op.state === 'sending') ? 'sending' : 'pending';
}
