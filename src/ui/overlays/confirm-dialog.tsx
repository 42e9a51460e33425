import type { ReactElement, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../class-names.ts';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** A question that names the thing: "Delete hypothesis?" */
  title: string;
  /** The consequences, with counts: "Deletes 1 hypothesis, 4 comments, 2 evidences". */
  children: ReactNode;
  /** The verb of the action, never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  isPending?: boolean | undefined;
  /** Why the action cannot be done now (offline, no permission). */
  disabledReason?: string | undefined;
  onConfirm: () => void;
  /** A second way out, shown before the confirming button ('Disprove Hypothesis'). */
  alternative?: { label: string; onPress: () => void; disabledReason?: string | undefined } | undefined;
}

/** Asks once before an effect or a destructive act. Focus starts on Cancel, so that Enter does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const {
    isOpen,
    onOpenChange,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone = 'danger',
  } = props;
  const { isPending, disabledReason, onConfirm, alternative } = props;
  return (
    <Dialog
      footer={
        // On a phone several long words stand below each other.
        <div
          className={cx('flex flex-1 justify-end gap-2', alternative !== undefined && 'max-[560px]:flex-col')}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog must take focus; the harmless button gets it */}
          <Button autoFocus variant="ghost" onPress={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          {alternative && (
            <Button disabledReason={alternative.disabledReason} onPress={alternative.onPress}>
              {alternative.label}
            </Button>
          )}
          <Button disabledReason={disabledReason} isPending={isPending} variant={tone} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
      isOpen={isOpen}
      role="alertdialog"
      // Three buttons have no room in one row of a small one.
      size={alternative === undefined ? 'small' : 'medium'}
      title={title}
      onOpenChange={onOpenChange}
    >
      <div className="text-body text-muted">{children}</div>
    </Dialog>
  );
}
