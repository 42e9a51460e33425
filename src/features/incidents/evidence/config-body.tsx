import { useState, type ReactElement } from 'react';
import type { JsonRow } from '#sync/protocol/op.ts';
import { configLinesOf, type ConfigLine, type Snapshot } from '#sync/protocol/tables/evidence-payload.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { counted } from '../incident-labels.ts';
import { usePackedRow } from './evidence-queries.ts';
import { excerptOf, type Excerpt } from './line-excerpt.ts';
import { maybeText } from '#src/views/row-text.ts';
import { StateMark } from './state-mark.tsx';
import { LiveThing, Then } from './then-and-now.tsx';

interface ConfigBodyProps {
  configId: string | null;
  payload: JsonRow;
  snapshot: Snapshot | null;
}

/** Lines of a catalog item as they were when attached, and its present state. */
export function ConfigBody({ configId, payload, snapshot }: ConfigBodyProps): ReactElement {
  const lines = configLinesOf(payload);
  return (
    <div className="flex flex-col gap-1">
      {snapshot !== null && (
        <Then at={snapshot.at}>
          <StateMark state={snapshot.health ?? snapshot.status} />
        </Then>
      )}
      {configId !== null && <LiveConfig configId={configId} />}
      {lines.length > 0 && <ConfigLines lines={lines} />}
    </div>
  );
}

export function LiveConfig({ configId }: { configId: string }): ReactElement {
  return (
    <LiveThing live={usePackedRow('config_items', configId)} what="This catalog item">
      {(row) => (
        <>
          <StateMark state={maybeText(row, 'health') ?? maybeText(row, 'status')} />
          {maybeText(row, 'status') !== null && (
            <span className="text-muted">{maybeText(row, 'status')}</span>
          )}
        </>
      )}
    </LiveThing>
  );
}

/** The selection with the lines around it; the rest on request. */
function ConfigLines({ lines }: { lines: readonly ConfigLine[] }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const excerpt = excerptOf(lines);
  const isFolded = excerpt.reduce((sum, part) => sum + part.skipped, 0) > 0;
  const shown: readonly Excerpt[] = isWhole ? [{ skipped: 0, lines }] : excerpt;
  return (
    <div className="flex flex-col items-start gap-1">
      <section
        aria-label={`Config lines, ${lines.filter((line) => line.isSelected).length} selected`}
        className="max-h-96 w-full overflow-auto rounded-control border border-line bg-panel py-1.5 font-mono text-caption"
        {...KEY_SCROLLABLE}
      >
        <div className="w-max min-w-full">
          {shown.map((part) => (
            <div key={part.lines[0]?.number ?? 'end'}>
              {part.skipped > 0 && (
                <p className="px-2.5 font-sans text-muted">{counted(part.skipped, 'line')} not shown</p>
              )}
              {part.lines.map((line) => (
                <Line key={line.number} line={line} />
              ))}
            </div>
          ))}
        </div>
      </section>
      {(isFolded || isWhole) && (
        <Button size="small" variant="ghost" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show the selection only' : `Show all ${counted(lines.length, 'line')}`}
        </Button>
      )}
    </div>
  );
}

function Line({ line }: { line: ConfigLine }): ReactElement {
  const Element = line.isSelected ? 'mark' : 'div';
  return (
    <Element
      className={cx(
        'flex gap-3 border-s-2 px-2.5 text-fg',
        line.isSelected ? 'border-accent-solid bg-accent-soft' : 'border-transparent bg-transparent',
      )}
    >
      <span className="min-w-6 shrink-0 text-end text-muted select-none">{line.number}</span>
      <span className="whitespace-pre">{line.text === '' ? ' ' : line.text}</span>
    </Element>
  );
}
