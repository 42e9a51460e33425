import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { DIFF_LOOKS, diffBody, DiffFrame, diffKind } from './diff-frame.tsx';

/** A unified diff, one line under the other. */
export function DiffLines({ diff, label }: { diff: string; label: string }): ReactElement {
  return (
    <DiffFrame className="max-h-96 py-1.5" label={label} lines={diffBody(diff)}>
      {(shown) => (
        <div className="w-max min-w-full">
          {shown.map((line, at) => (
            // A diff has no ids; its lines never move.
            <div className={cx('px-2.5 whitespace-pre', DIFF_LOOKS[diffKind(line)])} key={at}>
              {line === '' ? ' ' : line}
            </div>
          ))}
        </div>
      )}
    </DiffFrame>
  );
}
