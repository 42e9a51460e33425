import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { DIFF_LOOKS, diffBody, DiffFrame, diffKind } from './diff-frame.tsx';

/** What was and what is, beside each other; null where one side has no such line. */
export interface SidePair {
  readonly before: string | null;
  readonly after: string | null;
}

/** Lines of a unified diff side by side: what was removed stands beside what was added in its place. */
export function sidesOf(lines: readonly string[]): readonly SidePair[] {
  const pairs: SidePair[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      pairs.push({ before: removed[at] ?? null, after: added[at] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    const kind = diffKind(line);
    if (kind === 'removed') {
      // A removal after an addition begins another place.
      if (added.length > 0) flush();
      removed.push(line);
    } else if (kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ before: line, after: line });
    }
  }
  flush();
  return pairs;
}

/** A unified diff on two sides. */
export function DiffSides({ diff, label }: { diff: string; label: string }): ReactElement {
  return (
    <DiffFrame className="max-h-[60vh]" label={label} lines={sidesOf(diffBody(diff))}>
      {(shown) => (
        <table className="w-full table-fixed">
          <thead className="sr-only">
            <tr>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ before, after }, at) => (
              // A diff has no ids; its lines never move.
              <tr key={at}>
                <Side className="border-e border-line" line={before} />
                <Side line={after} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DiffFrame>
  );
}

function Side({ line, className }: { line: string | null; className?: string }): ReactElement {
  return (
    <td
      className={cx(
        'px-2.5 align-top whitespace-pre-wrap wrap-any',
        line === null ? 'bg-chip' : DIFF_LOOKS[diffKind(line)],
        className,
      )}
    >
      {line}
    </td>
  );
}
