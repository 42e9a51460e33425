import { ArrowLeftRight, ArrowUp, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from './icon.tsx';

export type SyncState = 'pending' | 'sending' | 'failed' | 'conflict';

const WORDS: Record<SyncState, string> = {
  pending: 'Saved on this device',
  sending: 'Sending',
  failed: 'Not saved on server',
  conflict: 'Changed on the server too',
};

export interface SyncMarkProps {
  state: SyncState;
  /** Words for this case, e.g. "2 changes waiting". */
  text?: string | undefined;
  /** Glyph only; the words stay in the accessible name and the title. Failures always show their words. */
  isCompact?: boolean;
  className?: string | undefined;
}

/** Where a change stands on its way to the server. Stands on the thing that was changed. */
export function SyncMark({
  state,
  text = WORDS[state],
  isCompact = false,
  className,
}: SyncMarkProps): ReactElement {
  const isQuiet = state === 'pending' || state === 'sending';
  const isWordHidden = isCompact && state !== 'failed';
  return (
    <span
      className={cx('inline-flex items-center gap-1.5 align-middle text-table text-muted', className)}
      data-sync={state}
      title={isWordHidden ? text : undefined}
    >
      {isQuiet ? (
        <span className="inline-grid size-4 shrink-0 place-items-center overflow-hidden rounded-full border border-dashed border-current">
          <span className={state === 'sending' ? 'sending-motion' : ''}>
            <Icon icon={ArrowUp} size={10} />
          </span>
        </span>
      ) : (
        <span className={state === 'failed' ? 'text-danger' : 'text-fg'}>
          <Icon icon={state === 'failed' ? TriangleAlert : ArrowLeftRight} size={15} />
        </span>
      )}
      <span className={cx(isWordHidden && 'sr-only', !isQuiet && 'text-fg')}>{text}</span>
    </span>
  );
}

/** Class names for a field, row or card whose change is not on the server yet: a dashed outline. */
export function pendingOutline(state: SyncState | undefined): string {
  if (state === undefined) return '';
  return state === 'failed' || state === 'conflict'
    ? 'outline outline-1 outline-danger'
    : 'outline outline-1 outline-dashed outline-line-control';
}
