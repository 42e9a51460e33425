import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { holdPage } from '#src/platform/shell/hold-page.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { DialogFace, DialogFrame, type DialogSize } from '#src/ui/overlays/dialog.tsx';
import { FormBody } from './form-body.tsx';
import type { FormSlots } from './form-fields.tsx';
import { useFormKeep, type KeepKeys } from './use-form-keep.ts';
import { useKitForm, type KitForm, type KitFormOptions } from './use-kit-form.ts';

export interface FormDialogProps extends Omit<KitFormOptions, 'keep' | 'blocker'> {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  /** On the button that sends it. */
  verb: string;
  keepAt: KeepKeys;
  /** Why nothing can be sent now; the fields can be written in all the same. */
  blocker: string | undefined;
  /** Why nothing can be changed. */
  readOnly?: string | undefined;
  slots?: FormSlots | undefined;
  size?: DialogSize;
}

/** A form as a dialog. Closing it keeps what was typed; where it would not, it asks first. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { isOpen, onOpenChange, size = 'medium', ...face } = props;
  const [isAtRisk, setAtRisk] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = (next: boolean): void => {
    if (!next && isAtRisk) setAsking(true);
    else onOpenChange(next);
  };
  return (
    <>
      <DialogFrame isOpen={isOpen} size={size} onOpenChange={close}>
        <Face {...face} onAtRisk={setAtRisk} onClose={() => close(false)} />
      </DialogFrame>
      <LeaveQuestion
        isOpen={isAsking}
        onLeave={() => {
          setAsking(false);
          onOpenChange(false);
        }}
        onStay={() => setAsking(false)}
      />
    </>
  );
}

interface LeaveQuestionProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked where leaving would lose what was typed. */
export function LeaveQuestion({ isOpen, onStay, onLeave }: LeaveQuestionProps): ReactElement {
  return (
    <ConfirmDialog
      cancelLabel="Stay"
      confirmLabel="Leave"
      isOpen={isOpen}
      title="Leave without saving?"
      onConfirm={onLeave}
      onOpenChange={(next) => {
        if (!next) onStay();
      }}
    >
      What you typed is not kept on this device.
    </ConfirmDialog>
  );
}

interface FaceProps extends Omit<FormDialogProps, 'isOpen' | 'onOpenChange' | 'size'> {
  onAtRisk: (isAtRisk: boolean) => void;
  onClose: () => void;
}

function Face(props: FaceProps): ReactElement {
  const { title, description, verb, keepAt, slots, readOnly, onAtRisk, onClose, ...options } = props;
  const keep = useFormKeep(options.spec, keepAt);
  const form = useKitForm({ ...options, keep });
  return <FormFace {...{ title, description, verb, slots, readOnly, onAtRisk, onClose }} form={form} />;
}

interface FormFaceProps {
  form: KitForm;
  title: string;
  description?: ReactNode;
  verb: string;
  slots?: FormSlots | undefined;
  readOnly?: string | undefined;
  onAtRisk: (isAtRisk: boolean) => void;
  onClose: () => void;
}

function FormFace(props: FormFaceProps): ReactElement {
  const { form, title, description, verb, slots, readOnly, onAtRisk, onClose } = props;
  const id = useId();
  const [held] = useState(() => holding(onAtRisk));
  return (
    <DialogFace
      description={description}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button
            disabledReason={readOnly ?? form.blocker}
            form={id}
            isPending={form.isPending}
            type="submit"
            variant="primary"
          >
            {verb}
          </Button>
        </>
      }
      title={title}
      onOpenChange={onClose}
    >
      {form.isAtRisk && <span hidden ref={held} />}
      <FormBody form={form} id={id} isFocused readOnly={readOnly} slots={slots} />
    </DialogFace>
  );
}

/** As long as what this is the ref of stands, the page is held, and `tell` knows. */
function holding(tell: (isHeld: boolean) => void): () => () => void {
  return () => {
    const release = holdPage();
    tell(true);
    return () => {
      release();
      tell(false);
    };
  };
}
