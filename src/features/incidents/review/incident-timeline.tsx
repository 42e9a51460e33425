import { ChartGantt, FileText } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import {
  timelineLanes,
  timelineRead,
  type IncidentTimeline as Timeline,
  type TimelineEvent,
  type TimelineLane,
} from '#sync/read/timeline.ts';
import { instantMs } from '#src/lib/age.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useTold } from '#src/platform/replica/use-asked.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/forms/checkbox.tsx';
import { EmptyState } from '#src/ui/layout/empty-state.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { Select } from '#src/ui/forms/select.tsx';
import { LoadingRegion, SkeletonRows } from '#src/ui/marks/skeleton.tsx';
import { counted } from '../incident-labels.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { ReviewReportDialog } from './review-report-dialog.tsx';
import { countWords, LANE_WORDS } from './review-labels.ts';
import type { TimeRange } from './time-scale.ts';
import { TimelineAxis } from './timeline-axis.tsx';
import { TimelineList } from './timeline-list.tsx';
import { useSubjectNames } from './use-subject-names.ts';

const HOUR_MS = 3_600_000;

/** Stretches of time a reader wants to see. */
const ZOOMS = [
  { id: 'incident', label: 'The incident' },
  { id: 'start', label: 'Around its start' },
  { id: 'before', label: 'The day before it' },
  { id: 'everything', label: 'Everything' },
] as const;
type Zoom = (typeof ZOOMS)[number]['id'];

/** Everything that happened around an incident on one axis, and the same as a list; all of it from this device. */
export function IncidentTimeline({ incident }: { incident: IncidentDetail }): ReactElement {
  const { id } = incident;
  const model = useReadModel();
  const live = useLive(() => model.late(timelineRead(id)), [model, id]);
  useGathering(id);
  const timeline = live.value?.data ?? undefined;
  return (
    <LoadingRegion
      isLoading={timeline === undefined && live.status !== 'failed'}
      label="Loading the timeline"
      skeleton={<SkeletonRows count={8} />}
    >
      {live.status === 'failed' && (
        <ReadFailedBar error={live.error}>The timeline could not be read</ReadFailedBar>
      )}
      {timeline !== undefined && <TimelineView incident={incident} timeline={timeline} />}
    </LoadingRegion>
  );
}

interface TimelineViewProps {
  incident: IncidentDetail;
  timeline: Timeline;
}

function TimelineView({ incident, timeline }: TimelineViewProps): ReactElement {
  const [hidden, setHidden] = useState<readonly TimelineLane[]>([]);
  const [zoom, setZoom] = useState<Zoom>('incident');
  const [activeId, setActiveId] = useState<string | null>(null);
  const [pressed, setPressed] = useState<{ readonly id: string } | null>(null);
  const [isReporting, setReporting] = useState(false);
  const nowMs = useMinuteNow();
  const nameOf = useSubjectNames(timeline.events);
  const span = useMemo(() => spanOf(timeline, nowMs), [timeline, nowMs]);
  const range = useMemo(() => rangeOf(zoom, timeline, span), [zoom, timeline, span]);
  const lanes = timelineLanes.filter((lane) => !hidden.includes(lane));
  const events = timeline.events.filter(
    ({ lane, at }) => lanes.includes(lane) && isWithin(instantMs(at) ?? 0, range),
  );
  return (
    <div className="@container flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <LaneFilter events={timeline.events} hidden={hidden} onChange={setHidden} />
        {/* They go to the next row together. */}
        <div className="flex flex-[1_0_auto] items-center justify-between gap-x-3">
          <Select
            className="w-36"
            isLabelHidden
            label="Time range"
            options={ZOOMS}
            value={zoom}
            onChange={(next) => setZoom(zoomOf(next))}
          />
          <Button icon={FileText} size="small" onPress={() => setReporting(true)}>
            Review report
          </Button>
        </div>
      </div>
      <LackingBar lacking={timeline.lacking} />
      {timeline.events.length === 0 ? (
        <EmptyState icon={ChartGantt} title="Nothing has happened yet" />
      ) : (
        <>
          <TimelineAxis
            activeId={activeId}
            checks={timeline.checks}
            events={events}
            lanes={lanes}
            range={range}
            span={span}
            onActivate={setActiveId}
            onPress={(id) => {
              setActiveId(id);
              setPressed({ id });
            }}
          />
          <output className="block text-caption text-muted">
            {countWords(events)} shown
            {events.length < timeline.events.length && ` of ${timeline.events.length}`}
          </output>
          <TimelineList
            activeId={activeId}
            events={events}
            nameOf={nameOf}
            pressed={pressed}
            onActivate={setActiveId}
          />
        </>
      )}
      <ReviewReportDialog
        incident={incident}
        isOpen={isReporting}
        nameOf={nameOf}
        timeline={timeline}
        onOpenChange={setReporting}
      />
    </div>
  );
}

