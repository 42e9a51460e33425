import * as v from 'valibot';
import type { Prng } from '#tests/sim/prng.ts';

const stepSchema = v.object({
  /** How long it takes. */
  ms: v.optional(v.number()),
  end: v.optional(v.picklist(['completed', 'failed', 'skipped']), 'completed'),
  /** Waits for an agent before it runs. */
  isOnAgent: v.optional(v.boolean(), false),
  stdout: v.optional(v.string(), ''),
  stderr: v.optional(v.string(), ''),
  /** How often `stdout` is given: for output that is long. */
  repeat: v.optional(v.number(), 1),
  /** Instead of what a shell gives: rows, a request's answer, nothing. */
  result: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  error: v.optional(v.string(), 'exit status 1'),
});

/** How a run goes. Steps by position; one that is not named completes. */
export const scriptSchema = v.object({
  /** It fails before its first step, with this text. */
  error: v.optional(v.string()),
  /** It ends so after this many steps, whatever is left. */
  endsAfter: v.optional(
    v.object({ steps: v.number(), status: v.picklist(['cancelled', 'timed_out', 'failed']) }),
  ),
  steps: v.optional(v.array(stepSchema), []),
});
export type RunScript = v.InferOutput<typeof scriptSchema>;
export type StepScript = v.InferOutput<typeof stepSchema>;

/** How a step goes that nobody spoke of. */
export const QUIET_STEP: StepScript = v.parse(stepSchema, { ms: 3_000 });

const [GREEN, YELLOW, RED, DIM, OFF] = ['\u001B[32m', '\u001B[33m', '\u001B[31m', '\u001B[2m', '\u001B[0m'];

/** A step as a shell would tell it: what it runs, some lines with colours, and sometimes a failure. */
export function drawStep(rng: Prng, command: string, atMs: number): StepScript {
  const stamp = (line: number): string => new Date(atMs + line * 400).toISOString().slice(11, 23);
  const lines = Array.from({ length: 6 + rng.int(14) }, (_none, at) =>
    rng.chance(0.12)
      ? `${DIM}${stamp(at)}${OFF} ${YELLOW}WARN${OFF} retrying, see https://status.holdfast.local/runs`
      : `${DIM}${stamp(at)}${OFF} ${GREEN}INFO${OFF} ${at + 1} of 20 replicas ready`,
  );
  const isFailed = rng.chance(0.12);
  return {
    ...QUIET_STEP,
    ms: 3_000 + rng.int(12_000),
    end: isFailed ? 'failed' : 'completed',
    isOnAgent: rng.chance(0.1),
    stdout: `${[`+ ${command}`, ...lines].join('\n')}\n`,
    stderr: isFailed ? `${RED}error: timed out waiting for the condition${OFF}\n` : '',
  };
}
