import { useState } from 'react';
import type { Draft } from '#sync/protocol/op.ts';
import { useReadModel } from '#src/platform/read-model-context.tsx';
import { useSync } from '#src/platform/sync-context.tsx';
import { useStoredDraft } from './queries.ts';
import { useDelayed } from './use-delayed.ts';

const SAVE_DELAY_MS = 400;

export interface DraftField {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The text comes from the device, not from typing on this screen. */
  readonly restored: Draft | null;
  /** Text that could not be saved and came back while another one is being typed. */
  readonly returned: string | null;
  /** Adds the returned text under the typed one. */
  readonly takeReturned: () => void;
  readonly dropReturned: () => void;
  /** Empties the field and forgets the draft: after sending, and for "Discard". */
  readonly clear: () => void;
  /** The device refuses to keep the draft. */
  readonly isUnsaved: boolean;
}

/**
 * Text of a composer, kept on the device while it is typed. The field belongs to the person: a draft that arrives
 * later (a rolled-back comment) never replaces what is typed.
 */
export function useDraft(key: string): DraftField {
  const sync = useSync();
  const model = useReadModel();
  const draft = useStoredDraft(key) ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const [takenOpId, setTakenOpId] = useState<string | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);

  const cameBack = draft !== null && draft.fromOpId !== null && draft.fromOpId !== takenOpId;
  const showsDraft = draft !== null && draft.text !== '' && (typed === null || (typed === '' && cameBack));
  const text = showsDraft ? draft.text : (typed ?? '');
  const returned = cameBack && !showsDraft && draft.text !== typed ? returnedPart(draft.text, text) : null;

  const store = (next: string): void => {
    const stored = next.trim() === '' ? sync.deleteDraft(key) : sync.saveDraft(key, next);
    stored.then(
      () => setUnsaved(false),
      () => setUnsaved(true),
    );
  };
  const save = useDelayed<string>(SAVE_DELAY_MS, (next) => {
    // While a returned text waits under the same key, saving would overwrite it.
    if (returned !== null) return;
    const storeUnlessReturned = async (): Promise<void> => {
      // Asked of the device, not of this screen: the engine may have put a text back that is not drawn yet.
      const kept = await model.draft(key);
      if (kept === null || kept.fromOpId === null || kept.fromOpId === takenOpId) store(next);
    };
    storeUnlessReturned().catch(() => setUnsaved(true));
  });

  return {
    text,
    restored: showsDraft ? draft : null,
    returned,
    isUnsaved,
    setText(next) {
      if (showsDraft) setTakenOpId(draft.fromOpId);
      setTyped(next);
      save.schedule(next);
    },
    takeReturned() {
      if (draft === null || returned === null) return;
      const both = `${text}\n\n${returned}`;
      setTakenOpId(draft.fromOpId);
      setTyped(both);
      store(both);
    },
    dropReturned() {
      if (draft === null || returned === null) return;
      setTakenOpId(draft.fromOpId);
      store(text);
    },
    clear() {
      save.cancel();
      setTakenOpId(draft?.fromOpId ?? null);
      // A text that came back while this one was written takes the empty field; forgetting it would lose it.
      setTyped(returned ?? '');
      store(returned ?? '');
    },
  };
}

/** The engine joins a returning text to the kept one; only what is not typed here anyway is news. */
function returnedPart(kept: string, typed: string): string {
  for (let at = kept.lastIndexOf('\n\n'); at > 0; at = kept.lastIndexOf('\n\n', at - 1)) {
    if (typed.startsWith(kept.slice(0, at))) return kept.slice(at + 2);
  }
  return kept;
}
