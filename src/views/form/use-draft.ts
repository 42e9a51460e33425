import { useState } from 'react';
import type { Draft } from '#sync/protocol/op.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useDelayed } from '#src/ui/use-delayed.ts';
import { useLatest } from '#src/ui/use-latest.ts';

const SAVE_DELAY_MS = 400;

export interface DraftField {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The text comes from the device, not from typing on this screen. */
  readonly restored: Draft | null;
  /** Text that could not be saved and came back while another one is being typed. */
  readonly returned: string | null;
  /** Adds the returned text under the typed one, and gives both. */
  readonly takeReturned: () => string;
  readonly dropReturned: () => void;
  /** Empties the field and forgets the draft: after sending, and for "Discard". Gives what was typed since: that stays. */
  readonly clear: () => string;
  /** The device refuses to keep the draft. */
  readonly isUnsaved: boolean;
  /** Why the device cannot say whether it keeps a text for this field; null when it can. */
  readonly unread: string | null;
}

/**
 * Text of a composer, kept on the device while it is typed. The field belongs to the person: a draft that arrives
 * later (a rolled-back comment) never replaces what is typed. Without a key nothing is kept.
 */
export function useDraft(key: string | null): DraftField {
  const sync = useSync();
  const stored = useStoredDraft(key);
  const draft = stored.value ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const [takenOpId, setTakenOpId] = useState<string | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);

  const cameBack = draft !== null && draft.fromOpId !== null && draft.fromOpId !== takenOpId;
  const showsDraft = draft !== null && draft.text !== '' && (typed === null || (typed === '' && cameBack));
  const text = showsDraft ? draft.text : (typed ?? '');
  const returned = cameBack && !showsDraft && draft.text !== typed ? returnedPart(draft.text, text) : null;

  const latestRef = useLatest(text);

  /** `known` is the returned text this screen has; while another one waits, the journal refuses and the screen hears of it. */
  const store = (next: string, known: string | null): void => {
    if (key === null) return;
    sync.saveDraft(key, next.trim() === '' ? '' : next, known).then(
      () => setUnsaved(false),
      () => setUnsaved(true),
    );
  };
  const save = useDelayed<string>(SAVE_DELAY_MS, (next) => store(next, takenOpId));

  return {
    text,
    restored: showsDraft ? draft : null,
    returned,
    isUnsaved,
    unread: stored.status === 'failed' ? stored.error.message : null,
    setText(next) {
      if (showsDraft) setTakenOpId(draft.fromOpId);
      setTyped(next);
      latestRef.current = next;
      save.schedule(next);
    },
    takeReturned() {
      if (draft === null || returned === null) return text;
      // What was typed a moment ago must not be kept over what it has just become part of.
      save.cancel();
      const both = `${text}\n\n${returned}`;
      setTakenOpId(draft.fromOpId);
      setTyped(both);
      store(both, draft.fromOpId);
      return both;
    },
    dropReturned() {
      if (draft === null || returned === null) return;
      save.cancel();
      setTakenOpId(draft.fromOpId);
      store(text, draft.fromOpId);
    },
    clear() {
      save.cancel();
      setTakenOpId(draft?.fromOpId ?? null);
      // A text that came back while this one was written takes the empty field; forgetting it would lose it.
      const rest = [typedSince(text, latestRef.current), returned ?? '']
        .filter((part) => part !== '')
        .join('\n\n');
      setTyped(rest);
      latestRef.current = rest;
      store(rest, draft?.fromOpId ?? null);
      return rest;
    },
  };
}

export function useStoredDraft(key: string | null): Live<Draft | null> {
  const model = useReadModel();
  return useLive(() => (key === null ? NO_DRAFT : model.draft(key)), [model, key]);
}

const NO_DRAFT = Promise.resolve(null);

/** What a person wrote on while `sent` was on its way to the device; all of it when they changed what was sent. */
function typedSince(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length) : now;
}

/** The engine joins a returning text to the kept one; only what is not typed here anyway is news. */
function returnedPart(kept: string, typed: string): string {
  for (let at = kept.lastIndexOf('\n\n'); at > 0; at = kept.lastIndexOf('\n\n', at - 1)) {
    if (typed.startsWith(kept.slice(0, at))) return kept.slice(at + 2);
  }
  return kept;
}
