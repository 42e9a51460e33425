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
