import { ToastQueue } from 'react-stately/useToastState';
import { messageLog, type MessageKind } from './message-log.ts';

/** The product's text: toasts stay for 5 seconds. */
export const TOAST_DURATION_MS = 5000;
export const MAX_VISIBLE_TOASTS = 3;

export interface ToastMessage {
  kind: MessageKind;
  text: string;
  detail?: string | undefined;
  /** A way to the thing that was made. Always also in the message log. */
  link?: { href: string; label: string } | undefined;
}

export interface ToastHandle {
  close: () => void;
  /** Turns "loading" into its end: one line in the log, a new countdown. */
  update: (message: ToastMessage) => void;
}

/** Timers live in the toast card, not here: see useCountdown. */
export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: MAX_VISIBLE_TOASTS });

let openCount = 0;
const countListeners = new Set<() => void>();

function setOpenCount(next: number): void {
  openCount = next;
  for (const listener of countListeners) listener();
}

/** How many toasts are open, also those behind "+N". */
export const toastCount = {
  subscribe: (listener: () => void): (() => void) => {
    countListeners.add(listener);
    return () => countListeners.delete(listener);
  },
  getSnapshot: (): number => openCount,
};

/** Says something at the top right and writes it into the message log. Texts come from the caller, verbatim. */
export function toast(message: ToastMessage): ToastHandle {
  const logId = messageLog.add(logged(message));
  let key = show(message);
  let isOpen = true;
  return {
    close() {
      if (isOpen) toastQueue.close(key);
      isOpen = false;
    },
    update(next) {
      messageLog.update(logId, logged(next));
      if (isOpen) toastQueue.close(key);
      key = show(next);
      isOpen = true;
    },
  };
}

function show(content: ToastMessage): string {
  setOpenCount(openCount + 1);
  return toastQueue.add(content, { onClose: () => setOpenCount(openCount - 1) });
}

function logged({ kind, text, detail, link }: ToastMessage): {
  kind: MessageKind;
  text: string;
  detail?: string | undefined;
  href?: string | undefined;
} {
  return { kind, text, detail, href: link?.href };
}
