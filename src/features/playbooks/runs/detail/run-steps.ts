import * as v from 'valibot';
import type { Run } from '../run-row.ts';

const text = v.fallback(v.nullish(v.string(), null), null);
const stepSchema = v.object({
  id: v.string(),
  name: v.fallback(v.string(), 'Step'),
  status: text,
  start_time: text,
  scheduled_time: text,
  end_time: text,
  error: text,
});

/** One step of a run. */
export type Step = v.InferOutput<typeof stepSchema>;

/** Those that are steps, in the order they are given. */
export function readSteps(raw: unknown): readonly Step[] {
  return (Array.isArray(raw) ? raw : []).flatMap((each: unknown) => {
    const step = v.safeParse(stepSchema, each);
    return step.success ? [step.output] : [];
  });
}

/** Id of the step that no server has. */
export const INITIALIZATION = 'initialization';

/** Spec 2: "A failed run with an error shows a synthetic first step named Initialization." */
export function stepsOf(run: Run, actions: readonly Step[]): readonly Step[] {
  if (run.status !== 'failed' || run.error === null) return actions;
  const first: Step = {
    id: INITIALIZATION,
    name: 'Initialization',
    status: 'failed',
    start_time: run.start_time,
    scheduled_time: run.scheduled_time,
    end_time: run.end_time,
    error: run.error,
  };
  return [first, ...actions];
}

export const isSkipped = ({ status }: Step): boolean => status === 'skipped';

/** The step that is shown: the one of the address, else the last one (spec 2); a skipped one cannot be chosen. */
export function chosenStep(steps: readonly Step[], id: string | undefined): Step | undefined {
  const open = steps.filter((step) => !isSkipped(step));
  return open.find((step) => step.id === id) ?? open.at(-1);
}

/** Spec 4: "refetches every 5 seconds while status is running, waiting or pending"; the server of 2026 has another word for it. */
const POLLED: ReadonlySet<string> = new Set(['running', 'waiting', 'pending', 'pending_approval']);
/** Spec 9: "Playbook run poll every 5 seconds". */
export const POLL_MS = 5_000;

export function isPolled({ status }: Pick<Run, 'status'>): boolean {
  return status !== null && POLLED.has(status);
}
