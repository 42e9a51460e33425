import { ArrowDown } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { formatBytes } from '#src/lib/bytes.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { KEY_SCROLLABLE } from '#src/ui/layout/key-scrollable.ts';
import { AnchoredWindow } from '#src/ui/table/anchored-window.ts';
import { AnsiText } from '#src/views/ansi-text.tsx';
import type { OutputReading, ShownPart, ShownSearch } from './output-reading.ts';

interface OutputTextProps {
  label: string;
  part: ShownPart;
  search: ShownSearch;
  reading: OutputReading;
  /** More is being written: who is at the end stays there. */
  isGrowing: boolean;
}

/**
 * What a step wrote: colours of a terminal, and links only to http and https (spec 2). Of any number of lines those in view
 * are drawn.
 */
export function OutputText({ label, part, search, reading, isGrowing }: OutputTextProps): ReactElement {
  // Every drawing is told to the window, also one for which nothing else has changed.
  'use no memo';
  const { id, lines, count } = part;
  const [rowWindow] = useState(() => new AnchoredWindow());
  const drawn = useSyncExternalStore(rowWindow.subscribe, rowWindow.get);
  const { first, end } = AnchoredWindow.within(drawn, count);
  const blockRef = useRef<HTMLDivElement>(null);
  // What is still written is read from its end.
  const [isAtEnd, setAtEnd] = useState(isGrowing);
  const follow = useRef({ isOn: isGrowing, count: 0, seen: 0 });
  const toEnd = (): void => {
    // Drawing at once draws what was waiting to be drawn as well: then there are more.
    for (let told = 0; told < follow.current.count;) {
      told = follow.current.count;
      const last = told - 1;
      flushSync(() => rowWindow.reveal(last));
    }
    rowWindow.toEnd();
  };
  const reveal = (line: number): void => {
    flushSync(() => rowWindow.reveal(line));
    blockRef.current?.querySelector(`:scope > [data-line="${line}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  // Home and End lead to the ends whatever a browser makes of them in a space without known heights.
  const latestToEnd = useRef(toEnd);
  const [scrollerRef] = useState(() => (scroller: HTMLElement | null) => {
    const stop = rowWindow.follow(scroller);
    const handleKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key !== 'Home' && event.key !== 'End') return;
      event.preventDefault();
      if (event.key === 'Home') rowWindow.toTop();
      else latestToEnd.current();
    };
    scroller?.addEventListener('keydown', handleKey);
    return () => {
      scroller?.removeEventListener('keydown', handleKey);
      stop?.();
    };
  });
  const current = search.current?.part === id ? search.current.line : -1;
  return (
    <div className="relative">
      <section
        aria-label={label}
        className={cx(
          'relative overflow-auto overscroll-contain rounded-control border border-line bg-panel font-mono text-caption leading-5 [overflow-anchor:none]',
          count > TALL ? 'h-[max(18rem,calc(100dvh-22rem))]' : 'max-h-[max(18rem,calc(100dvh-22rem))]',
        )}
        ref={scrollerRef}
        {...KEY_SCROLLABLE}
      >
        <div className="relative">
          <div
            className="absolute inset-x-0 top-0"
            ref={(block) => {
              // With every drawing: what happens from now on happens to these lines.
              blockRef.current = block;
              latestToEnd.current = toEnd;
              const { isOn, count: before } = follow.current;
              follow.current.count = count;
              rowWindow.drawnInto(block, count, (_from, to, all) => {
                const isEnd = to >= all - 1;
                // Lines that were added have moved the end away, and nobody has left it.
                if (isEnd || all === follow.current.seen) follow.current.isOn = isEnd;
                follow.current.seen = all;
                setAtEnd(isEnd);
              });
              if (isGrowing && isOn && count > before) whenLaidOut(toEnd);
              return reading.onReveal(id, reveal);
            }}
          >
            {Array.from({ length: Math.max(0, end - first) }, (_none, at) => (
              <Line
                isCurrent={first + at === current}
                key={first + at}
                line={first + at}
                missing={lines.missingAt(first + at)}
                text={lines.textAt(first + at) ?? ''}
                wanted={search.wanted}
              />
            ))}
          </div>
        </div>
      </section>
      {isGrowing && !isAtEnd && (
        <Button
          className="absolute end-4 bottom-2 shadow-overlay"
          icon={ArrowDown}
          size="small"
          variant="primary"
          onPress={toEnd}
        >
          To the newest line
        </Button>
      )}
    </div>
  );
}

/** With more lines it has its full height from the start, so that those in view can be told at once. */
const TALL = 60;

/** Heights are known after the next frame. */
function whenLaidOut(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

interface LineProps {
  line: number;
  text: string;
  missing: number | null;
  wanted: RegExp | undefined;
  isCurrent: boolean;
}

function Line({ line, text, missing, wanted, isCurrent }: LineProps): ReactElement {
  if (missing !== null)
    return (
      <p
        className="border-y border-line bg-chip px-2.5 py-1 font-sans text-table text-muted"
        data-line={line}
      >
        {formatBytes(missing)} between these lines are not on this device.
      </p>
    );
  const isHit = wanted !== undefined && text.search(wanted) !== -1;
  return (
    <div
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'min-h-5 scroll-my-15 border-s-2 px-2 whitespace-pre-wrap wrap-any',
        isCurrent ? 'border-accent bg-selected' : 'border-transparent',
      )}
      data-line={line}
    >
      <AnsiText isLinked text={text} wanted={isHit ? wanted : undefined} />
    </div>
  );
}
