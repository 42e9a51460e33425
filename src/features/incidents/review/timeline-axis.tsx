import type { ReactElement } from 'react';
import type { CheckBand, CheckTrack, TimelineEvent, TimelineLane } from '#sync/read/timeline.ts';
import { instantMs } from '#src/lib/age.ts';
import { cx } from '#src/ui/class-names.ts';
import { useWidth } from '#src/ui/layout/use-width.ts';
import { LANE_WORDS } from './review-labels.ts';
import { clustersOf, positionOf, ticksOf, type TimeRange } from './time-scale.ts';

const LANE_HEIGHT = 26;
const FOOT_HEIGHT = 24;
/** Marks closer than this are drawn as one with a count. */
const MARK_GAP = 18;
const PIXELS_PER_TICK = 104;

interface TimelineAxisProps {
  events: readonly TimelineEvent[];
  checks: readonly CheckTrack[];
  lanes: readonly TimelineLane[];
  range: TimeRange;
  /** When the incident began and ended, as a shaded stretch. */
  span: TimeRange;
  activeId: string | null;
  /** The pointer is over an event. */
  onActivate: (id: string) => void;
  /** It was pressed: it is wanted in the list. */
  onPress: (id: string) => void;
}

/**
 * Lanes over one time axis. A picture for the eye and the pointer: everything on it stands in the list below, which is
 * what keyboards and screen readers use.
 */
export function TimelineAxis(props: TimelineAxisProps): ReactElement {
  const { events, checks, lanes, range, span, activeId, onActivate, onPress } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const rows = rowsOf(lanes, checks);
  const height = rows.length * LANE_HEIGHT;
  const active = events.find(({ id }) => id === activeId);
  const activeX = active === undefined ? null : positionOf(instantMs(active.at) ?? 0, range, width);
  const ticks = ticksOf(range, Math.max(1, Math.floor(width / PIXELS_PER_TICK)));
  return (
    <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] gap-x-3 text-table @min-[700px]:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]">
      <ul aria-hidden className="min-w-0">
        {rows.map(({ key, name }) => (
          <LaneName key={key} name={name} />
        ))}
      </ul>
      <div className="min-w-0 overflow-hidden" ref={ref}>
        {width > 0 && (
          <svg
            aria-label={`Time axis with ${events.length} events; they are listed below`}
            className="block select-none"
            height={height + FOOT_HEIGHT}
            role="img"
            width={width}
          >
            <IncidentStretch height={height} range={range} span={span} width={width} />
            {ticks.map(({ atMs, label }) => (
              <TickMark
                height={height}
                key={atMs}
                label={label}
                width={width}
                x={positionOf(atMs, range, width)}
              />
            ))}
            {rows.map((row, index) => (
              <g key={row.key} transform={`translate(0 ${index * LANE_HEIGHT})`}>
                <Rule width={width} />
                <Lane
                  activeId={activeId}
                  events={events}
                  range={range}
                  row={row}
                  width={width}
                  onActivate={onActivate}
                  onPress={onPress}
                />
              </g>
            ))}
            {activeX !== null && activeX >= 0 && activeX <= width && (
              <line
                className="stroke-accent"
                strokeWidth="1.5"
                x1={activeX}
                x2={activeX}
                y1="0"
                y2={height}
              />
            )}
          </svg>
        )}
      </div>
    </div>
  );
}

function LaneName({ name }: { name: string }): ReactElement {
  return (
    <li
      className="truncate text-muted"
      style={{ height: LANE_HEIGHT, lineHeight: `${LANE_HEIGHT}px` }}
      title={name}
    >
      {name}
    </li>
  );
}

/** One line of the axis: a lane, or one check of theirs. */
interface AxisRow {
  readonly key: string;
  readonly name: string;
  readonly lane: TimelineLane;
  readonly track: CheckTrack | null;
}

function rowsOf(lanes: readonly TimelineLane[], checks: readonly CheckTrack[]): readonly AxisRow[] {
  return lanes.flatMap((lane): AxisRow[] =>
    lane === 'checks'
      ? checks.map((track) => ({ key: track.checkId, name: track.name ?? 'Check', lane, track }))
      : [{ key: lane, name: LANE_WORDS[lane], lane, track: null }],
  );
}

interface LaneProps extends Omit<MarksProps, 'events'> {
  row: AxisRow;
  events: readonly TimelineEvent[];
}

function Lane({ row, events, ...marks }: LaneProps): ReactElement {
  const { range, width } = marks;
  const own = events.filter(({ lane }) => lane === row.lane);
  if (row.track !== null) {
    return (
      <>
        {row.track.bands.map((band) => (
          <Band band={band} key={band.from} range={range} width={width} />
        ))}
      </>
    );
  }
  return (
    <>
      {row.lane === 'runs' &&
        own.map((event) => <RunSpan event={event} key={event.id} range={range} width={width} />)}
      <Marks events={own} {...marks} />
    </>
  );
}

