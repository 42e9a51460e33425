import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './class-names.ts';
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

/** A number beside a name (tabs, sections). Zero is shown: an empty thing is information. */
export function CountBadge({ count, label }: { count: number; label?: string }): ReactElement {
  return (
    <span className="tabular inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-chip px-1.5 text-table leading-none text-muted">
      {count}
      {label !== undefined && <span className="sr-only"> {label}</span>}
    </span>
  );
}
