import { isDamaged } from '../core/outbox/set-aside.ts';
import type { OpView } from './types.ts';

/** One line of the outbox: an operation alone, or all steps of a group that are still to be shown (B20). */
export interface OutboxLine {
  /** Where the line stands: the first step that the server has not acknowledged. Retry and discard go to this one. */
  readonly op: OpView;
  /** Every step that is shown, in order; the operation alone where there is no group. */
  readonly steps: readonly OpView[];
}

function stepOf(op: OpView): number {
  return op.group?.step ?? 0;
}

/**
 * Puts the steps of each group on one line, where its first step stood. `ops` are in journal order. What could not be
 * read stands with what was set aside, and not here as well.
 */
export function outboxLines(ops: readonly OpView[]): readonly OutboxLine[] {
  const lines = new Map<string, OpView[]>();
  for (const op of ops) {
    if (isDamaged(op)) continue;
    const key = op.group === undefined || op.group === null ? `op ${op.id}` : `group ${op.group.id}`;
    lines.set(key, [...(lines.get(key) ?? []), op]);
  }
  return [...lines.values()].flatMap((line) => {
    const steps = line.toSorted((a, b) => stepOf(a) - stepOf(b));
    const op = steps.find((step) => step.state !== 'acked') ?? steps[0];
    return op === undefined ? [] : [{ op, steps }];
  });
}
