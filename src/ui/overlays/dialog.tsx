import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../button.tsx';
import { cx } from '../class-names.ts';
import { ErrorBoundary, PanelBoundary } from '../layout/error-boundary.tsx';

export type DialogSize = 'small' | 'medium' | 'large' | 'full' | 'side' | 'side-wide';

const FRAME: Record<DialogSize, string> = {
  small: 'w-full max-w-[26rem] rounded-panel',
  medium: 'w-full max-w-[36rem] rounded-panel',
  large: 'w-full max-w-[56rem] rounded-panel',
  full: 'h-full w-full rounded-panel',
  side: 'h-full w-full max-w-[26rem] rounded-panel',
  'side-wide': 'h-full w-full max-w-[44rem] rounded-panel',
};

export interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  /** Under the title, in muted text. */
  description?: ReactNode;
  /** Right of the title, before the close button. */
  headerActions?: ReactNode;
  /** Buttons at the lower right; the primary action comes last. */
  footer?: ReactNode;
  /** `full` fills the window, `side` stands at the right edge. */
  size?: DialogSize;
  /** A press outside closes it. Off where typed text could be lost. */
  isDismissable?: boolean;
  /** Escape and the close button are taken away (a token that is shown once). */
  isClosingBlocked?: boolean;
  role?: 'dialog' | 'alertdialog';
}

/** A modal dialog: focus is held inside and goes back to where it came from. Controlled; a route may own `isOpen`. */
export function Dialog(props: DialogProps): ReactElement {
  return (
    <DialogFrame {...props}>
      <DialogFace {...props} />
    </DialogFrame>
  );
}

export type DialogFrameProps = Pick<
  DialogProps,
  'isOpen' | 'onOpenChange' | 'size' | 'isDismissable' | 'isClosingBlocked' | 'role' | 'children'
>;

/** The box of a dialog, for one whose head comes later than itself: it holds a DialogFace. */
export function DialogFrame(props: DialogFrameProps): ReactElement {
  const { isOpen, onOpenChange, size = 'medium', isDismissable = false, isClosingBlocked = false } = props;
  const isSide = size === 'side' || size === 'side-wide';
  return (
    <ModalOverlay
      className={cx(
        'overlay-fade fixed inset-0 z-40 flex bg-backdrop p-4',
        isSide ? 'justify-end p-2' : 'items-start justify-center',
        size === 'full' ? 'p-3' : !isSide && 'pt-[10vh]',
      )}
      isDismissable={isDismissable && !isClosingBlocked}
      isKeyboardDismissDisabled={isClosingBlocked}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Modal
        className={cx(
          'overlay-motion flex max-h-full min-h-0 flex-col bg-overlay text-fg shadow-overlay',
          FRAME[size],
        )}
        // Messages make room for its head (app.css).
        data-dialog={size}
      >
        <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none" role={props.role ?? 'dialog'}>
          {props.children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export type DialogFaceProps = Omit<DialogProps, 'isOpen' | 'size' | 'isDismissable' | 'role'>;

/** Head, body and buttons of a dialog. */
export function DialogFace(props: DialogFaceProps): ReactElement {
  const {
    title,
    description,
    headerActions,
    children,
    footer,
    isClosingBlocked = false,
    onOpenChange,
  } = props;
  return (
    <>
      <header className="flex items-start gap-2 px-5 pt-4 pb-3 pointer-coarse:pt-3">
        {/* The first line of the title and the buttons beside it have one middle, however high those are. */}
        <div className="min-w-0 flex-1 pt-[calc((var(--control-height-small)-1.5rem)/2)]">
          <Heading className="text-section font-semibold wrap-any" slot="title">
            <ErrorBoundary renderFailure={() => <>This could not be shown</>}>{title}</ErrorBoundary>
          </Heading>
          {description !== undefined && <p className="mt-0.5 text-table text-muted">{description}</p>}
        </div>
        {headerActions}
        {!isClosingBlocked && (
          <IconButton
            className="-me-2"
            icon={X}
            label="Close"
            size="small"
            onPress={() => onOpenChange(false)}
          />
        )}
      </header>
      <div className="scroll-line min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        <PanelBoundary name={typeof title === 'string' ? title : 'This dialog'}>{children}</PanelBoundary>
      </div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
          <PanelBoundary name="The buttons">{footer}</PanelBoundary>
        </footer>
      )}
    </>
  );
}
