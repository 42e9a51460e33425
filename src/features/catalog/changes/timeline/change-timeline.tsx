import { Minus, Plus } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import { instantMs } from '#src/lib/age.ts';
import { timeRangeBounds, timeRangeSearch } from '#src/lib/time-range.ts';
import { mediaQueryHook } from '#src/platform/actions/media-query.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import type { ShownRows } from '#src/views/list/list-spec.ts';
import { rangeOf } from '../change-query.ts';
import type { Change } from '../change-row.ts';
import type { ChangeParams } from '../change-search.ts';
import { usePersonName } from '../people-names.ts';
import { SeverityShape } from './severity-shape.tsx';
import {
  isIn,
  lanesOf,
  LEVELS,
  marksOf,
  panned,
  spanAround,
  zoomed,
  type Cluster,
  type Lane,
  type Mark,
  type Span,
} from './timeline-model.ts';
import type { LanesBy } from './lanes.ts';
import { TimelinePlot, usePlaces } from './timeline-plot.tsx';
import { clusterWords, levelWord, markWords, spanWords } from './timeline-labels.ts';

export interface ChangeTimelineProps extends ShownRows<ChangeParams, Change> {
  by: LanesBy;
}

const BY_WORDS = { type: 'type', item: 'catalog item', author: 'author' } as const;
const useHasFingers = mediaQueryHook('(pointer: coarse)');
const ZOOM_STEP = 0.5;
/** The most rows that one page of the list can have. */
const MOST_ROWS = 1000;

/** The changes of a list over their time: who changed what, when. The table under it says the same in words. */
export function ChangeTimeline(props: ChangeTimelineProps): ReactElement {
  const { view, source } = props;
  const nowMs = useMinuteNow();
  const range = rangeOf(view);
  const changes = useMemo(() => changesOf(source), [source]);
  const marks = useMemo(() => marksOf(changes), [changes]);
  // A page that was kept shows the time it was read in.
  const asOfMs = instantMs(source.claim?.asOf) ?? nowMs;
  const { fromMs, toMs } = timeRangeBounds(range, asOfMs);
  const whole: Span = { fromMs, toMs: Math.max(toMs, marks.at(-1)?.atMs ?? toMs, fromMs + 1000) };
  // Another range is another axis, and nothing of it is zoomed yet.
  return <Axes {...props} key={JSON.stringify(range)} marks={marks} whole={whole} />;
}

function changesOf({ lines }: ChangeTimelineProps['source']): readonly Change[] {
  return Array.from({ length: lines.length }, (_, at) => lines.at(at)).flatMap((line) =>
    line?.kind === 'row' && line.row ? [line.row] : [],
  );
}

interface AxesProps extends ChangeTimelineProps {
  marks: readonly Mark[];
  whole: Span;
}

