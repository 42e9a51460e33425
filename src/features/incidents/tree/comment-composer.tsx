import { Send } from 'lucide-react';
import { useId, useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { MentionTextArea } from '#src/ui/forms/mention-text-area.tsx';
import { commentDraftKey } from '../commands.ts';
import { DraftNotes, ReturnedText } from '#src/views/form/draft-notes.tsx';
import { useIncidentScreen } from '../incident-context.tsx';
import { useDraft } from '#src/views/form/use-draft.ts';

interface CommentComposerProps {
  /** Null while none is chosen. */
  hypothesisId: string | null;
  hypothesisTitle: string;
  /** Where the text is kept; the place of the hypothesis when absent. */
  draftKey?: string;
  onSent?: () => void;
}

/** Writes a comment. Its text is kept on the device until the server has it. */
export function CommentComposer(props: CommentComposerProps): ReactElement {
  const { hypothesisId, hypothesisTitle, onSent } = props;
  const { incidentId, people, commands } = useIncidentScreen();
  const draft = useDraft(props.draftKey ?? commentDraftKey(incidentId, hypothesisId ?? ''));
  const [sending, setSending] = useState<'idle' | 'sending'>('idle');
  const [error, setError] = useState<string>();
  const errorId = useId();
  const isEmpty = draft.text.trim() === '';
  useWorkInProgress('form', !isEmpty);

  const send = (): void => {
    if (sending === 'sending') return;
    if (isEmpty) {
      setError('Please add comment details');
      return;
    }
    if (hypothesisId === null) {
      setError('Please select any hypothesis');
      return;
    }
    setSending('sending');
    setError(undefined);
    commands
      .addComment(hypothesisId, draft.text.trim())
      .then(() => {
        draft.clear();
        onSent?.();
      })
      .catch((thrown: unknown) => setError(`Not saved on this device: ${toSyncError(thrown).message}`))
      .finally(() => setSending('idle'));
  };
  return (
    <form
      aria-describedby={error === undefined ? undefined : errorId}
      aria-label={`Comment on ${hypothesisTitle}`}
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ReturnedText draft={draft} what="An earlier comment" />
      <div className="flex items-end gap-2">
        <MentionTextArea
          isLabelHidden
          className="min-w-0 flex-1"
          label={`Comment on ${hypothesisTitle}`}
          maxRows={14}
          minRows={1}
          people={people.value?.data ?? []}
          peopleError={
            people.status === 'failed'
              ? `Names for mentions could not be read from this device: ${people.error.message}`
              : undefined
          }
          placeholder="Comment, @ to mention"
          value={draft.text}
          onChange={(text) => {
            setError(undefined);
            draft.setText(text);
          }}
          onSubmit={send}
        />
        <Button
          disabledReason={isEmpty ? 'Please add comment details' : undefined}
          icon={Send}
          isPending={sending === 'sending'}
          type="submit"
          variant={isEmpty ? 'ghost' : 'primary'}
        >
          Comment
        </Button>
      </div>
      <DraftNotes draft={draft} />
      {error !== undefined && (
        <p className="text-table text-danger" id={errorId} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