function Rule({ width }: { width: number }): ReactElement {
  return <line className="stroke-line" x1="0" x2={width} y1={LANE_HEIGHT / 2} y2={LANE_HEIGHT / 2} />;
}

const BAND_LOOKS: Record<CheckBand['status'], { className: string; height: number }> = {
  // Height as well as colour: a failing stretch stands out without it.
  healthy: { className: 'fill-healthy', height: 6 },
  unhealthy: { className: 'fill-unhealthy', height: 16 },
  unknown: { className: 'fill-none stroke-unknown [stroke-dasharray:2_3]', height: 4 },
};

function Band({
  band,
  range,
  width,
}: {
  band: CheckBand;
  range: TimeRange;
  width: number;
}): ReactElement | null {
  const from = Math.max(0, positionOf(instantMs(band.from) ?? 0, range, width));
  const to = Math.min(width, positionOf(instantMs(band.to) ?? 0, range, width));
  if (to < 0 || from > width) return null;
  const { className, height } = BAND_LOOKS[band.status];
  return (
    <rect
      className={className}
      height={height}
      rx="1"
      width={Math.max(1.5, to - from)}
      x={from}
      y={(LANE_HEIGHT - height) / 2}
    >
      <title>{`${band.status} from ${band.from} to ${band.to}`}</title>
    </rect>
  );
}

function RunSpan({
  event,
  range,
  width,
}: {
  event: TimelineEvent;
  range: TimeRange;
  width: number;
}): ReactElement | null {
  if (event.until === null) return null;
  const from = positionOf(instantMs(event.at) ?? 0, range, width);
  const to = positionOf(instantMs(event.until) ?? 0, range, width);
  return (
    <rect
      className="fill-accent-soft"
      height="8"
      rx="2"
      width={Math.max(1, to - from)}
      x={from}
      y={LANE_HEIGHT / 2 - 4}
    />
  );
}

interface MarksProps {
  events: readonly TimelineEvent[];
  range: TimeRange;
  width: number;
  activeId: string | null;
  onActivate: (id: string) => void;
  onPress: (id: string) => void;
}

/** One disc an event; those that would touch are one disc with their number. Pointer and press choose the first of them. */
function Marks({ events, range, width, activeId, onActivate, onPress }: MarksProps): ReactElement {
  const xOf = (event: TimelineEvent): number => positionOf(instantMs(event.at) ?? 0, range, width);
  const shown = events.filter((event) => xOf(event) >= 0 && xOf(event) <= width);
  return (
    <>
      {clustersOf(shown, xOf, MARK_GAP).map(({ x, items }) => {
        const [first] = items;
        if (first === undefined) return null;
        const isActive = items.some(({ id }) => id === activeId);
        const isMany = items.length > 1;
        return (
          <g
            className="cursor-pointer"
            key={first.id}
            transform={`translate(${Math.min(width - 8, Math.max(8, x))} ${LANE_HEIGHT / 2})`}
            onClick={() => onPress(first.id)}
            onPointerEnter={(pointer) => pointer.pointerType === 'mouse' && !isActive && onActivate(first.id)}
          >
            <circle
              className={cx(
                'stroke-page',
                isActive ? 'fill-accent' : 'fill-current text-muted',
                items.every(({ isPending }) => isPending) && 'opacity-50',
              )}
              r={isMany ? 8 : 5}
              strokeWidth="1.5"
            />
            {isMany && (
              <text className="fill-(--surface-page) text-[10px] tabular" dy="3.5" textAnchor="middle">
                {items.length > 99 ? '99+' : items.length}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function IncidentStretch(props: {
  span: TimeRange;
  range: TimeRange;
  width: number;
  height: number;
}): ReactElement | null {
  const { span, range, width, height } = props;
  const from = Math.max(0, positionOf(span.fromMs, range, width));
  const to = Math.min(width, positionOf(span.toMs, range, width));
  return to <= from ? null : (
    <rect className="fill-selected" height={height} width={to - from} x={from} y="0" />
  );
}

function TickMark(props: { x: number; label: string; height: number; width: number }): ReactElement {
  const { x, label, height, width } = props;
  const anchor = x < 40 ? 'start' : x > width - 40 ? 'end' : 'middle';
  return (
    <>
      <line className="stroke-line" x1={x} x2={x} y1="0" y2={height + 4} />
      <text className="fill-muted text-[11px] tabular" textAnchor={anchor} x={x} y={height + 17}>
        {label}
      </text>
    </>
  );
}
