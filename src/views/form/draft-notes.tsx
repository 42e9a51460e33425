import type { ReactElement } from 'react';
import type { Draft } from '#sync/protocol/op.ts';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import type { DraftField } from './use-draft.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

interface NotedDraft extends Pick<DraftField, 'restored' | 'unread' | 'isUnsaved'> {
  readonly clear: () => unknown;
}

/** What a person must know about the text of a field that is kept on the device. */
export function DraftNotes({ draft }: { draft: NotedDraft }): ReactElement {
  return (
    <>
      {draft.restored !== null && <RestoredNote draft={draft.restored} onDiscard={draft.clear} />}
      {draft.unread !== null && (
        <p className="text-table text-danger">Could not check for a draft on this device: {draft.unread}</p>
      )}
      {draft.isUnsaved && (
        <p className="text-table text-danger">
          This text cannot be saved on this device. Copy it before you leave.
        </p>
      )}
    </>
  );
}

function RestoredNote({ draft, onDiscard }: { draft: Draft; onDiscard: () => unknown }): ReactElement {
  const time = CLOCK.format(draft.savedAt);
  return (
    <output className="flex flex-wrap items-center gap-x-1 text-table text-muted">
      {draft.fromOpId === null
        ? `Restored from ${time} · `
        : `Not saved on server. Your text is back from ${time} · `}
      <Button className="-mx-2 text-muted" size="small" variant="ghost" onPress={() => void onDiscard()}>
        Discard
      </Button>
    </output>
  );
}

/** A text that came back while another one is being typed; nothing when there is none. */
export function ReturnedText({
  draft,
  what,
}: {
  draft: Pick<DraftField, 'returned' | 'dropReturned'> & { readonly takeReturned: () => unknown };
  what: string;
}): ReactElement | null {
  if (draft.returned === null) return null;
  return (
    <InlineBar
      action={
        <>
          <Button size="small" onPress={() => void draft.takeReturned()}>
            Put it back
          </Button>
          <Button size="small" variant="ghost" onPress={draft.dropReturned}>
            Discard
          </Button>
        </>
      }
      tone="warning"
    >
      {what} was not saved on the server: “{draft.returned}”
    </InlineBar>
  );
}
