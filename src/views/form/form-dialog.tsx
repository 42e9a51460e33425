import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { holdPage } from '#src/platform/shell/hold-page.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogFace, DialogFrame, type DialogSize } from '#src/ui/overlays/dialog.tsx';
import { FormBody } from './form-body.tsx';
import type { FormSlots } from './form-fields.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useFormKeep, type KeepKeys } from './use-form-keep.ts';
import { useKitForm, type KitForm, type KitFormOptions } from './use-kit-form.ts';

export interface FormDialogProps extends Omit<KitFormOptions, 'keep' | 'blocker'> {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  /** On the button that sends it. */
  verb: string;
  /** The same while it is being sent. */
  busyVerb?: string | undefined;
  keepAt: KeepKeys;
  /** Why nothing can be sent now; the fields can be written in all the same. */
  blocker: string | undefined;
  /** Why nothing can be changed. */
  readOnly?: string | undefined;
  slots?: FormSlots | undefined;
  size?: DialogSize | undefined;
  /** Stands in the place of the form until what it is over is known: a form stays over what it began with. */
  waiting?: ReactNode;
}

/** A form as a dialog. Closing it keeps what was typed; where it would not, it asks first. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { isOpen, onOpenChange, size, waiting, ...face } = props;
  return (
    <AskingFrame isOpen={isOpen} size={size} onClose={() => onOpenChange(false)}>
      {(close, setAtRisk) =>
        waiting === undefined ? (
          <Face {...face} onAtRisk={setAtRisk} onClose={close} />
        ) : (
          <DialogFace title={props.title} onOpenChange={close}>
            {waiting}
          </DialogFace>
        )
      }
    </AskingFrame>
  );
}

type OpenFormDialogProps = Omit<FormFaceProps, 'onAtRisk'> & { size?: DialogSize | undefined };

/** The same around a form that its screen has made, for as long as it is drawn. */
export function OpenFormDialog({ size, onClose, ...face }: OpenFormDialogProps): ReactElement {
  return (
    <AskingFrame isOpen size={size} onClose={onClose}>
      {(close, setAtRisk) => <FormFace {...face} onAtRisk={setAtRisk} onClose={close} />}
    </AskingFrame>
  );
}

interface AskingFrameProps {
  isOpen: boolean;
  size?: DialogSize | undefined;
  onClose: () => void;
  children: (close: () => void, setAtRisk: (isAtRisk: boolean) => void) => ReactNode;
}

/** A dialog that asks before it takes something away. */
function AskingFrame({ isOpen, size = 'medium', onClose, children }: AskingFrameProps): ReactElement {
  const [isAtRisk, setAtRisk] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    if (isAtRisk) setAsking(true);
    else onClose();
  };
  return (
    <>
      <DialogFrame
        isOpen={isOpen}
        size={size}
        onOpenChange={(next) => {
          if (!next) close();
        }}
      >
        {children(close, setAtRisk)}
      </DialogFrame>
      <LeaveQuestion
        isOpen={isAsking}
        onLeave={() => {
          setAsking(false);
          onClose();
        }}
        onStay={() => setAsking(false)}
      />
    </>
  );
}

interface FaceProps extends Omit<FormDialogProps, 'isOpen' | 'onOpenChange' | 'size' | 'waiting'> {
  onAtRisk: (isAtRisk: boolean) => void;
  onClose: () => void;
}

function Face(props: FaceProps): ReactElement {
  const { title, description, verb, busyVerb, keepAt, slots, readOnly, onAtRisk, onClose, ...options } =
    props;
  const keep = useFormKeep(options.spec, keepAt);
  const form = useKitForm({ ...options, keep });
  return (
    <FormFace {...{ title, description, verb, busyVerb, slots, readOnly, onAtRisk, onClose }} form={form} />
  );
}

interface FormFaceProps {
  form: KitForm;
  title: string;
  description?: ReactNode;
  verb: string;
  busyVerb?: string | undefined;
  slots?: FormSlots | undefined;
  readOnly?: string | undefined;
  onAtRisk: (isAtRisk: boolean) => void;
  onClose: () => void;
}

function FormFace(props: FormFaceProps): ReactElement {
  const { form, title, description, verb, busyVerb, slots, readOnly, onAtRisk, onClose } = props;
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
            isPending={form.isPending && busyVerb === undefined}
            type="submit"
            variant="primary"
          >
            {form.isPending ? (busyVerb ?? verb) : verb}
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
