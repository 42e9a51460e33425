import { Check, ChevronRight, CircleAlert, Copy, RotateCw } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../marks/icon.tsx';
import { KEY_SCROLLABLE } from './key-scrollable.ts';

export interface ErrorPanelProps {
  /** The message, or 'Something went wrong' when there is none. */
  message?: string | undefined;
  /** Stack and cause; closed at first. */
  details?: string | undefined;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean | undefined;
  /** Why Retry cannot help now (offline). */
  retryDisabledReason?: string | undefined;
}

/** A view that has no data and could not get any. With data on screen use InlineBar instead. */
export function ErrorPanel(props: ErrorPanelProps): ReactElement {
  const { message, details, onRetry, isRetrying, retryDisabledReason } = props;
  const title = message === undefined || message === '' ? 'Something went wrong' : message;
  return (
    <div
      className="mx-auto flex w-full max-w-[44rem] flex-col items-center px-6 py-14 text-center"
      role="alert"
    >
      <span className="mb-3 grid size-10 place-items-center rounded-panel bg-danger-soft text-danger">
        <Icon icon={CircleAlert} size={18} />
      </span>
      <p className="max-w-[60ch] text-body font-medium text-fg wrap-any">{title}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button
            disabledReason={retryDisabledReason}
            icon={RotateCw}
            isPending={isRetrying}
            onPress={onRetry}
          >
            Retry
          </Button>
        )}
        <CopyButton text={details === undefined ? title : `${title}\n\n${details}`} />
      </div>
      {details !== undefined && (
        <details className="mt-5 w-full rounded-control border border-line text-start">
          <summary className="flex min-h-target list-none items-center gap-1.5 px-3 py-1.5 text-table text-muted select-none">
            <Icon
              className="transition-transform duration-(--motion-slow) in-open:rotate-90"
              icon={ChevronRight}
              size={14}
            />
            Details
          </summary>
          <pre
            className="max-h-72 overflow-auto border-t border-line p-3 text-table text-muted"
            {...KEY_SCROLLABLE}
          >
            {details}
          </pre>
        </details>
      )}
    </div>
  );
}

type CopyState = 'idle' | 'copied' | 'refused';

const COPY_WORDS: Record<CopyState, string> = {
  idle: 'Copy details',
  copied: 'Copied',
  refused: 'The browser refused to copy',
};

function CopyButton({ text }: { text: string }): ReactElement {
  const [state, setState] = useState<CopyState>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // No permission, or an insecure origin without a clipboard: say so on the button, the text can be selected below.
      setState('refused');
    }
  };
  return (
    <Button icon={state === 'copied' ? Check : Copy} variant="ghost" onPress={() => void copy()}>
      {COPY_WORDS[state]}
    </Button>
  );
}
