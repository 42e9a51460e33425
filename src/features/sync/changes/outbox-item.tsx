import { useState, type ReactElement } from 'react';
import type { OpView } from '#sync/read/types.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { ConflictReview } from '#src/ui/overlays/conflict-review.tsx';
import { CopyTextButton } from '#src/ui/text/copy-text-button.tsx';
import { SyncMark, type SyncState } from '#src/ui/marks/sync-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { answerSeen } from '#src/views/conflict-texts.ts';
import { canEditHere, conflictFieldsOf, mineBlockedBy } from './op-conflict.ts';
import {
  errorWords,
  lineSentence,
  screenHref,
  screenWords,
  stateWords,
  textOf,
} from '#src/views/op-labels.ts';
import { InspectButton } from '../diagnostics/row-inspector.tsx';
import { useAction } from '#src/views/use-action.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** One change on its way, in plain words, with what can be done about it. */
export function OutboxItem({ op, steps }: { op: OpView; steps: readonly OpView[] }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  const href = screenHref(op.screen);
  const why = errorWords(op.lastError);
  const canRetry = op.state === 'waiting' || op.state === 'parked';
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <p className="text-body wrap-any">{lineSentence(steps)}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-table text-muted">
        {/* A conflict has its own box below, with the same words. */}
        {op.state !== 'conflict' && (
          <SyncMark state={markOf(op.state)} text={stateWords(op.state, op.attempts)} />
        )}
        {op.group !== undefined && op.group !== null && (
          <span className="tabular">
            step {op.group.step} of {op.group.of}
          </span>
        )}
        <Ago at={op.createdAt} label="Made" />
        {op.attempts > 0 && op.state !== 'parked' && (
          <span className="tabular">{op.attempts === 1 ? '1 try' : `${op.attempts} tries`}</span>
        )}
        {op.nextAt !== null && op.state === 'waiting' && (
          <span className="tabular">next try {CLOCK.format(op.nextAt)}</span>
        )}
      </div>
      {why !== null && op.state !== 'acked' && <ErrorLine message={op.lastError?.message ?? ''} why={why} />}
      {op.state === 'conflict' ? (
        <OpConflict op={op} />
      ) : (
        <div className="-ms-2.5 flex flex-wrap items-center gap-1">
          {canRetry && (
            <Button
              isPending={isPending}
              size="small"
              variant="ghost"
              onPress={() => run(() => sync.retry(op.id))}
            >
              Retry
            </Button>
          )}
          <EditButton op={op} steps={steps} />
          <DiscardButton op={op} steps={steps} />
          <CopyButton op={op} />
          <InspectButton rowId={op.rowId} tbl={op.tbl} />
          {href !== null && (
            <span className="ms-2.5 text-table">
              <TextLink href={href}>{screenWords(op.screen)}</TextLink>
            </span>
          )}
        </div>
      )}
    </li>
  );
}

/** Plain words first; the server's own message follows, it may say more. */
function ErrorLine({ why, message }: { why: string; message: string }): ReactElement {
  return (
    <p className="text-table text-fg wrap-any">
      {why}
      {message !== '' && message !== why && <span className="text-muted">: {message}</span>}
    </p>
  );
}

/** While it is under way nobody knows whether the server already has it. */
function isUnderWay({ state }: OpView): boolean {
  return state === 'sending' || state === 'ambiguous' || state === 'acked';
}

/** Takes a text back to where it was written. Not asked: nothing is lost by it. A command of several goes as a whole. */
function EditButton({ op, steps }: { op: OpView; steps: readonly OpView[] }): ReactElement | null {
  const sync = useSync();
  const { isPending, run } = useAction();
  const href = screenHref(op.screen);
  if (textOf(op.patch) === null || href === null || steps.length > 1 || isUnderWay(op)) return null;
  const takeBack = async (): Promise<void> => {
    await sync.discard(op.id);
    toast({
      kind: 'success',
      text: 'Taken back: the text is where you wrote it',
      link: { href, label: screenWords(op.screen) },
    });
  };
  return (
    <Button isPending={isPending} size="small" variant="ghost" onPress={() => run(takeBack)}>
      Take back to edit
    </Button>
  );
}

function CopyButton({ op }: { op: OpView }): ReactElement | null {
  const text = textOf(op.patch);
  return text === null ? null : <CopyTextButton label="Copy" text={text} />;
}

/** Asked once, because it takes a change back that is shown as done. */
function DiscardButton({ op, steps }: { op: OpView; steps: readonly OpView[] }): ReactElement | null {
  const sync = useSync();
  const { isPending, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  if (isUnderWay(op)) return null;
  return (
    <>
      <Button isPending={isPending} size="small" variant="ghost" onPress={() => setOpen(true)}>
        Discard
      </Button>
      <ConfirmDialog
        confirmLabel="Discard change"
        isOpen={isOpen}
        title="Discard this change?"
        onConfirm={() => {
          setOpen(false);
          run(() => sync.discard(op.id));
        }}
        onOpenChange={setOpen}
      >
        {lineSentence(steps)}. The server never gets it, and the screen goes back to what the server has.
        Written text stays as a draft on this device.
      </ConfirmDialog>
    </>
  );
}

function OpConflict({ op }: { op: OpView }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  const href = screenHref(op.screen);
  return (
    <>
      <ConflictReview
        fields={conflictFieldsOf(op)}
        isEditable={canEditHere(op)}
        isPending={isPending}
        mineBlocked={mineBlockedBy(op)}
        title="Changed on the server too: needs your decision"
        onDecide={(answer) => run(() => sync.resolveConflict(op.id, answerSeen(op, answer)))}
      />
      {href !== null && (
        <p className="text-table">
          <TextLink href={href}>{screenWords(op.screen)}</TextLink>
        </p>
      )}
    </>
  );
}

function markOf(state: OpView['state']): SyncState {
  switch (state) {
    case 'conflict':
      return 'conflict';
    case 'parked':
    case 'failed':
    case 'cancelled':
    case 'discarded':
      return 'failed';
    case 'sending':
    case 'ambiguous':
      return 'sending';
    case 'queued':
    case 'waiting':
    case 'auth-hold':
    case 'acked':
    case 'done':
      return 'pending';
  }
}
