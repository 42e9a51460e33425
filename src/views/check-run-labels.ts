import type { Effect } from '#sync/protocol/effect.ts';
import { formatDuration } from '#src/lib/durations.ts';
import { shortened } from '#src/lib/shortened.ts';

/** An answer of a target may be a page long. */
const MAX_REASON_LENGTH = 200;

/** What came out of a run of a check, as the server answered it; `passed` is null where it did not say. */
export interface CheckRun {
  readonly passed: boolean | null;
  /** "It passed in 25ms", "It failed: connection refused"; undefined where nothing is known. */
  readonly words: string | undefined;
}

/** Duration and error may be absent, and an older server may answer with nothing at all. */
export function checkRunOf(result: Effect['result']): CheckRun {
  const passed = result?.['pass'];
  if (typeof passed !== 'boolean') return { passed: null, words: undefined };
  const duration = result?.['duration'];
  const took = typeof duration === 'number' ? formatDuration(duration) : '';
  const verdict = `It ${passed ? 'passed' : 'failed'}${took === '' ? '' : ` in ${took}`}`;
  const reason = passed ? '' : lineOf(result?.['error']) || lineOf(result?.['message']);
  return { passed, words: reason === '' ? verdict : `${verdict}: ${shortened(reason, MAX_REASON_LENGTH)}` };
}

function lineOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/gu, ' ').trim() : '';
}