function Axes({ by, marks, whole, view, change, source }: AxesProps): ReactElement {
  const personName = usePersonName();
  const isTouch = useHasFingers();
  const { phase } = useSyncStatus();
  const isReachable = phase === 'live' || phase === 'syncing';
  const [held, setSpan] = useState<Span | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [pointed, setPointed] = useState<Cluster | null>(null);
  const [isEveryLane, setEveryLane] = useState(false);
  const most = isTouch ? 3 : 5;
  const lanes = useMemo(
    () => lanesOf(marks, by, isEveryLane ? Number.MAX_SAFE_INTEGER : most, personName),
    [marks, by, isEveryLane, most, personName],
  );
  const span = held ?? whole;
  const inView = marks.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs).length;
  const active = marks.find(({ id }) => id === activeId);
  const middleMs = (span.fromMs + span.toMs) / 2;
  const aroundMs =
    active !== undefined && active.atMs >= span.fromMs && active.atMs <= span.toMs ? active.atMs : middleMs;
  const zoom = (factor: number): void => setSpan(zoomed(span, factor, aroundMs, whole));
  const setRange = ({ fromMs, toMs }: Span): void => {
    // The server reads whole seconds well, and the stretch keeps its ends.
    const from = new Date(Math.floor(fromMs / 1000) * 1000).toISOString();
    const to = new Date(Math.ceil(toMs / 1000) * 1000).toISOString();
    change(timeRangeSearch({ type: 'absolute', from, to }));
  };
  const wordsOf = (cluster: Cluster): string => {
    const [only] = cluster.marks;
    return cluster.marks.length === 1 && only !== undefined
      ? markWords(only, personName)
      : clusterWords(cluster);
  };
  const open = ({ marks: of }: Cluster): void => {
    const near = of.length > 1 ? spanAround(of, whole) : null;
    const isNearer = near !== null && near.toMs - near.fromMs < (span.toMs - span.fromMs) * 0.8;
    if (isNearer) setSpan(near);
    else change({ changeId: of.at(-1)?.id });
  };
  const handleKey = (key: string, isShifted: boolean): boolean => {
    if (key === '+' || key === '=') zoom(ZOOM_STEP);
    else if (key === '-' || key === '_') zoom(1 / ZOOM_STEP);
    else if (key === '0' || (key === 'Escape' && held !== null)) setSpan(null);
    else if (isShifted && key === 'ArrowLeft') setSpan(panned(span, -0.25, whole));
    else if (isShifted && key === 'ArrowRight') setSpan(panned(span, 0.25, whole));
    else return false;
    return true;
  };
  const laneHeight = isTouch ? 40 : 28;
  const places = usePlaces(lanes, span, isTouch);
  const told = pointed ?? places.rows.flat().find((cluster) => isIn(cluster, activeId));
  const said = told && wordsOf(told);
  return (
    <section
      aria-label="Timeline"
      className="@container flex shrink-0 flex-col gap-1.5 border-b border-line px-page pb-2 text-table"
    >
      <div className="flex min-h-target flex-wrap items-center gap-x-3 gap-y-1">
        <Counts isReachable={isReachable} change={change} source={source} view={view} />
        <span className="flex-1" />
        {held !== null && (
          <>
            <output className="text-caption text-muted tabular">
              {`${spanWords(span)}: ${inView} of ${marks.length}`}
            </output>
            <Button
              disabledReason={isReachable ? undefined : 'Other time ranges are not on this device'}
              size="small"
              onPress={() => setRange(span)}
            >
              Set as time range
            </Button>
            <Button size="small" onPress={() => setSpan(null)}>
              Whole range
            </Button>
          </>
        )}
        <Button
          aria-label="Zoom out"
          icon={Minus}
          size="small"
          disabledReason={held === null ? 'The whole range is shown' : undefined}
          onPress={() => zoom(1 / ZOOM_STEP)}
        >
          Out
        </Button>
        <Button aria-label="Zoom in" icon={Plus} size="small" onPress={() => zoom(ZOOM_STEP)}>
          In
        </Button>
      </div>
      <div className={isEveryLane ? 'max-h-[40dvh] overflow-y-auto' : ''}>
        <div className="flex gap-3">
          <LaneNames height={laneHeight} lanes={lanes} />
          <TimelinePlot
            activeId={activeId}
            label={`Changes over time, by ${BY_WORDS[by]}`}
            laneHeight={laneHeight}
            lanes={lanes}
            places={places}
            span={span}
            wordsOf={wordsOf}
            onActivate={setActiveId}
            // Offline no other range can be listed: the axis alone goes nearer.
            onBrush={isReachable ? setRange : setSpan}
            onKey={handleKey}
            onOpen={open}
            onPoint={setPointed}
          />
        </div>
      </div>
      <div className="flex min-h-target flex-wrap items-center gap-x-4 gap-y-1 text-caption text-muted">
        <p aria-hidden className="min-w-0 flex-[1_1_20rem] truncate" title={said}>
          {said ?? 'Drag across the timeline to choose a time range. Select a mark to open it.'}
        </p>
        {(isEveryLane || lanes.at(-1)?.key === 'others') && (
          <Button size="small" variant="ghost" onPress={() => setEveryLane(!isEveryLane)}>
            {isEveryLane ? 'Show fewer rows' : 'Show all rows'}
          </Button>
        )}
        <Legend />
      </div>
      <p className="sr-only" id="change-timeline-keys">
        Arrow keys move between changes, Enter opens one or zooms in on several, plus and minus zoom, Shift
        with an arrow key moves the visible range, 0 shows the whole range. The table below has the same
        changes.
      </p>
    </section>
  );
}

/** How many of all are drawn, and how old they are. */
function Counts({
  source,
  view,
  change,
  isReachable,
}: Pick<AxesProps, 'source' | 'view' | 'change'> & { isReachable: boolean }): ReactElement {
  const { pages, claim } = source;
  const { count = source.lines.length, total = null, page = 1, size = 0 } = pages ?? {};
  const isPart = total !== null && total > count;
  const isNewest = view.sortBy === 'created_at' && view.sortOrder === 'desc' && page === 1;
  return (
    <>
      <p className="text-muted tabular">
        {!isPart && `${count} ${count === 1 ? 'change' : 'changes'}`}
        {isPart && isNewest && `The newest ${count} of ${total} changes`}
        {isPart && !isNewest && `${count} of ${total} changes: page ${page} of the list`}
        {total === null && ' on this page; the total is not known'}
        {claim !== undefined && claim.basis !== 'server' && (
          <>
            , read <Ago at={claim.asOf} label="Read" />
          </>
        )}
      </p>
      {isPart && isReachable && size < MOST_ROWS && (
        <Button size="small" variant="ghost" onPress={() => change({ pageSize: MOST_ROWS })}>
          {`Show ${Math.min(total, MOST_ROWS)}`}
        </Button>
      )}
    </>
  );
}

function LaneNames({ lanes, height }: { lanes: readonly Lane[]; height: number }): ReactElement {
  return (
    <ul aria-label="Rows of the timeline" className="w-24 shrink-0 @min-[700px]:w-44">
      {lanes.map(({ key, name, marks }) => (
        <li className="flex items-center gap-2" key={key} style={{ height }} title={name}>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="text-muted tabular">{marks.length}</span>
        </li>
      ))}
    </ul>
  );
}

function Legend(): ReactElement {
  return (
    <ul aria-label="Severities" className="flex flex-wrap gap-x-3">
      {LEVELS.toReversed()
        .filter((level) => level !== 'none')
        .map((level) => (
          <li className="flex items-center gap-1" key={level}>
            <svg aria-hidden height="12" viewBox="-8 -8 16 16" width="12">
              <SeverityShape level={level} />
            </svg>
            {levelWord(level)}
          </li>
        ))}
    </ul>
  );
}
