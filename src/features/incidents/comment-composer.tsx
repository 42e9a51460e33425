import { Send } from 'lucide-react';
import { useId, useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Draft } from '#sync/protocol/op.ts';
import { useWorkInProgress } from '#src/platform/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/inline-bar.tsx';
import { MentionTextArea } from '#src/ui/mention-text-area.tsx';
import { commentDraftKey } from './commands.ts';
import { useIncidentScreen } from './incident-context.tsx';
import { useDraft } from './use-draft.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

interface CommentComposerProps {
  hypothesisId: string;
  hypothesisTitle: string;
}

/** Writes a comment. Its text is kept on the device until the server has it. */
export function CommentComposer({ hypothesisId, hypothesisTitle }: CommentComposerProps): ReactElement {
  const { incidentId, people, commands } = useIncidentScreen();
  const draft = useDraft(commentDraftKey(incidentId, hypothesisId));
  const [sending, setSending] = useState<'idle' | 'sending'>('idle');
  const [error, setError] = useState<string>();
  const errorId = useId();
  const isEmpty = draft.text.trim() === '';
  useWorkInProgress('form', !isEmpty);

  const send = async (): Promise<void> => {
    if (sending === 'sending') return;
    if (isEmpty) {
      setError('Please add comment details');
      return;
    }
    setSending('sending');
    setError(undefined);
    try {
      await commands.addComment(hypothesisId, draft.text.trim());
      draft.clear();
    } catch (thrown) {
      setError(`Not saved on this device: ${toSyncError(thrown).message}`);
    } finally {
      setSending('idle');
    }
  };
  return (
    <form
      aria-describedby={error === undefined ? undefined : errorId}
      aria-label={`Comment on ${hypothesisTitle}`}
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {draft.returned !== null && (
        <ReturnedBar text={draft.returned} onDrop={draft.dropReturned} onTake={draft.takeReturned} />
      )}
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
          onSubmit={() => void send()}
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
      {draft.restored !== null && <RestoredNote draft={draft.restored} onDiscard={draft.clear} />}
      {draft.unread !== null && (
        <p className="text-table text-danger">
          Whether a draft is kept here could not be read from this device: {draft.unread}
        </p>
      )}
      {draft.isUnsaved && (
        <p className="text-table text-danger">
          This text cannot be kept on the device: copy it before you leave
        </p>
      )}
      {error !== undefined && (
        <p className="text-table text-danger" id={errorId} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

function RestoredNote({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }): ReactElement {
  const time = CLOCK.format(draft.savedAt);
  return (
    <output className="flex flex-wrap items-center gap-x-1 text-table text-muted">
      {draft.fromOpId === null
        ? `Restored from ${time} · `
        : `Not saved on server. Your text is back from ${time} · `}
      <Button className="-mx-2 text-muted" size="small" variant="ghost" onPress={onDiscard}>
        Discard
      </Button>
    </output>
  );
}

interface ReturnedBarProps {
  text: string;
  onTake: () => void;
  onDrop: () => void;
}

function ReturnedBar({ text, onTake, onDrop }: ReturnedBarProps): ReactElement {
  return (
    <InlineBar
      action={
        <>
          <Button size="small" onPress={onTake}>
            Put it back
          </Button>
          <Button size="small" variant="ghost" onPress={onDrop}>
            Discard
          </Button>
        </>
      }
      tone="warning"
    >
      An earlier comment was not saved on the server: “{text}”
    </InlineBar>
  );
}
