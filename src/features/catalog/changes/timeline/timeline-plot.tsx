import { useState, type KeyboardEvent, type PointerEvent, type ReactElement, type RefCallback } from 'react';
import { cx } from '#src/ui/class-names.ts';
import { useWidth } from '#src/ui/layout/use-width.ts';
import { SeverityShape } from './severity-shape.tsx';
import {
  clustersOf,
  isIn,
  msAt,
  newestOf,
  nextMark,
  worstOf,
  xOf,
  type Cluster,
  type Lane,
  type Span,
} from './timeline-model.ts';
import { ticksOf } from './timeline-labels.ts';

const FOOT_HEIGHT = 20;
const PIXELS_PER_TICK = 110;
/** A press that moves less than this is no stretch. */
const DRAG_MIN = 5;

/** Where the marks of every lane are drawn. */
export interface Places {
  readonly ref: RefCallback<HTMLDivElement>;
  /** 0 before the first layout. */
  readonly width: number;
  readonly rows: readonly (readonly Cluster[])[];
  /** Width that so many take, room for a finger included. */
  readonly widthOf: (count: number) => number;
  readonly extra: number;
}

export function usePlaces(lanes: readonly Lane[], span: Span, isTouch: boolean): Places {
  const [ref, width] = useWidth<HTMLDivElement>();
  const extra = isTouch ? 12 : 0;
  const widthOf = (count: number): number => extra + (count === 1 ? 16 : 24 + 7 * String(count).length);
  const rows = lanes.map(({ marks }) => clustersOf(marks, span, width, widthOf));
  return { ref, width, rows, widthOf, extra };
}

export interface TimelinePlotProps {
  places: Places;
  label: string;
  lanes: readonly Lane[];
  span: Span;
  laneHeight: number;
  activeId: string | null;
  /** What a place of the axis is called. */
  wordsOf: (cluster: Cluster) => string;
  onActivate: (id: string) => void;
  /** Null: the pointer is over none. */
  onPoint: (cluster: Cluster | null) => void;
  onOpen: (cluster: Cluster) => void;
  /** A stretch was drawn over the axis. */
  onBrush: (span: Span) => void;
  /** Any other key; true where it did something. */
  onKey: (key: string, isShifted: boolean) => boolean;
}

/** Lanes over one axis of time. The keyboard has one stop in it and walks between the marks. */
export function TimelinePlot(props: TimelinePlotProps): ReactElement {
  const { label, lanes, span, laneHeight, activeId, wordsOf, onActivate, onPoint, onOpen, onKey } = props;
  const { ref, width, rows, widthOf, extra } = props.places;
  const brush = useBrush(props, width);
  const height = lanes.length * laneHeight;
  const all = rows.flat();
  const active = all.find((cluster) => isIn(cluster, activeId));
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const isMove = !shiftKey && MOVES.has(key);
    const next = isMove ? nextMark(rows, activeId, key) : undefined;
    if (next !== undefined) onActivate(next);
    const isOpen = (key === 'Enter' || key === ' ') && active !== undefined;
    if (isOpen) onOpen(active);
    if (!isMove && !isOpen && !onKey(key, shiftKey)) return;
    // What works here is nothing for the page behind it.
    event.preventDefault();
    event.stopPropagation();
  };
  const handleFocus = (): void => {
    const newest = active === undefined ? newestOf(rows) : undefined;
    if (newest !== undefined) onActivate(newest);
  };
  return (
    <div className="min-w-0 flex-1" ref={ref}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a group only while nothing lies in view */}
      <div
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        aria-describedby="change-timeline-keys"
        aria-label={label}
        className="rounded-control outline-offset-2 focus-visible:outline-(length:--focus-width) focus-visible:outline-focus"
        // A list of nothing is no list.
        role={all.length === 0 ? 'group' : 'listbox'}
        tabIndex={0}
        onFocus={handleFocus}
        onKeyDown={handleKey}
      >
        {width > 0 && (
          <svg
            className="block cursor-crosshair touch-pan-y select-none"
            height={height + FOOT_HEIGHT}
            role="presentation"
            width={width}
            {...brush.handlers}
          >
            <Axis
              height={height}
              laneCount={lanes.length}
              laneHeight={laneHeight}
              span={span}
              width={width}
            />
            {brush.drawn !== null && (
              <rect
                className="fill-accent-soft stroke-accent"
                height={height}
                width={brush.drawn.to - brush.drawn.from}
                x={brush.drawn.from}
                y="0"
              />
            )}
            {rows.map((clusters, row) => (
              <g key={lanes[row]?.key} transform={`translate(0 ${(row + 0.5) * laneHeight})`}>
                <Repeats lane={lanes[row]} span={span} width={width} />
                {clusters.map((cluster) => (
                  <Place
                    cluster={cluster}
                    isActive={cluster === active}
                    key={optionId(cluster)}
                    reach={laneHeight}
                    size={widthOf(cluster.marks.length) - extra}
                    words={wordsOf(cluster)}
                    x={inside(cluster.x, widthOf(cluster.marks.length) / 2, width)}
                    onOpen={() => {
                      onActivate(cluster.marks.at(-1)?.id ?? '');
                      onOpen(cluster);
                    }}
                    onPoint={onPoint}
                  />
                ))}
              </g>
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

const MOVES: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
]);

function optionId({ marks }: Cluster): string {
  return `change-mark-${marks.at(-1)?.id ?? ''}`;
}

/** Whole within the picture. */
function inside(x: number, half: number, width: number): number {
  return Math.min(width - half, Math.max(half, x));
}

interface Drag {
  readonly from: number;
  readonly to: number;
  readonly isLong: boolean;
}

/** A stretch that is drawn by pointer or finger. */
function useBrush({ span, onBrush }: Pick<TimelinePlotProps, 'span' | 'onBrush'>, width: number) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const xIn = (event: PointerEvent<SVGSVGElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    drawn:
      drag?.isLong === true ? { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) } : null,
    handlers: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>): void => {
        if (event.isPrimary && event.button === 0)
          setDrag({ from: xIn(event), to: xIn(event), isLong: false });
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>): void => {
        if (drag === null) return;
        const to = xIn(event);
        const isLong = drag.isLong || Math.abs(to - drag.from) >= DRAG_MIN;
        // From here on it is no press of a mark, and it goes on outside.
        if (isLong && !drag.isLong) event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: drag.from, to: Math.min(width, Math.max(0, to)), isLong });
      },
      onPointerUp: (): void => {
        setDrag(null);
        if (drag?.isLong !== true || drag.from === drag.to) return;
        const [a, b] = [msAt(drag.from, span, width), msAt(drag.to, span, width)];
        onBrush({ fromMs: Math.min(a, b), toMs: Math.max(a, b) });
      },
      onPointerCancel: (): void => setDrag(null),
    },
  };
}

