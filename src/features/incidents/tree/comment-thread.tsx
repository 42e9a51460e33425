import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { CommentView, OpView } from '#sync/read/types.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { Avatar } from '#src/ui/marks/avatar.tsx';
import { Badge } from '#src/ui/marks/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { Markdown } from '#src/ui/text/markdown.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { useIncidentScreen } from '../incident-context.tsx';
import { syncStateOf } from '#src/views/sync-marks.ts';

/** Comments of one hypothesis, oldest first. */
export function CommentThread({ comments }: { comments: readonly CommentView[] }): ReactElement | null {
  if (comments.length === 0) return null;
  return (
    <ul aria-label="Comments" className="flex flex-col gap-3">
      <Records idOf={({ id }) => id} nameOf={({ author }) => `Comment of ${author.name}`} of={comments}>
        {(comment) => <CommentItem comment={comment} />}
      </Records>
    </ul>
  );
}

function CommentItem({ comment }: { comment: CommentView }): ReactElement {
  const { author, createdAt, isExternal, team, text, marks, ops } = comment;
  const state = syncStateOf(marks, ops);
  return (
    <li className="flex gap-2.5">
      <Avatar isDecorative className="mt-0.5" id={author.id} name={author.name} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-5 flex-wrap items-center gap-x-2 text-table">
          <span className="font-medium">{author.name}</span>
          {isExternal && <Badge tone="outline">external</Badge>}
          {team !== null && <span className="text-muted">through {team.name}</span>}
          <Age at={createdAt} className="text-muted" label="Written" />
          {state !== undefined && <SyncMark state={state} />}
        </div>
        <Markdown
          className={cx('mt-0.5', state !== undefined && 'border-s border-dashed border-line-control ps-2.5')}
          text={text}
        />
        {ops.map((op) => (
          <CommentOp key={op.id} op={op} />
        ))}
      </div>
    </li>
  );
}

/** What the author can still do about a comment that is not on the server. */
function CommentOp({ op }: { op: OpView }): ReactElement | null {
  const { commands } = useIncidentScreen();
  const [isBusy, setBusy] = useState(false);
  const isStopped = op.state === 'parked';
  // Once it may be on its way, taking it back would be a guess.
  const canTakeBack = isStopped || ((op.state === 'queued' || op.state === 'waiting') && op.attempts === 0);
  if (!canTakeBack) return null;
  const run = (action: Promise<void>): void => {
    setBusy(true);
    action
      .catch((thrown: unknown) => {
        toast({ kind: 'error', text: 'That did not work', detail: toSyncError(thrown).message });
      })
      .finally(() => setBusy(false));
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-table">
      {isStopped && op.lastError !== null && <span className="text-muted">{op.lastError.message}</span>}
      {isStopped && (
        <Button isPending={isBusy} size="small" onPress={() => run(commands.retry(op.id))}>
          Retry
        </Button>
      )}
      <Button
        className="-ms-2.5 text-muted"
        isPending={isBusy}
        size="small"
        variant="ghost"
        onPress={() => run(commands.discard(op.id))}
      >
        Take back to edit
      </Button>
    </div>
  );
}
