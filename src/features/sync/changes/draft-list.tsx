import { useState, type ReactElement } from 'react';
import type { Draft } from '#sync/protocol/op.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { CountBadge } from '#src/ui/marks/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { draftHref, draftWords } from './draft-labels.ts';
import { draftText, type PointerName } from './form-draft-labels.ts';
import { screenWords } from '#src/views/op-labels.ts';
import { PanelSection } from '../panel-section.tsx';
import { useDrafts } from '../sync-queries.ts';
import { usePointerNames } from './pointer-names.ts';
import { useAction } from '#src/views/use-action.ts';

/** Every text that is kept only on this device, newest first; nothing when there is none. */
export function KeptDrafts(): ReactElement | null {
  const drafts = useDrafts();
  const kept = drafts.value?.filter(({ text }) => text.trim() !== '') ?? [];
  const nameOf = usePointerNames(kept);
  if (drafts.status === 'failed') {
    return (
      <PanelSection title="Drafts on this device">
        <ErrorPanel details={drafts.error.stack} message={drafts.error.message} />
      </PanelSection>
    );
  }
  if (kept.length === 0) return null;
  return (
    <PanelSection aside={<CountBadge count={kept.length} label="drafts" />} title="Drafts on this device">
      <ul aria-label="Drafts" className="flex flex-col divide-y divide-line">
        <Records
          idOf={({ key }) => key}
          nameOf={draftWords}
          of={kept.toSorted((a, b) => b.savedAt - a.savedAt)}
        >
          {(draft) => <DraftItem draft={draft} nameOf={nameOf} />}
        </Records>
      </ul>
    </PanelSection>
  );
}

function DraftItem({ draft, nameOf }: { draft: Draft; nameOf: PointerName }): ReactElement {
  const href = draftHref(draft);
  const text = draftText(draft, nameOf);
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 text-table">
        <span className="text-body">{draftWords(draft)}</span>
        <Ago at={draft.savedAt} label="Kept" />
      </div>
      {text === '' ? (
        <p className="text-table text-muted">Nothing was typed or chosen</p>
      ) : (
        <blockquote className="border-s-2 border-line-strong ps-3 text-table whitespace-pre-wrap text-muted wrap-any">
          {text}
        </blockquote>
      )}
      <div className="-ms-2.5 flex flex-wrap items-center gap-1">
        {text !== '' && <CopyTextButton label="Copy" text={text} />}
        <DeleteButton draft={draft} />
        {href !== null && (
          <span className="ms-2.5 text-table">
            <TextLink href={href}>{screenWords(href)}</TextLink>
          </span>
        )}
      </div>
    </li>
  );
}

/** Asked once: the text stands nowhere else. */
function DeleteButton({ draft }: { draft: Draft }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isPending={isPending} size="small" variant="ghost" onPress={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        confirmLabel="Delete draft"
        isOpen={isOpen}
        title="Delete this draft?"
        onConfirm={() => {
          setOpen(false);
          run(() => sync.deleteDraft(draft.key));
        }}
        onOpenChange={setOpen}
      >
        The text is kept only on this device. Once deleted, it cannot be restored.
      </ConfirmDialog>
    </>
  );
}
