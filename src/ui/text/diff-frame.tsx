import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../class-names.ts';
import { KEY_SCROLLABLE } from '../layout/key-scrollable.ts';

/** More are folded at first; whoever wants them presses. */
const FIRST_LINES = 40;

export type DiffKind = 'added' | 'removed' | 'hunk' | 'same';

/** What one line of a unified diff is; the two header lines are left out before. */
export function diffKind(line: string): DiffKind {
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'same';
}

/** Lines of a unified diff without the names of its files. */
export function diffBody(diff: string): readonly string[] {
  const lines = diff.replace(/\n$/u, '').split('\n');
  const firstHunk = lines.findIndex((line) => line.startsWith('@@'));
  return firstHunk === -1 ? lines : lines.slice(firstHunk);
}

/** A diff's own signs say what came and went; colour only repeats them. */
export const DIFF_LOOKS: Record<DiffKind, string> = {
  added: 'bg-accent-soft text-accent',
  removed: 'bg-danger-soft text-danger',
  hunk: 'text-muted',
  same: '',
};

interface DiffFrameProps<Line> {
  label: string;
  lines: readonly Line[];
  children: (shown: readonly Line[]) => ReactNode;
  className?: string;
}

/** A box for the first lines of a diff, and the way to the others. */
export function DiffFrame<Line>(props: DiffFrameProps<Line>): ReactElement {
  const { label, lines, children, className } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  const rest = lines.length - shown.length;
  return (
    <div className="flex flex-col items-start gap-1">
      <section
        aria-label={label}
        className={cx(
          'w-full overflow-auto rounded-control border border-line bg-panel font-mono text-caption',
          className,
        )}
        {...KEY_SCROLLABLE}
      >
        {children(shown)}
      </section>
      {rest > 0 && (
        <Button size="small" variant="ghost" onPress={() => setWhole(true)}>
          Show {rest} more {rest === 1 ? 'line' : 'lines'}
        </Button>
      )}
    </div>
  );
}