interface LaneFilterProps {
  events: readonly TimelineEvent[];
  hidden: readonly TimelineLane[];
  onChange: (hidden: readonly TimelineLane[]) => void;
}

function LaneFilter({ events, hidden, onChange }: LaneFilterProps): ReactElement {
  return (
    <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
      <legend className="sr-only">Shown on the timeline</legend>
      {timelineLanes.map((lane) => {
        const count = events.filter((event) => event.lane === lane).length;
        return (
          <Checkbox
            isSelected={!hidden.includes(lane)}
            key={lane}
            onChange={(isShown) =>
              onChange(isShown ? hidden.filter((each) => each !== lane) : [...hidden, lane])
            }
          >
            {LANE_WORDS[lane]} <span className="text-muted tabular">{count}</span>
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

/** An axis with holes says so. */
function LackingBar({ lacking }: { lacking: number }): ReactElement | null {
  const { phase } = useSyncStatus();
  if (lacking === 0) return null;
  const isReachable = phase === 'live' || phase === 'syncing';
  return (
    <InlineBar tone={isReachable ? 'info' : 'offline'}>
      {isReachable ? 'Downloading' : 'Not on this device'}: {counted(lacking, 'more part')} of this timeline.
      {!isReachable && ' They are downloaded when the server can be reached.'}
    </InlineBar>
  );
}

/** Brings in what the timeline needs while the tab is open, and again when the server can be reached. */
function useGathering(incidentId: string): void {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const isReachable = phase === 'live' || phase === 'syncing';
  const gather = useCallback(() => sync.gatherReview(incidentId), [sync, incidentId]);
  // What is lacking is said over the axis; the platform's error handler hears of the rest.
  useTold(isReachable ? gather : null);
}

function spanOf({ span }: Timeline, nowMs: number): TimeRange {
  const fromMs = instantMs(span.from) ?? nowMs;
  return { fromMs, toMs: Math.max(fromMs + 1, instantMs(span.to) ?? nowMs) };
}

function rangeOf(zoom: Zoom, timeline: Timeline, { fromMs, toMs }: TimeRange): TimeRange {
  const margin = Math.max(10 * 60_000, (toMs - fromMs) * 0.04);
  switch (zoom) {
    case 'incident':
      return { fromMs: fromMs - Math.max(margin, HOUR_MS), toMs: toMs + margin };
    case 'start':
      return { fromMs: fromMs - HOUR_MS, toMs: fromMs + HOUR_MS };
    case 'before':
      return { fromMs: fromMs - 24 * HOUR_MS, toMs: fromMs + HOUR_MS };
    case 'everything': {
      const times = timeline.events.map(({ at }) => instantMs(at) ?? fromMs);
      const first = times.reduce((least, time) => Math.min(least, time), fromMs);
      const last = times.reduce((most, time) => Math.max(most, time), toMs);
      return { fromMs: first - margin, toMs: last + margin };
    }
  }
}

function zoomOf(id: string): Zoom {
  return ZOOMS.find((zoom) => zoom.id === id)?.id ?? 'incident';
}

function isWithin(atMs: number, { fromMs, toMs }: TimeRange): boolean {
  return fromMs <= atMs && atMs <= toMs;
}
