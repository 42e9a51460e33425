import { Pencil } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useWorkInProgress } from '#src/platform/work-in-progress.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/inline-bar.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { toast } from '#src/ui/toast-queue.ts';
import { useDelayed } from './use-delayed.ts';

/** Spec 9: title edits are saved one second after the last key. */
export const TITLE_SAVE_DELAY_MS = 1000;

interface TitleEditorProps {
  title: string;
  /** Resolves when the title is durable on this device. */
  onSave: (title: string) => Promise<void>;
  onClose: () => void;
}

/** The button that opens the editor; always there, because hover does not exist on a tablet. */
export function EditTitleButton({ onPress }: { onPress: () => void }): ReactElement {
  return <IconButton icon={Pencil} label="Edit title" size="small" onPress={onPress} />;
}

/** One line that saves itself: a second after typing, on Enter and when focus leaves; Escape takes everything back. */
export function TitleEditor({ title, onSave, onClose }: TitleEditorProps): ReactElement {
  const editing = useTitleEditing(title, onSave);
  const { text, error, theirs } = editing;
  useWorkInProgress('form', text.trim() !== title);

  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') editing.revert();
    else if (!editing.commit()) return;
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field bubble here
    <div className="min-w-0 flex-1" onKeyDown={handleKeyDown}>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to edit this title
        autoFocus
        isLabelHidden
        error={error}
        label="Hypothesis title"
        value={text}
        onBlur={() => {
          if (theirs === null && editing.commit()) onClose();
        }}
        onChange={editing.change}
      />
      {theirs !== null && (
        <InlineBar
          action={
            <>
              <Button
                size="small"
                onPress={() => {
                  editing.takeTheirs();
                  onClose();
                }}
              >
                Use theirs
              </Button>
              <Button size="small" variant="ghost" onPress={editing.keepMine}>
                Keep mine
              </Button>
            </>
          }
          className="mt-1.5"
          tone="warning"
        >
          Meanwhile the title became “{theirs}”. What you type is not saved until you choose.
        </InlineBar>
      )}
    </div>
  );
}

interface TitleEditing {
  readonly text: string;
  readonly error: string | undefined;
  /** Another title arrived while this one was being typed. */
  readonly theirs: string | null;
  readonly change: (text: string) => void;
  /** Saves now; false when there is nothing that may be saved. */
  readonly commit: () => boolean;
  readonly revert: () => void;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

function useTitleEditing(title: string, onSave: (title: string) => Promise<void>): TitleEditing {
  const [text, setText] = useState(title);
  const [original] = useState(title);
  /** The title this edit stands on: what was there, or what this edit has already saved. */
  const [known, setKnown] = useState(title);
  /** Earlier ones of the same edit may still arrive from the store; they are not somebody else's. */
  const [own, setOwn] = useState<readonly string[]>([title]);
  const [failure, setFailure] = useState<string>();
  const theirs = own.includes(title) || title === text.trim() ? null : title;

  const store = (next: string): void => {
    const before = known;
    setKnown(next);
    setOwn((earlier) => [...earlier, next]);
    onSave(next).then(
      () => setFailure(undefined),
      (thrown: unknown) => {
        const { message } = toSyncError(thrown);
        // The editor may be closed by now: the text must not go with it.
        setKnown(before);
        setFailure(`Not saved on this device: ${message}`);
        toast({ kind: 'error', text: 'Title not saved on this device', detail: `“${next}”: ${message}` });
      },
    );
  };
  const delayed = useDelayed<string>(TITLE_SAVE_DELAY_MS, (next) => {
    if (theirs === null && next !== '' && next !== known) store(next);
  });
  return {
    text,
    theirs,
    error: text.trim() === '' ? 'This field is required' : failure,
    change(next) {
      setText(next);
      delayed.schedule(next.trim());
    },
    commit() {
      delayed.cancel();
      const next = text.trim();
      if (next === '' || theirs !== null) return false;
      if (next !== known) store(next);
      return true;
    },
    revert() {
      delayed.cancel();
      if (known !== original) store(original);
    },
    takeTheirs: () => delayed.cancel(),
    keepMine() {
      setKnown(title);
      setOwn((before) => [...before, title]);
      delayed.schedule(text.trim());
    },
  };
}
