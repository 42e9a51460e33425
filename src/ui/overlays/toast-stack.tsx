import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastList as AriaToastList,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast';
import { IconButton } from '../button.tsx';
import { Icon } from '../marks/icon.tsx';
import type { MessageKind } from './message-log.ts';
import { Spinner } from '../marks/spinner.tsx';
import { TextLink } from '../text/text-link.tsx';
import {
  MAX_VISIBLE_TOASTS,
  TOAST_DURATION_MS,
  toastCount,
  toastQueue,
  type ToastMessage,
} from './toast-queue.ts';
import { useIsPageHidden } from '../page-hidden.ts';

/** The landmark with the toasts. */
export function ToastLandmark(): ReactElement {
  return (
    <AriaToastRegion
      aria-label="Messages"
      className="message-place fixed z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 rounded-panel outline-offset-4"
      queue={toastQueue}
    >
      <ToastStack />
    </AriaToastRegion>
  );
}

/** Unmounts with the last toast, so that a pointer that was inside then does not hold the next toast. */
function ToastStack(): ReactElement {
  const [isPointerInside, setPointerInside] = useState(false);
  const [isFocusInside, setFocusInside] = useState(false);
  const isPageHidden = useIsPageHidden();
  const count = useSyncExternalStore(toastCount.subscribe, toastCount.getSnapshot);
  return (
    <div
      className="contents"
      onBlur={() => setFocusInside(false)}
      onFocus={() => setFocusInside(true)}
      onPointerEnter={() => setPointerInside(true)}
      onPointerLeave={() => setPointerInside(false)}
    >
      <AriaToastList<ToastMessage> className="flex flex-col gap-2">
        {({ toast }) => (
          <AriaToast
            className="flex items-start gap-2.5 rounded-panel bg-overlay py-2.5 ps-3 pe-1.5 text-table shadow-overlay"
            toast={toast}
          >
            <ToastFace
              isPaused={isPointerInside || isFocusInside || isPageHidden}
              message={toast.content}
              onClose={() => toastQueue.close(toast.key)}
            />
          </AriaToast>
        )}
      </AriaToastList>
      {count > MAX_VISIBLE_TOASTS && (
        <p className="tabular self-end rounded-full bg-overlay px-2.5 py-0.5 text-table text-muted shadow-overlay">
          +{count - MAX_VISIBLE_TOASTS} more
        </p>
      )}
    </div>
  );
}

function ToastFace({
  message,
  isPaused,
  onClose,
}: {
  message: ToastMessage;
  isPaused: boolean;
  onClose: () => void;
}): ReactElement {
  // A running action stays until its end is known.
  useCountdown(message.kind === 'loading' ? undefined : TOAST_DURATION_MS, isPaused, onClose);
  return (
    <>
      <span className="mt-0.5">
        <ToastIcon kind={message.kind} />
      </span>
      <AriaToastContent className="min-w-0 flex-1 py-px wrap-any">
        <Text className="block font-medium text-fg" slot="title">
          {message.text}
        </Text>
        {message.detail !== undefined && (
          <Text className="mt-0.5 line-clamp-4 block text-muted" slot="description">
            {message.detail}
          </Text>
        )}
        {message.link && (
          <TextLink className="mt-1 inline-block" href={message.link.href}>
            {message.link.label}
          </TextLink>
        )}
      </AriaToastContent>
      <IconButton className="-my-1" icon={X} label="Close" size="small" slot={null} onPress={onClose} />
    </>
  );
}

function ToastIcon({ kind }: { kind: MessageKind }): ReactElement {
  switch (kind) {
    case 'success':
      return <Icon className="text-healthy" icon={CircleCheck} />;
    case 'error':
      return <Icon className="text-danger" icon={CircleX} />;
    case 'loading':
      return <Spinner label="Loading" />;
    case 'info':
      return <Icon className="text-muted" icon={Info} />;
  }
}

/** Runs `onDone` after `durationMs` of unpaused time. */
function useCountdown(durationMs: number | undefined, isPaused: boolean, onDone: () => void): void {
  const remainingMs = useRef(durationMs);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const leftMs = remainingMs.current;
    if (leftMs === undefined || isPaused) return undefined;
    const startedAtMs = Date.now();
    const timer = setTimeout(() => done(), leftMs);
    return () => {
      clearTimeout(timer);
      remainingMs.current = Math.max(0, leftMs - (Date.now() - startedAtMs));
    };
  }, [isPaused]);
}
