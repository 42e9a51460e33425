import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Age } from './age.tsx';
import { cx } from '../class-names.ts';
import { Icon } from './icon.tsx';

export type BadgeTone = 'neutral' | 'accent' | 'outline';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-chip text-fg',
  accent: 'bg-accent-soft text-accent',
  outline: 'border border-line-strong text-muted',
};

export interface BadgeProps {
  children: ReactNode;
  tone?: BadgeTone;
  icon?: LucideIcon | undefined;
  /** Monospace with even digits: ids, versions, counts. */
  isCode?: boolean;
  title?: string | undefined;
  className?: string | undefined;
}

/** A word in a quiet box: a type, a tag, a count. Status is never a badge; use StatusMark. */
export function Badge({
  children,
  tone = 'neutral',
  icon,
  isCode = false,
  title,
  className,
}: BadgeProps): ReactElement {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full min-w-0 items-center gap-1 rounded-[5px] px-1.5 align-middle text-table leading-none font-normal whitespace-nowrap',
        TONES[tone],
        isCode && 'font-mono tabular',
        className,
      )}
      title={title}
    >
      {icon && <Icon icon={icon} size={14} />}
      <span className="truncate leading-5">{children}</span>
    </span>
  );
}

interface CountBadgeProps {
  count: number;
  label?: string | undefined;
  /** Since when it is not known any better: it is shown with that age. */
  oldSince?: string | undefined;
}

/** A number beside a name (tabs, sections). Zero is shown: an empty thing is information. */
export function CountBadge({ count, label, oldSince }: CountBadgeProps): ReactElement {
  return (
    <span
      className={cx(
        'tabular inline-flex h-5 min-w-5 items-center justify-center gap-1 rounded-full px-1.5 text-table leading-none text-muted',
        oldSince === undefined ? 'bg-chip' : 'border border-dashed border-line-strong',
      )}
    >
      {count}
      {label !== undefined && <span className="sr-only"> {label}</span>}
      {oldSince !== undefined && (
        <>
          <span className="sr-only">, as of </span>
          <Age at={oldSince} />
        </>
      )}
    </span>
  );
}
