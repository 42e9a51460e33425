import { useState, type ReactElement } from 'react';
import type { LogLine } from '#sync/protocol/tables/evidence-payload.ts';
import { instantMs } from '#src/lib/age.ts';
import { Button } from '#src/ui/button.tsx';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';

const FIRST_LINES = 12;

/** Log lines as they were when attached: time, message, labels. */
export function LogBody({ lines }: { lines: readonly LogLine[] }): ReactElement {
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
            <li className="flex gap-3 px-2.5" key={at}>
              {line.timestamp !== '' && (
                <time className="tabular shrink-0 text-muted" dateTime={line.timestamp}>
                  {logTime(line.timestamp)}
                </time>
              )}
              <span className="whitespace-pre">{line.message === '' ? ' ' : line.message}</span>
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

/** `YYYY-MM-DD HH:mm.ss.SSS`, the product's own form, in local time; what is no time stays as it is. */
export function logTime(timestamp: string): string {
  const ms = instantMs(timestamp);
  if (ms === undefined) return timestamp;
  const at = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}.${two(at.getSeconds())}`;
  return `${day} ${time}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}
