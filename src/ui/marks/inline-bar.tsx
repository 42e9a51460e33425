import { CircleAlert, CloudOff, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from './icon.tsx';

export type InlineBarTone = 'info' | 'offline' | 'warning' | 'error';

const LOOKS: Record<InlineBarTone, { icon: LucideIcon; frame: string; glyph: string }> = {
  info: { icon: Info, frame: 'border-line bg-panel', glyph: 'text-muted' },
  offline: { icon: CloudOff, frame: 'border-line bg-panel', glyph: 'text-muted' },
  warning: { icon: TriangleAlert, frame: 'border-line-strong bg-panel', glyph: 'text-fg' },
  error: { icon: CircleAlert, frame: 'border-danger/35 bg-danger-soft', glyph: 'text-danger' },
};

export interface InlineBarProps {
  tone: InlineBarTone;
  /** What happened, since when, what will happen next. */
  children: ReactNode;
  /** Small buttons at the end. */
  action?: ReactNode;
  className?: string | undefined;
}

/** One line over data that stays: the reason it is old, and what can be done. */
export function InlineBar({ tone, children, action, className }: InlineBarProps): ReactElement {
  const { icon, frame, glyph } = LOOKS[tone];
  return (
    <div
      className={cx(
        'flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control border py-1 ps-3 pe-1.5 text-table',
        frame,
        className,
      )}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      {/* Where both have no room in one line the buttons stand below: the words would be a narrow column beside them. */}
      <div className="flex min-w-0 flex-auto items-start gap-2.5 py-0.5 pe-1.5">
        <Icon className={cx('mt-0.5', glyph)} icon={icon} />
        <div className="min-w-0 flex-1 wrap-any">{children}</div>
      </div>
      {action !== undefined && <div className="ms-auto flex items-center gap-2.5">{action}</div>}
    </div>
  );
}
