/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of any height, drawn in part, stand in no table: the roles of a grid are theirs */
import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import { memo, type MouseEvent, type ReactElement } from 'react';
import type { LogLine } from '#sync/protocol/log.ts';
import { logTimeOf } from '#src/lib/log-time.ts';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { AnsiText } from '#src/views/ansi-text.tsx';
import { cutMessage } from './cut-message.ts';
import { LevelMark } from './level-mark.tsx';
import { ROW_GRID } from './log-columns.ts';
import { LEVEL_LABELS, levelOf } from './log-level.ts';

export interface LogRowProps {
  lineKey: number;
  /** From 0, in the list as it is shown. */
  index: number;
  line: LogLine;
  isActive: boolean;
  isSelected: boolean;
  isOpen: boolean;
  isWrapped: boolean;
  wanted: RegExp | undefined;
  on: RowHandlers;
}

/** What a row tells; the same object for as long as the table is there. */
export interface RowHandlers {
  readonly activate: (lineKey: number) => void;
  /** `extend`: up to here from the row that was chosen before. */
  readonly select: (lineKey: number, extend: boolean) => void;
  readonly toggleOpen: (lineKey: number) => void;
}

const CELL = 'min-w-0 px-2';

/** One line: drawn again only when what is seen of it is another. */
export const LogRow = memo(function LogRow(props: LogRowProps): ReactElement {
  const { lineKey, index, line, isActive, isSelected, isOpen, isWrapped, wanted, on } = props;
  const time = line.at === null ? '–' : logTimeOf(line.at);
  const labels = Object.entries(line.labels);
  const handleSelect = (event: MouseEvent): void => on.select(lineKey, event.shiftKey);
  return (
    <div
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(
        ROW_GRID,
        'min-h-8 items-start border-b border-line py-1 ps-[calc(var(--space-page)-0.5rem)] pe-page text-caption outline-offset-[-2px] pointer-coarse:min-h-11',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
      )}
      data-line={lineKey}
      role="row"
      tabIndex={isActive ? 0 : -1}
      onFocus={() => on.activate(lineKey)}
    >
      <span
        className="relative flex h-6 self-stretch pointer-coarse:h-9 @max-[760px]:row-span-3"
        role="gridcell"
      >
        <input
          aria-label={`Select the line of ${time}`}
          checked={isSelected}
          className="peer absolute -inset-y-1 inset-x-0 z-1 cursor-pointer opacity-0"
          tabIndex={-1}
          type="checkbox"
          onChange={() => undefined}
          onClick={handleSelect}
        />
        <span
          aria-hidden
          className={cx(
            'm-auto grid size-4 place-items-center rounded-[4px] border peer-hover:border-accent peer-focus-visible:outline-2 peer-focus-visible:outline-focus pointer-coarse:size-5',
            isSelected
              ? 'border-transparent bg-accent-solid text-on-solid'
              : 'border-line-control bg-control',
          )}
        >
          {isSelected && <Icon icon={Check} size={12} />}
        </span>
      </span>
      <span
        className={cx(CELL, 'tabular truncate py-0.5 font-mono text-muted')}
        role="gridcell"
        title={line.at === null ? undefined : new Date(line.at).toISOString()}
      >
        {time}
      </span>
      <span className={cx(CELL, 'truncate py-0.5')} role="gridcell">
        <LevelMark level={levelOf(line)} />
      </span>
      <span className={cx(CELL, '@max-[760px]:col-span-2 @max-[760px]:col-start-2')} role="gridcell">
        <Message
          isOpen={isOpen}
          isWrapped={isWrapped}
          message={line.message}
          wanted={wanted}
          onToggle={() => on.toggleOpen(lineKey)}
        />
        {isOpen && labels.length > 0 && <AllLabels labels={labels} />}
      </span>
      <span
        className={cx(CELL, 'truncate py-0.5 text-muted @max-[760px]:col-span-2 @max-[760px]:col-start-2')}
        role="gridcell"
        title={labels.map(([name, value]) => `${name}=${value}`).join('\n')}
      >
        {labels
          .filter(([name]) => !LEVEL_LABELS.includes(name))
          .map(([name, value]) => (
            <span className="me-2.5" key={name}>
              {name}=<span className="text-fg">{value}</span>
            </span>
          ))}
      </span>
    </div>
  );
}, isSame);

/** A line never changes under its key. */
function isSame(before: LogRowProps, after: LogRowProps): boolean {
  return (
    before.lineKey === after.lineKey &&
    before.index === after.index &&
    before.isActive === after.isActive &&
    before.isSelected === after.isSelected &&
    before.isOpen === after.isOpen &&
    before.isWrapped === after.isWrapped &&
    before.wanted === after.wanted &&
    before.on === after.on
  );
}

interface MessageProps {
  message: string;
  isOpen: boolean;
  isWrapped: boolean;
  wanted: RegExp | undefined;
  onToggle: () => void;
}

/** The text of a line; a long one is cut until somebody wants the whole. */
function Message({ message, isOpen, isWrapped, wanted, onToggle }: MessageProps): ReactElement {
  const cut = cutMessage(message, isWrapped, wanted);
  const isCut = cut.rest !== null && !isOpen;
  return (
    <>
      <span
        className={cx(
          'block py-0.5 font-mono text-fg',
          isWrapped || isOpen ? 'wrap-any whitespace-pre-wrap' : 'truncate whitespace-pre',
        )}
      >
        <AnsiText text={isCut ? cut.text : message} wanted={wanted} />
      </span>
      {cut.rest !== null && (
        <button
          className="inline-flex min-h-6 items-center gap-1 rounded-control text-accent hover:underline pointer-coarse:min-h-11"
          tabIndex={-1}
          type="button"
          onClick={onToggle}
        >
          <Icon icon={isOpen ? ChevronUp : ChevronDown} size={14} />
          {isOpen ? 'Show less' : cut.rest}
        </button>
      )}
    </>
  );
}

function AllLabels({ labels }: { labels: readonly (readonly [string, string])[] }): ReactElement {
  return (
    <span className="mt-1 mb-1.5 grid w-fit grid-cols-[auto_1fr] gap-x-3 rounded-control border border-line bg-panel px-2.5 py-1.5">
      {labels.map(([name, value]) => (
        <span className="contents" key={name}>
          <span className="text-muted">{name}</span>
          <span className="wrap-any">{value}</span>
        </span>
      ))}
    </span>
  );
}
