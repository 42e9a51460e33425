import { Pencil } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { useDelayed } from '#src/ui/use-delayed.ts';

/** Spec 9: title edits are saved one second after the last key. */
export const TITLE_SAVE_DELAY_MS = 1000;

type SaveTitle = (title: string, before: string) => Promise<void>;

interface TitleEditorProps {
  title: string;
  /** Accessible name of the field. */
  label?: string;
  /** There is nothing yet: left empty it closes again, and only an attempt to save it says that it needs a title. */
  isNew?: boolean;
  /** Resolves when the title is durable on this device; `before` is what it takes the place of, as the person saw it. */
  onSave: SaveTitle;
  onClose: (by: ClosedBy) => void;
}

/** How an editor was closed: by its keys the focus is still in it, otherwise it is elsewhere already. */
export type ClosedBy = 'keys' | 'leaving';

/** The button that opens the editor; always there, because hover does not exist on a tablet. */
export function EditTitleButton({
  onPress,
  takesFocus = false,
}: {
  onPress: () => void;
  /** It comes back in the place of the editor that had the focus. */
  takesFocus?: boolean;
}): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus was in the editor that stood here
    <IconButton autoFocus={takesFocus} icon={Pencil} label="Edit title" size="small" onPress={onPress} />
  );
}

/** One line that saves itself: a second after typing, on Enter and when focus leaves; Escape takes everything back. */
export function TitleEditor({
  title,
  label = 'Hypothesis title',
  isNew = false,
  onSave,
  onClose,
}: TitleEditorProps): ReactElement {
  const editing = useTitleEditing(title, onSave);
  const { text, error, theirs } = editing;
  useWorkInProgress('form', text.trim() !== title);

  const attempt = useRef(0);
  /** Closes when the device has the title, unless typing went on meanwhile. */
  const closeAfter = (saved: Promise<boolean>, by: ClosedBy): void => {
    attempt.current += 1;
    const mine = attempt.current;
    void saved.then((isSaved) => {
      if (isSaved && mine === attempt.current) onClose(by);
    });
  };
  const [isTried, setTried] = useState(!isNew);
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    closeAfter(event.key === 'Escape' ? editing.revert() : editing.commit(), 'keys');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field bubble here
    <div className="min-w-0 flex-1" onKeyDown={handleKeyDown}>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to edit this title
        autoFocus
        isLabelHidden
        error={isTried || text.trim() !== '' ? error : undefined}
        label={label}
        value={text}
        onBlur={() => {
          if (theirs !== null) return;
          const isLeftEmpty = isNew && text.trim() === '';
          closeAfter(isLeftEmpty ? editing.revert() : editing.commit(), 'leaving');
        }}
        onChange={(next) => {
          attempt.current += 1;
          editing.change(next);
        }}
      />
      {theirs !== null && (
        <InlineBar
          action={
            <>
              <Button
                size="small"
                onPress={() => {
                  editing.takeTheirs();
                  onClose('keys');
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
  /** Saves now; true when the device has the title, false when it refused it or nothing may be saved. Never rejects. */
  readonly commit: () => Promise<boolean>;
  /** Like `commit`, with the title this edit began with. */
  readonly revert: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

function useTitleEditing(title: string, onSave: SaveTitle): TitleEditing {
  const [text, setText] = useState(title);
  const [original] = useState(title);
  /** Earlier ones of the same edit may still arrive from the store; they are not somebody else's. */
  const [own, setOwn] = useState<readonly string[]>([title]);
  const [failure, setFailure] = useState<string>();
  const theirs = own.includes(title) || title === text.trim() ? null : title;

  const saver = useTitleSaver(title, onSave, setFailure);
  const store = (next: string): Promise<boolean> => {
    setOwn((earlier) => [...earlier, next]);
    return saver.save(next);
  };
  const delayed = useDelayed<string>(TITLE_SAVE_DELAY_MS, (next) => {
    if (theirs === null && next !== '') void store(next);
  });
  return {
    text,
    theirs,
    error: text.trim() === '' ? 'This field is required' : failure,
    change(next) {
      setText(next);
      delayed.schedule(next.trim());
    },
    async commit() {
      delayed.cancel();
      const next = text.trim();
      return next === '' || theirs !== null ? false : store(next);
    },
    revert() {
      delayed.cancel();
      setText(original);
      // What somebody else wrote meanwhile is not taken back with it.
      return theirs === null ? store(original) : Promise.resolve(true);
    },
    takeTheirs: () => delayed.cancel(),
    keepMine() {
      saver.standOn(title);
      setOwn((before) => [...before, title]);
      delayed.schedule(text.trim());
    },
  };
}

interface TitleSaver {
  /** Never rejects: false when the device refused the newest title. */
  readonly save: (title: string) => Promise<boolean>;
  /** The device holds this title now. */
  readonly standOn: (title: string) => void;
}

/** One save at a time, the newest title last: an older one that ends late can then undo nothing. */
function useTitleSaver(
  title: string,
  onSave: SaveTitle,
  onFailure: (words: string | undefined) => void,
): TitleSaver {
  const stored = useRef(title);
  const wanted = useRef(title);
  const running = useRef<Promise<boolean>>(null);

  const drain = async (): Promise<boolean> => {
    while (wanted.current !== stored.current) {
      const next = wanted.current;
      try {
        await onSave(next, stored.current);
        stored.current = next;
        onFailure(undefined);
      } catch (thrown) {
        // A newer title is tried in its place; it says for itself whether it is kept.
        if (wanted.current !== next) continue;
        wanted.current = stored.current;
        const { message } = toSyncError(thrown);
        // The editor may be gone by now: the text must not go with it.
        onFailure(`Not saved on this device: ${message}`);
        toast({ kind: 'error', text: 'Title not saved on this device', detail: `“${next}”: ${message}` });
        return false;
      }
    }
    return true;
  };
  return {
    save(next) {
      wanted.current = next;
      running.current ??= drain().finally(() => {
        running.current = null;
      });
      return running.current;
    },
    standOn(next) {
      stored.current = next;
      wanted.current = next;
    },
  };
}
