import { Check, Copy } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Draft, Notice } from '#sync/protocol/op.ts';
import { useSync } from '#src/platform/sync-context.tsx';
import { Age } from '#src/ui/age.tsx';
import { Button } from '#src/ui/button.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { toast } from '#src/ui/toast-queue.ts';
import { screenHref, screenWords } from './op-words.ts';
import { useAction } from './use-action.ts';

/** Unread news about changes that were not taken; they stay until dismissed. */
export function NoticeList({
  notices,
  drafts,
}: {
  notices: readonly Notice[];
  drafts: readonly Draft[];
}): ReactElement {
  return (
    <ul aria-label="Notices" className="flex flex-col divide-y divide-line">
      {notices.map((notice) => (
        <NoticeItem
          draft={drafts.find((draft) => draft.fromOpId !== null && notice.opIds.includes(draft.fromOpId))}
          key={notice.id}
          notice={notice}
        />
      ))}
    </ul>
  );
}

function NoticeItem({ notice, draft }: { notice: Notice; draft: Draft | undefined }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  // A draft's key begins with the path of the screen it was written on.
  const screen = draft?.key.split('#')[0] ?? '';
  const href = screenHref(screen);
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <div className="flex items-start gap-2">
        <SyncMark
          className="mt-0.5"
          isCompact
          state={notice.kind === 'conflict' ? 'conflict' : 'failed'}
          text={WORDS[notice.kind]}
        />
        <Age at={notice.createdAt} className="mt-0.5 text-table text-muted" label="Since" />
      </div>
      <p className="text-body wrap-any">{notice.message}</p>
      {draft !== undefined && (
        <blockquote className="border-s-2 border-line-strong ps-3 text-table whitespace-pre-wrap text-muted wrap-any">
          {draft.text}
        </blockquote>
      )}
      <div className="-ms-2.5 flex flex-wrap items-center gap-1">
        {draft !== undefined && <CopyTextButton text={draft.text} />}
        <Button
          isPending={isPending}
          size="small"
          variant="ghost"
          onPress={() => run(() => sync.dismissNotice(notice.id))}
        >
          Dismiss
        </Button>
        {href !== null && (
          <span className="ms-2.5 text-table">
            <TextLink href={href}>{screenWords(screen)}</TextLink>
          </span>
        )}
      </div>
    </li>
  );
}

const WORDS: Readonly<Record<Notice['kind'], string>> = {
  failed: 'Not saved on server',
  cancelled: 'Not sent',
  parked: 'Stopped',
  conflict: 'Changed on the server too',
};

/** Texts of the product's error catalogue. */
function CopyTextButton({ text }: { text: string }): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (navigator.clipboard === undefined) {
      toast({ kind: 'error', text: 'Clipboard not available' });
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Refused by the browser: the text stands above and can be selected.
      toast({ kind: 'error', text: 'Failed to copy to clipboard' });
    }
  };
  return (
    <Button icon={isCopied ? Check : Copy} size="small" variant="ghost" onPress={() => void copy()}>
      {isCopied ? 'Copied to clipboard' : 'Copy text'}
    </Button>
  );
}
