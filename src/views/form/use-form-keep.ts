import { useState } from 'react';
import type { AnyForm, FormValues } from './form-spec.ts';
import { keptText, typedOf } from './kept-text.ts';
import { useDraft, type DraftField } from './use-draft.ts';

/** What was typed in a form, and where it is kept between two openings of it. */
export interface FormKeep {
  /** What a form that is drawn now begins with: what nobody touched is missing. */
  readonly typed: FormValues;
  /** Another one: what is kept came from the device and not from this form, which begins anew. */
  readonly arrival: string;
  readonly store: (typed: FormValues) => void;
  /** Forgets it, after sending and for "Discard"; gives what was typed since. */
  readonly clear: () => FormValues;
  /** The text that came back, with what is typed. */
  readonly takeReturned: () => FormValues;
  /** What is typed is not on the device: nobody keeps it, or the device refused to. */
  readonly isUnkept: boolean;
  /** For what has to be said: the words first, then the choices. */
  readonly drafts: readonly DraftField[];
}

/** Where a form is kept; null keeps nothing. */
export interface KeepKeys {
  readonly lines: string | null;
  /** For a form with words. */
  readonly words?: string | undefined;
}

/** Keeps a form on the device while it is typed: closing it or the browser loses none of it, and no secret is in it. */
export function useFormKeep(spec: AnyForm, keys: KeepKeys): FormKeep {
  const words = useDraft(keys.words ?? null);
  const lines = useDraft(keys.lines);
  const now = { words: words.text, lines: lines.text };
  const arrival = JSON.stringify([useLast(words.restored?.text), useLast(lines.restored?.text)]);
  return {
    typed: typedOf(spec, now),
    arrival,
    isUnkept: (keys.lines === null && keys.words === undefined) || words.isUnsaved || lines.isUnsaved,
    drafts: [words, lines],
    store(typed) {
      const next = keptText(spec, typed);
      // A text that nobody touched stays the device's: what arrives for it later is still shown.
      if (next.words !== words.text) words.setText(next.words);
      if (next.lines !== lines.text) lines.setText(next.lines);
    },
    clear: () => typedOf(spec, { words: words.clear(), lines: lines.clear() }),
    takeReturned: () => typedOf(spec, { ...now, words: words.takeReturned() }),
  };
}

/** The last one there was. */
function useLast(text: string | undefined): string | undefined {
  const [last, setLast] = useState(text);
  if (text !== undefined && text !== last) setLast(text);
  return text ?? last;
}
