import { useMemo, type ReactElement } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { formatBytes } from '#src/lib/bytes.ts';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { AnsiText } from '#src/views/ansi-text.tsx';
import { outputLines } from './step-output.ts';

/** Up to so many lines stand in the page; of more only those in view are drawn. */
const MAX_PLAIN = 200;

/** What a step wrote: colours of a terminal, and links only to http and https (spec 2). */
export function OutputText({ label, text }: { label: string; text: string }): ReactElement {
  const lines = useMemo(() => {
    const { head, missing, tail } = outputLines(text);
    return missing === 0 ? head : [...head, `… ${formatBytes(missing)} are not shown …`, ...tail];
  }, [text]);
  const look =
    'overflow-auto rounded-control border border-line bg-panel py-1.5 font-mono text-caption leading-5';
  if (lines.length <= MAX_PLAIN)
    return (
      <section aria-label={label} className={`max-h-[70dvh] ${look}`} {...KEY_SCROLLABLE}>
        {lines.map((line, at) => (
          // Frozen lines: their place is their identity.
          <Line key={at} line={line} />
        ))}
      </section>
    );
  return (
    <section aria-label={label} className={`h-[70dvh] ${look}`}>
      <Virtuoso data={lines} followOutput="auto" itemContent={drawLine} style={{ height: '100%' }} />
    </section>
  );
}

const drawLine = (_at: number, line: string): ReactElement => <Line line={line} />;

function Line({ line }: { line: string }): ReactElement {
  return (
    <div className="min-h-5 px-2.5 whitespace-pre-wrap wrap-any">
      <AnsiText isLinked text={line} />
    </div>
  );
}
