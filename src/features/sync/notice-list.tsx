import { TriangleAlert } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Draft, Notice } from '#sync/protocol/op.ts';
import type { OpView } from '#sync/read/types.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { Button } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { AttachElsewhere } from './changes/attach-elsewhere.tsx';
import { orphanOf, type Orphan } from './changes/orphans.ts';
import { definitionTextOf, noticeWords, screenHref, screenWords, textOf } from '#src/views/op-labels.ts';
import { useAction } from '#src/views/use-action.ts';

interface NoticeListProps {
  notices: readonly Notice[];
  drafts: readonly Draft[];
  /** Operations the notices speak of, as far as they are kept. */
  ops: readonly OpView[];
}

interface Origin {
  /** What the person wrote; null when it was not text. */
  readonly text: string | null;
  /** Path of the screen it was written on; may be empty. */
  readonly screen: string;
  /** What lost its place with the change. */
  readonly orphans: readonly Orphan[];
  /** Key of the draft that keeps the text, where it holds nothing else. */
  readonly draftKey: string | null;
}

/** The written text, from where the engine has put it, and the way back to the screen. */
function originOf(notice: Notice, drafts: readonly Draft[], ops: readonly OpView[]): Origin {
  const draft = drafts.find(({ fromOpId }) => fromOpId !== null && notice.opIds.includes(fromOpId));
  const own = ops.filter((op) => notice.opIds.includes(op.id));
  const written = own.map((op) => textOf(op.patch)).find((text) => text !== null);
  const definition = own.map((op) => definitionTextOf(op.patch)).find((text) => text !== null);
  // A draft's key begins with the path of its screen.
  return {
    // Of a form with a definition the title alone comes back as a draft; what took the work is the definition.
    text: definition ?? draft?.text ?? written ?? null,
    screen: own[0]?.screen ?? draft?.key.split('#')[0] ?? '',
    orphans: own.map(orphanOf).filter((orphan) => orphan !== null),
    draftKey: draft !== undefined && draft.text === written ? draft.key : null,
  };
}

/** Unread news about changes that were not taken; they stay until dismissed. */
export function NoticeList({ notices, drafts, ops }: NoticeListProps): ReactElement {
  return (
    <ul aria-label="Notices" className="flex flex-col divide-y divide-line">
      <Records idOf={({ id }) => id} nameOf={({ message }) => message} of={notices}>
        {(notice) => <NoticeItem notice={notice} origin={originOf(notice, drafts, ops)} />}
      </Records>
    </ul>
  );
}

function NoticeItem({ notice, origin }: { notice: Notice; origin: Origin }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  const { text, screen, orphans, draftKey } = origin;
  const [attached, setAttached] = useState<ReadonlySet<string>>(new Set());
  const handleAttached = async (attachedId: string): Promise<void> => {
    setAttached((before) => new Set(before).add(attachedId));
    if (orphans.some(({ opId }) => opId !== attachedId && !attached.has(opId))) return;
    // It stands in its new place now; kept as well it would be sent twice.
    if (draftKey !== null) await sync.deleteDraft(draftKey);
    await sync.dismissNotice(notice.id);
  };
  const href = screenHref(screen);
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <div className="flex items-start gap-2">
        <Icon className="mt-[3px] text-danger" icon={TriangleAlert} />
        <p className="min-w-0 flex-1 text-body wrap-any">
          <span className="sr-only">{noticeWords(notice.kind)}: </span>
          {notice.message}
        </p>
        <Age at={notice.createdAt} className="text-table text-muted" label="Since" />
      </div>
      {text !== null && (
        <blockquote className="border-s-2 border-line-strong ps-3 text-table whitespace-pre-wrap text-muted wrap-any">
          {text}
        </blockquote>
      )}
      <div className="-ms-2.5 flex flex-wrap items-center gap-1">
        {orphans.map((orphan) => (
          <AttachElsewhere
            isAttached={attached.has(orphan.opId)}
            key={orphan.opId}
            orphan={orphan}
            onAttached={() => handleAttached(orphan.opId)}
          />
        ))}
        {text !== null && <CopyTextButton text={text} />}
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
