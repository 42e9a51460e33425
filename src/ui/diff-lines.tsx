import { useState, type ReactElement } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { KEY_SCROLLABLE } from './key-scrollable.ts';

/** More are folded at first; whoever wants them presses. */
export const FIRST_DIFF_LINES = 40;

type DiffKind = 'added' | 'removed' | 'hunk' | 'same';

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

export const DIFF_LOOKS: Record<DiffKind, string> = {
  added: 'bg-accent-soft text-accent',
  removed: 'bg-danger-soft text-danger',
  hunk: 'text-muted',
  same: '',
};

/** A unified diff. Its own signs say what came and went; colour only repeats them. */
export function DiffLines({ diff, label }: { diff: string; label: string }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const lines = diffBody(diff);
  const shown = isWhole ? lines : lines.slice(0, FIRST_DIFF_LINES);
  const rest = lines.length - shown.length;
  return (
    <div className="flex flex-col items-start gap-1">
      <section
        aria-label={label}
        className="max-h-96 w-full overflow-auto rounded-control border border-line bg-panel py-1.5 font-mono text-caption"
        {...KEY_SCROLLABLE}
      >
        <div className="w-max min-w-full">
          {shown.map((line, at) => (
            // A diff has no ids; its lines never move.
            <div className={cx('px-2.5 whitespace-pre', DIFF_LOOKS[diffKind(line)])} key={at}>
              {line === '' ? ' ' : line}
            </div>
          ))}
        </div>
      </section>
      {rest > 0 && (
        <Button size="small" variant="ghost" onPress={() => setWhole(true)}>
          Show {rest} more {rest === 1 ? 'line' : 'lines'}
        </Button>
      )}
    </div>
  );
}
