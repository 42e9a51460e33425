import { useState, type ReactElement } from 'react';
import type { LogLine } from '#sync/protocol/tables/evidence-payload.ts';
import { logTime } from '#src/lib/log-time.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { AnsiText } from '#src/views/ansi-text.tsx';

const FIRST_LINES = 12;

interface LogBodyProps {
  lines: readonly LogLine[];
  /** Lines that were chosen, the others stand around them; empty where nobody says. */
  selected: ReadonlySet<number>;
}

/** Log lines as they were when attached: time, message, labels. */
export function LogBody({ lines, selected }: LogBodyProps): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  const rest = lines.length - shown.length;
  if (lines.length === 0) return <p className="text-table text-muted">No lines were kept</p>;
  return (
    <div className="flex flex-col items-start gap-1">
      <section
        aria-label={`Log lines, ${lines.length}`}
        className="max-h-96 w-full overflow-auto rounded-control border border-line bg-panel py-1.5 font-mono text-caption"
        {...KEY_SCROLLABLE}
      >
        <ol className="w-max min-w-full">
          {shown.map((line, at) => (
            // Frozen lines: their place is their identity.
            <li
              className={cx('flex gap-3 px-2.5', selected.has(at) && 'bg-selected')}
              key={at}
              title={selected.has(at) ? 'Selected when it was attached' : undefined}
            >
              {line.timestamp !== '' && (
                <time className="tabular shrink-0 text-muted" dateTime={line.timestamp}>
                  {logTime(line.timestamp)}
                </time>
              )}
              <span className="whitespace-pre">
                {line.message === '' ? ' ' : <AnsiText text={line.message} />}
              </span>
              <LabelTexts labels={line.labels} />
            </li>
          ))}
        </ol>
      </section>
      {(rest > 0 || isWhole) && (
        <Button size="small" variant="ghost" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer lines' : `Show ${rest} more ${rest === 1 ? 'line' : 'lines'}`}
        </Button>
      )}
    </div>
  );
}

function LabelTexts({ labels }: { labels: LogLine['labels'] }): ReactElement | null {
  const pairs = Object.entries(labels);
  if (pairs.length === 0) return null;
  return (
    <span className="shrink-0 text-muted">
      {pairs
        .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(' ')}
    </span>
  );
}
