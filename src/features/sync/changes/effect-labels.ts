import type { Effect } from '#sync/protocol/effect.ts';
import { shownState } from '#src/views/effect/effect-state.ts';
import type { EffectWords } from '#src/views/effect/effect-words.ts';
import { checkRunOf } from '#src/views/check-run-labels.ts';
import { roughly } from '../diagnostics/diagnostic-labels.ts';

/** Where an effect stands, in a sentence. */
export function effectWords(effect: Effect, nowMs: number): string {
  switch (shownState(effect, nowMs)) {
    case 'prepared':
      return `Prepared, not sent. It can be sent for another ${roughly(effect.expiresAt - nowMs)}`;
    case 'sending':
      return 'Sending';
    case 'done':
      return doneWords(effect);
    case 'refused':
      return 'The server refused';
    case 'unknown':
      return 'Sent, but no answer came: it may have happened';
    case 'expired':
      return 'Expired; it was never sent';
  }
}

function doneWords({ request, result }: Effect): string {
  const words = request.kind === 'check.run' ? checkRunOf(result).words : undefined;
  return words === undefined ? 'Done' : `Done. ${words}`;
}

/** The same for a message, once the list is closed. */
export function wordsOf({ title }: Pick<Effect, 'title'>): EffectWords {
  return {
    failed: `Not done: ${title}`,
    unknown: `It is not known whether this was done: ${title}`,
    lookUp: 'Look it up before you repeat it.',
  };
}

/** The word on the button, and in the question before it. */
export function verbOf({ request }: Pick<Effect, 'request'>): 'Run' | 'Send' {
  const runs: readonly Effect['request']['kind'][] = ['check.run', 'playbook.run', 'connection.test'];
  return runs.includes(request.kind) ? 'Run' : 'Send';
}

/** True when it is sent with texts that are not kept: only the screen that prepared it asks for them (D22). */
export function needsItsScreen({ request }: Pick<Effect, 'request'>): boolean {
  switch (request.kind) {
    case 'responder.open-ticket':
      return (request.fromTeam ?? []).length > 0;
    case 'playbook.run':
      return (request.asked ?? []).length > 0;
    default:
      return false;
  }
}
