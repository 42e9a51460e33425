import { isOpen } from '#sync/protocol/op.ts';
import type { CommentView, EvidenceView, HypothesisNode, OpView } from '#sync/read/types.ts';
import type { SyncState } from '#src/ui/marks/sync-mark.tsx';

/** Open operations that touch one column, oldest first. */
export function opsOnField(ops: readonly OpView[], field: string): readonly OpView[] {
  return ops.filter((op) => op.kind === 'update' && Object.hasOwn(op.patch, field));
}

/** What the mark beside one field says. */
export function fieldSyncState(ops: readonly OpView[], field: string): SyncState | undefined {
  const own = opsOnField(ops, field);
  return own.reduce<SyncState | undefined>((worst, op) => worse(worst, opSyncState(op)), undefined);
}

function opSyncState(op: OpView): SyncState | undefined {
  if (op.state === 'conflict') return 'conflict';
  if (op.state === 'parked') return 'failed';
  if (op.state === 'acked') return undefined;
  // One whose answer never came is on nobody's wire: it waits on this device until the server can be asked.
  return op.state === 'sending' ? 'sending' : 'pending';
}

const RANK: Readonly<Record<SyncState, number>> = { sending: 1, pending: 2, failed: 3, conflict: 4 };

function worse(a: SyncState | undefined, b: SyncState | undefined): SyncState | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return RANK[b] > RANK[a] ? b : a;
}

/** Things that are not on the server as they stand here, by what they need. */
export interface ChangeCount {
  readonly waiting: number;
  readonly attention: number;
}

const NONE: ChangeCount = { waiting: 0, attention: 0 };

/** Sum over a node and all that stands under it. */
export function changesOf(node: HypothesisNode): ChangeCount {
  const own = [node, ...node.comments, ...node.evidences].map((item) => changesOfOne(item));
  return [...own, ...node.children.map(changesOf)].reduce(add, NONE);
}

/** Sum over a tree. */
export function changesOfTree(tree: readonly HypothesisNode[]): ChangeCount {
  return tree.map(changesOf).reduce(add, NONE);
}

function changesOfOne(item: HypothesisNode | CommentView | EvidenceView): ChangeCount {
  const { pending, failed, conflict, parked } = item.marks;
  if (failed || conflict || parked) return { waiting: 0, attention: 1 };
  return pending ? { waiting: 1, attention: 0 } : NONE;
}

function add(a: ChangeCount, b: ChangeCount): ChangeCount {
  return { waiting: a.waiting + b.waiting, attention: a.attention + b.attention };
}

/** Open changes made on the page of each incident, by incident id: what the list shows beside its rows. */
export function changesByIncident(ops: readonly OpView[]): ReadonlyMap<string, ChangeCount> {
  const counts = new Map<string, ChangeCount>();
  for (const op of ops) {
    const id = /^\/incidents\/([^/?#]+)/u.exec(op.screen)?.[1];
    const state = isOpen(op) ? opSyncState(op) : undefined;
    if (id === undefined || state === undefined) continue;
    const isWaiting = state === 'pending' || state === 'sending';
    counts.set(id, add(counts.get(id) ?? NONE, { waiting: isWaiting ? 1 : 0, attention: isWaiting ? 0 : 1 }));
  }
  return counts;
}

/** "2 changes waiting", "1 needs your decision", or null. */
export function changeWords({ waiting, attention }: ChangeCount): string | null {
  const parts = [
    attention === 0 ? null : `${attention} ${attention === 1 ? 'needs' : 'need'} your decision`,
    waiting === 0 ? null : `${waiting} ${waiting === 1 ? 'change' : 'changes'} waiting`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The mark of the sum. */
export function changeState({ waiting, attention }: ChangeCount): SyncState | undefined {
  if (attention > 0) return 'failed';
  return waiting > 0 ? 'pending' : undefined;
}
