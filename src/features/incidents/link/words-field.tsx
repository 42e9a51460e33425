import { useState, type ReactElement } from 'react';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { DraftNotes, ReturnedText } from '#src/views/form/draft-notes.tsx';
import { useDraft, type DraftField } from '#src/views/form/use-draft.ts';

/** What a person writes about a thing they attach. */
export interface Words {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** After it was attached. */
  readonly clear: () => void;
  /** Kept on the device while it is typed; null for words that came with the thing. */
  readonly draft: DraftField | null;
}

/** `given`: the words of an evidence that is taken along; they are a beginning and no draft. */
export function useWords(draftKey: string, given: string | null): Words {
  const draft = useDraft(draftKey);
  const [text, setText] = useState(given ?? '');
  if (given !== null) return { text, setText, clear: () => undefined, draft: null };
  return { text: draft.text, setText: draft.setText, clear: draft.clear, draft };
}

interface WordsFieldProps {
  words: Words;
  /** They are the evidence itself. */
  isNote: boolean;
  error: string | undefined;
  help?: string | undefined;
}

export function WordsField({ words, isNote, error, help }: WordsFieldProps): ReactElement {
  return (
    <div className="flex flex-col gap-1">
      {words.draft !== null && <ReturnedText draft={words.draft} what="An earlier evidence" />}
      <TextArea
        error={error}
        help={help}
        isRequired={isNote}
        label={isNote ? 'Note' : 'Description'}
        value={words.text}
        onChange={words.setText}
      />
      {words.draft !== null && <DraftNotes draft={words.draft} />}
    </div>
  );
}
