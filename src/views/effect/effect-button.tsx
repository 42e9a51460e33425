import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, type ButtonProps } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';

/** What a person is asked before it happens. */
interface Question {
  /** "Still run it?" */
  readonly title: string;
  /** "Run it now" */
  readonly confirm: string;
  /** What it is, its age, and how the world stands now. */
  readonly content: ReactNode;
  /** Why it cannot be confirmed yet. */
  readonly blocker?: string | undefined;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

interface EffectButtonProps extends Pick<
  ButtonProps,
  'children' | 'size' | 'variant' | 'isPending' | 'icon'
> {
  /** Why it cannot be pressed now. */
  blocker: string | undefined;
  /** Absent where the press itself is the person's word. */
  question?: Question;
  /** It is to happen, once. */
  onPress: () => void;
}

/** A press with consequences on the server: its reason while it cannot be pressed, its question, and its progress. */
export function EffectButton({ blocker, question, onPress, ...button }: EffectButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const open = (next: boolean): void => {
    setOpen(next);
    question?.onOpenChange?.(next);
  };
  return (
    <>
      <Button
        {...button}
        disabledReason={blocker}
        onPress={question === undefined ? onPress : () => open(true)}
      />
      {question !== undefined && (
        <ConfirmDialog
          confirmLabel={question.confirm}
          disabledReason={blocker ?? question.blocker}
          isOpen={isOpen}
          title={question.title}
          tone="primary"
          onConfirm={() => {
            open(false);
            onPress();
          }}
          onOpenChange={open}
        >
          {question.content}
        </ConfirmDialog>
      )}
    </>
  );
}
