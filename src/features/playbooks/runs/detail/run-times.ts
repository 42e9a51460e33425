import type { Run } from '../run-row.ts';
import { INITIALIZATION, isSkipped, type Step } from './run-steps.ts';

/** A stretch of the time that a run took. */
export interface Span {
  readonly id: string;
  /** Nothing happens while it is queued, and between two steps. */
  readonly is: 'queued' | 'wait' | 'step';
  readonly name: string;
  readonly step: Step | null;
  readonly fromMs: number;
  readonly toMs: number;
  /** It has not ended: `toMs` is as far as is known. */
  readonly isOpen: boolean;
}

/** Shorter than a second nobody waited between two steps: that is how long it takes to begin one. */
const LEAST_WAIT_MS = 1_000;

/**
 * Where the time of a run went, in order: until it began, its steps, and what lay between them. `knownMs` is the moment of what
 * is known of it. Steps that were skipped, or have no times, took none.
 */
export function timesOf(run: Run, steps: readonly Step[], knownMs: number | null): readonly Span[] {
  const begun = steps
    .filter((step) => !isSkipped(step) && step.id !== INITIALIZATION)
    .flatMap((step) => {
      const fromMs = ms(step.start_time);
      if (fromMs === null) return [];
      const endMs = ms(step.end_time);
      return [{ step, fromMs, toMs: Math.max(fromMs, endMs ?? knownMs ?? fromMs), isOpen: endMs === null }];
    })
    .sort((a, b) => a.fromMs - b.fromMs);
  const spans: Span[] = [];
  const createdMs = ms(run.created_at);
  const startMs = ms(run.start_time);
  if (createdMs !== null && (startMs !== null || knownMs !== null)) {
    const toMs = Math.max(createdMs, startMs ?? knownMs ?? createdMs);
    const isOpen = startMs === null && run.end_time === null;
    spans.push({ id: 'queued', is: 'queued', name: 'Queued', step: null, fromMs: createdMs, toMs, isOpen });
  }
  let lastMs = startMs ?? begun[0]?.fromMs ?? 0;
  for (const { step, fromMs, toMs, isOpen } of begun) {
    if (fromMs - lastMs >= LEAST_WAIT_MS)
      spans.push({
        id: `before ${step.id}`,
        is: 'wait',
        name: `Wait before ${step.name}`,
        step: null,
        fromMs: lastMs,
        toMs: fromMs,
        isOpen: false,
      });
    spans.push({ id: step.id, is: 'step', name: step.name, step, fromMs, toMs, isOpen });
    lastMs = Math.max(lastMs, toMs);
  }
  return spans;
}

function ms(time: string | null): number | null {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? null : at;
}