interface AxisProps {
  span: Span;
  width: number;
  height: number;
  laneHeight: number;
  laneCount: number;
}

function Axis({ span, width, height, laneHeight, laneCount }: AxisProps): ReactElement {
  return (
    <g aria-hidden>
      {Array.from({ length: laneCount }, (_, row) => (
        <line
          className="stroke-line"
          key={row}
          x1="0"
          x2={width}
          y1={(row + 0.5) * laneHeight}
          y2={(row + 0.5) * laneHeight}
        />
      ))}
      {ticksOf(span, Math.max(1, Math.floor(width / PIXELS_PER_TICK))).map(({ atMs, label }) => {
        const x = xOf(atMs, span, width);
        return (
          <g key={atMs}>
            <line className="stroke-line" x1={x} x2={x} y1="0" y2={height + 4} />
            <text
              className="fill-muted text-[11px] tabular"
              textAnchor={x < 40 ? 'start' : x > width - 40 ? 'end' : 'middle'}
              x={x}
              y={height + 16}
            >
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** How long something went on that happened more than once. */
function Repeats({ lane, span, width }: { lane: Lane | undefined; span: Span; width: number }): ReactElement {
  const place = (atMs: number): number => Math.min(width, Math.max(0, xOf(atMs, span, width)));
  return (
    <g aria-hidden className="stroke-line-strong" strokeLinecap="round" strokeWidth="3">
      {lane?.marks.map(({ id, firstMs, atMs }) =>
        firstMs === null || firstMs > span.toMs || atMs < span.fromMs ? null : (
          <line key={id} x1={place(firstMs)} x2={place(atMs)} y1="0" y2="0" />
        ),
      )}
    </g>
  );
}

interface PlaceProps {
  cluster: Cluster;
  x: number;
  /** Width of what is drawn. */
  size: number;
  /** Height of what a pointer hits. */
  reach: number;
  words: string;
  isActive: boolean;
  onOpen: () => void;
  onPoint: (cluster: Cluster | null) => void;
}

/** One change as the shape of its severity, several as that of the worst with their number. */
function Place({ cluster, x, size, reach, words, isActive, onOpen, onPoint }: PlaceProps): ReactElement {
  const { marks } = cluster;
  const isMany = marks.length > 1;
  const width = isMany ? size - 2 : 18;
  return (
    // Its keys are those of the list it belongs to.
    <g
      aria-label={words}
      aria-selected={isActive}
      className="cursor-pointer"
      id={optionId(cluster)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture has no element for it
      role="option"
      transform={`translate(${x} 0)`}
      onClick={onOpen}
      onPointerEnter={() => onPoint(cluster)}
      onPointerLeave={() => onPoint(null)}
    >
      <rect
        className="fill-transparent"
        height={reach}
        width={Math.max(24, width)}
        x={-Math.max(24, width) / 2}
        y={-reach / 2}
      />
      {(isMany || isActive) && (
        <rect
          className={cx('fill-(--surface-page)', isActive ? 'stroke-accent' : 'stroke-line-strong')}
          height="20"
          rx="10"
          strokeWidth={isActive ? 2 : 1}
          width={isMany ? width : 20}
          x={isMany ? -width / 2 : -10}
          y="-10"
        />
      )}
      <g transform={`translate(${isMany ? -width / 2 + 10 : 0} 0) scale(${isMany ? 0.75 : 1})`}>
        <SeverityShape level={worstOf(marks)} />
      </g>
      {isMany && (
        <text className="fill-(--text-primary) text-[11px] font-medium tabular" dy="4" x={-width / 2 + 18}>
          {marks.length}
        </text>
      )}
    </g>
  );
}
