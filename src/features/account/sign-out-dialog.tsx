import { useState, type ReactElement } from 'react';
import type { Draft } from '#sync/protocol/op.ts';
import type { SetAside } from '#sync/protocol/set-aside.ts';
import type { OpView } from '#sync/read/types.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { session } from '#src/platform/session/session.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { Spinner } from '#src/ui/marks/spinner.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { opSentence } from '#src/views/op-labels.ts';
import { isUnsent, leaveWords, sendBlocker } from './leave-labels.ts';
import { useSendAndLeave, type SendAndLeave } from './use-send-and-leave.ts';

/** Signing out removes this person's data from the device, so unsent work is asked about first (D22). */
export function SignOutDialog({ onClose }: { onClose: () => void }): ReactElement | null {
  const model = useReadModel();
  // Here and not below: what is sent leaves the list while it still has to be signed out.
  const sending = useSendAndLeave(useSync(), model);
  const outbox = useLive(() => model.outbox(), [model]);
  const drafts = useLive(() => model.drafts(), [model]);
  const setAside = useLive(() => model.setAside(), [model]);
  if (outbox.status === 'loading' || drafts.status === 'loading') return <Asking onClose={onClose} />;
  // A list from before the failure may have grown since.
  const unsent = outbox.status === 'failed' ? null : outbox.value.filter(isUnsent);
  const kept = drafts.status === 'failed' ? null : drafts.value;
  const isEmpty = unsent?.length === 0 && kept?.length === 0;
  if (isEmpty && sending.kind === 'idle') return <Nothing onClose={onClose} />;
  return (
    <Unsent
      drafts={kept}
      setAside={setAside.value ?? []}
      sending={sending}
      unsent={unsent}
      onClose={onClose}
    />
  );
}

function Asking({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog isOpen size="small" title="Sign out" onOpenChange={onClose}>
      <Spinner label="Looking for unsent changes" />
    </Dialog>
  );
}

function Nothing({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Stay
          </Button>
          <Button variant="primary" onPress={() => session.beginSignOut(0)}>
            Sign out
          </Button>
        </>
      }
      isOpen
      role="alertdialog"
      size="small"
      title="Sign out"
      onOpenChange={onClose}
    >
      <p className="text-body text-muted">
        Everything has been sent. What is stored on this device is removed; it comes back when you sign in
        again.
      </p>
    </Dialog>
  );
}

interface UnsentProps {
  /** null: the local read failed, so the number is not known. */
  unsent: readonly OpView[] | null;
  /** null like `unsent`. */
  drafts: readonly Draft[] | null;
  /** What could not be read on this device: it goes with the export. */
  setAside: readonly SetAside[];
  sending: SendAndLeave;
  onClose: () => void;
}

function Unsent({ unsent, drafts, setAside, sending, onClose }: UnsentProps): ReactElement {
  const status = useSyncStatus();
  const [typed, setTyped] = useState('');
  const isEmpty = unsent?.length === 0 && drafts?.length === 0;
  const isSure = isEmpty || typed.trim().toLowerCase() === REMOVE_WORD;
  const { sentence, removal } = leaveWords(unsent?.length ?? null, drafts?.length ?? null);
  return (
    <Dialog
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Stay
          </Button>
          <Button
            disabledReason={isSure ? undefined : `Type “${REMOVE_WORD}” above first`}
            variant="danger"
            // Who agrees without a number agrees to whatever there is.
            onPress={() => session.beginSignOut(unsent?.length ?? Number.MAX_SAFE_INTEGER)}
          >
            {removal}
          </Button>
          {unsent !== null && unsent.length > 0 && (
            <Button
              disabledReason={sendBlocker(status.phase, unsent)}
              isPending={sending.kind === 'sending'}
              variant="primary"
              onPress={sending.start}
            >
              Send and sign out
            </Button>
          )}
        </>
      }
      isOpen
      role="alertdialog"
      title="Sign out"
      onOpenChange={onClose}
    >
      <div className="flex flex-col items-start gap-3 text-body">
        <p>{sentence}</p>
        {unsent !== null && unsent.length > 0 && <UnsentList unsent={unsent} />}
        {sending.kind === 'sending' && (
          <InlineBar tone="info">
            Sending, {sending.left} left. Waiting up to {sending.secondsLeft} s.
          </InlineBar>
        )}
        {sending.kind === 'failed' && <InlineBar tone="warning">{sending.reason}</InlineBar>}
        {unsent !== null && drafts !== null && !isEmpty && (
          <Button
            size="small"
            onPress={() => downloadJson('holdfast-unsent.json', { unsent, drafts, unreadable: setAside })}
          >
            Export what was not sent
          </Button>
        )}
        {/* Typed, because a press is soon made and nothing brings this back (D22). */}
        {!isEmpty && (
          <TextField
            autoComplete="off"
            label={`To remove what was not sent, type “${REMOVE_WORD}”`}
            value={typed}
            onChange={setTyped}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The word that agrees to lose unsent work. */
const REMOVE_WORD = 'remove';
/** As many as fit without scrolling; the export has them all. */
const MOST_LISTED = 5;

function UnsentList({ unsent }: { unsent: readonly OpView[] }): ReactElement {
  const rest = unsent.length - MOST_LISTED;
  return (
    <ul aria-label="Changes that were not sent" className="list-disc ps-5 text-table">
      {unsent.slice(0, MOST_LISTED).map((op) => (
        <li className="wrap-any" key={op.id}>
          {opSentence(op)}
        </li>
      ))}
      {rest > 0 && <li className="text-muted">and {rest} more</li>}
    </ul>
  );
}
