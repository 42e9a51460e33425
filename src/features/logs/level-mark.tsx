import { Bug, CircleX, Footprints, Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import type { LogLevel } from './log-level.ts';

const LOOKS: Readonly<Record<LogLevel, { icon: LucideIcon; word: string; colour: string }>> = {
  fatal: { icon: OctagonAlert, word: 'Fatal', colour: 'text-unhealthy' },
  error: { icon: CircleX, word: 'Error', colour: 'text-unhealthy' },
  warn: { icon: TriangleAlert, word: 'Warning', colour: 'text-warning' },
  info: { icon: Info, word: 'Info', colour: 'text-muted' },
  debug: { icon: Bug, word: 'Debug', colour: 'text-muted' },
  trace: { icon: Footprints, word: 'Trace', colour: 'text-muted' },
};

/** A level as shape and word; no two of them differ by colour alone. */
export function LevelMark({ level }: { level: LogLevel | null }): ReactElement | null {
  if (level === null) return null;
  const { icon, word, colour } = LOOKS[level];
  const isLoud = colour !== 'text-muted';
  return (
    <span className={cx('inline-flex items-center gap-1.5', isLoud ? 'text-fg' : 'text-muted')}>
      <Icon className={cx('shrink-0', colour)} icon={icon} size={14} />
      {word}
    </span>
  );
}
