import type { Effect } from '#sync/protocol/effect.ts';
import type { ToastMessage } from '#src/ui/overlays/toast-queue.ts';

/** What a screen calls what it asks for. The rest of the sentences are the same everywhere. */
export interface EffectWords {
  /** "Check not run": begins the message of a failure. Absent: the reason stands alone. */
  readonly failed?: string;
  /** "It is not known whether the check was run". */
  readonly unknown: string;
  /** "Check the history before you repeat it." */
  readonly lookUp: string;
  /** What is said of one that was done; absent where its screen shows it. */
  readonly done?: (effect: Effect) => ToastMessage;
}

/** The message about one that has ended or did not leave; `why` where the device could not even ask. */
export function effectMessage(words: EffectWords, effect: Effect, why?: string): ToastMessage | undefined {
  if (why === undefined && effect.state === 'done') return words.done?.(effect);
  if (why === undefined && effect.state === 'unknown') {
    const detail = `No answer came, and it is not sent again. ${words.lookUp}`;
    return { kind: 'error', text: words.unknown, detail };
  }
  const reason = why ?? effect.reason ?? undefined;
  return words.failed === undefined
    ? { kind: 'error', text: reason ?? 'It was not done' }
    : { kind: 'error', text: words.failed, detail: reason };
}
