import { Activity, FileDiff, MessageSquareText, Play, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import type { TimelineEvent, TimelineLane } from '#sync/read/timeline.ts';
import { instantMs } from '#src/lib/age.ts';
import { cx } from '#src/ui/class-names.ts';
import { RecordBoundary } from '#src/ui/layout/error-boundary.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { nextRowIndex } from '#src/ui/table/row-keys.ts';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { eventLine, LANE_WORDS } from './review-labels.ts';

const ICONS: Record<TimelineLane, LucideIcon> = {
  incident: MessageSquareText,
  checks: Activity,
  changes: FileDiff,
  runs: Play,
};

const TIME = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const FULL = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
  hourCycle: 'h23',
});

interface TimelineListProps {
  events: readonly TimelineEvent[];
  nameOf: (event: TimelineEvent) => string | null;
  activeId: string | null;
  /** The event that was pressed on the axis, anew with every press: it is brought into view. */
  pressed: { readonly id: string } | null;
  onActivate: (id: string) => void;
}

/** The same events as a list, oldest first: one tab stop, arrow keys, j and k. */
export function TimelineList(props: TimelineListProps): ReactElement {
  const { events, nameOf, activeId, pressed, onActivate } = props;
  const listRef = useRef<HTMLOListElement>(null);
  const activeIndex = Math.max(
    0,
    events.findIndex(({ id }) => id === activeId),
  );
  useEffect(() => {
    if (pressed === null) return;
    itemOf(listRef.current, pressed.id)?.scrollIntoView({ block: 'nearest' });
  }, [pressed]);
  const handleKeyDown = (event: KeyboardEvent): void => {
    const next = events[nextRowIndex(event, activeIndex, events.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onActivate(next.id);
    itemOf(listRef.current, next.id)?.focus();
  };
  return (
    <ol aria-label="Events, oldest first" className="text-table" ref={listRef}>
      {events.map((event, index) => {
        const day = dayOf(event.at);
        const isNewDay = index === 0 || day !== dayOf(events[index - 1]?.at ?? '');
        return (
          <RecordBoundary
            as="li"
            id={event.id}
            key={event.id}
            name={() => nameOf(event) ?? LANE_WORDS[event.lane]}
            record={event}
          >
            <li>
              {isNewDay && <h3 className="pt-3 pb-1 text-caption font-medium text-muted">{day}</h3>}
              <button
                aria-current={event.id === activeId ? 'true' : undefined}
                className={cx(
                  'flex w-full min-h-target items-start gap-2.5 text-start rounded-control px-2 py-1.5 outline-offset-[-2px]',
                  event.id === activeId ? 'bg-selected' : 'hover:bg-hover',
                  event.isPending && 'opacity-75',
                )}
                data-event={event.id}
                tabIndex={index === activeIndex ? 0 : -1}
                type="button"
                onClick={() => onActivate(event.id)}
                onFocus={() => onActivate(event.id)}
                onKeyDown={handleKeyDown}
                onPointerEnter={(pointer) => pointer.pointerType === 'mouse' && onActivate(event.id)}
              >
                <EventLine event={event} name={nameOf(event)} />
              </button>
            </li>
          </RecordBoundary>
        );
      })}
    </ol>
  );
}

function EventLine({ event, name }: { event: TimelineEvent; name: string | null }): ReactElement {
  const { at, lane, author, isPending } = event;
  const atMs = instantMs(at);
  return (
    <>
      <time
        className="shrink-0 font-mono text-muted tabular"
        dateTime={at}
        title={atMs === undefined ? at : FULL.format(atMs)}
      >
        {atMs === undefined ? '–' : TIME.format(atMs)}
      </time>
      <span className="mt-0.5 shrink-0 text-muted" title={LANE_WORDS[lane]}>
        <Icon icon={ICONS[lane]} size={14} />
        <span className="sr-only">{LANE_WORDS[lane]}: </span>
      </span>
      <span className="min-w-0 flex-1 wrap-any">
        {author !== null && <span className="font-medium">{author.name} </span>}
        {eventLine(event, name)}
      </span>
      {isPending && <SyncMark state="pending" />}
    </>
  );
}

function dayOf(at: string): string {
  const atMs = instantMs(at);
  return atMs === undefined ? '' : DAY.format(atMs);
}

function itemOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`) ?? null;
}
