import { useState, type ReactElement } from 'react';
import { DEFAULT_GROUP_BY, DEFAULT_TAB_BY } from '../../lib/group-options.ts';
import { allowedRefreshRate, type RefreshRate } from '../../lib/refresh-rate.ts';
import { TIME_RANGE_MINUTES, type TimeRangeOption } from '../../lib/time-range-options.ts';
import type { AbsoluteRange, TimeRange } from '../../lib/time-range.ts';
import type { TriStateItem } from '../../lib/tri-state.ts';
import { Chapter, Specimen } from './frame.tsx';
import { Duration } from '../marks/duration.tsx';
import { GroupBySelect, TabBySelect } from '../table/group-by-select.tsx';
import { HealthBar } from '../marks/health-bar.tsx';
import { HealthMark } from '../marks/health-mark.tsx';
import { LabelFilter } from '../filters/label-filter.tsx';
import { RefreshRateSelect } from '../filters/refresh-rate-select.tsx';
import { TimeRangePicker } from '../filters/time-range-picker.tsx';
import { TimeRangeSelect } from '../filters/time-range-select.tsx';
import { TriStateFilter, type TriStateOption } from '../filters/tri-state-filter.tsx';

const LABEL_KEYS = ['app.kubernetes.io/name', 'cluster', 'environment', 'team'];
const NAMESPACES: readonly TriStateOption[] = [
  'default',
  'kube-system',
  'monitoring',
  'observability-long-term-storage-eu-central-1',
  'payments',
  'shop',
].map((id, at) => ({ id, count: (at * 37) % 113 }));
const TEAMS: readonly TriStateOption[] = Array.from({ length: 40 }, (_, at) => ({
  id: `team-${at + 1}`,
  count: (at * 17) % 29,
}));

const startedAtMs = Date.now();
const hoursAgo = (hours: number): string => new Date(startedAtMs - hours * 3_600_000).toISOString();

/** Ranges, filters and health. */
export function FiltersChapter(): ReactElement {
  return (
    <Chapter title="Ranges, filters and health">
      <ToolbarSpecimen />
      <RangeSpecimen />
      <TriStateSpecimen />
      <HealthSpecimens />
    </Chapter>
  );
}

function ToolbarSpecimen(): ReactElement {
  const [groupBy, setGroupBy] = useState(DEFAULT_GROUP_BY);
  const [tabBy, setTabBy] = useState(DEFAULT_TAB_BY);
  const [range, setRange] = useState<TimeRangeOption>('3h');
  const [rate, setRate] = useState<RefreshRate>('60s');
  const minutes = TIME_RANGE_MINUTES[range];
  return (
    <Specimen title="Toolbar selects">
      <GroupBySelect labelKeys={LABEL_KEYS} value={groupBy} onChange={setGroupBy} />
      <TabBySelect labelKeys={LABEL_KEYS} value={tabBy} onChange={setTabBy} />
      <TimeRangeSelect value={range} onChange={setRange} />
      <RefreshRateSelect
        rangeMinutes={minutes}
        value={allowedRefreshRate(rate, minutes)}
        onChange={setRate}
      />
    </Specimen>
  );
}

function RangeSpecimen(): ReactElement {
  const [range, setRange] = useState<TimeRange | undefined>({ type: 'relative', range: 'now-2d' });
  const [absolute, setAbsolute] = useState<TimeRange | undefined>({
    type: 'absolute',
    from: hoursAgo(170),
    to: hoursAgo(50),
  });
  const [none, setNone] = useState<TimeRange>();
  const [recent, setRecent] = useState<readonly AbsoluteRange[]>([
    { type: 'absolute', from: hoursAgo(30), to: hoursAgo(26) },
    { type: 'absolute', from: hoursAgo(9000), to: hoursAgo(8900) },
  ]);
  const shared = { label: 'Time range', recent, onRecentChange: setRecent };
  return (
    <Specimen title="Time range">
      <TimeRangePicker {...shared} isRequired value={range} onChange={setRange} />
      <TimeRangePicker {...shared} value={absolute} onChange={setAbsolute} />
      <TimeRangePicker {...shared} value={none} onChange={setNone} />
    </Specimen>
  );
}

function TriStateSpecimen(): ReactElement {
  const [none, setNone] = useState<readonly TriStateItem[]>([]);
  const [some, setSome] = useState<readonly TriStateItem[]>([
    { value: 'payments', mode: 'include' },
    { value: 'kube-system', mode: 'exclude' },
  ]);
  const [many, setMany] = useState<readonly TriStateItem[]>(
    TEAMS.slice(3, 8).map(({ id }) => ({ value: id, mode: 'include' })),
  );
  return (
    <>
      <Specimen title="Three-state filters">
        <TriStateFilter items={none} label="Type" options={NAMESPACES} onChange={setNone} />
        <TriStateFilter items={some} label="Namespace" options={NAMESPACES} onChange={setSome} />
        <TriStateFilter items={many} label="Team" options={TEAMS} onChange={setMany} />
      </Specimen>
      <Specimen title="Label filters, as in a sidebar">
        <div className="flex w-60 flex-col gap-2">
          <LabelFilter
            items={some}
            labelKey="app.kubernetes.io/name"
            options={NAMESPACES}
            onChange={setSome}
          />
          <LabelFilter items={many} labelKey="team" options={TEAMS} onChange={setMany} />
          <LabelFilter items={none} labelKey="cluster" options={TEAMS} onChange={setNone} />
        </div>
      </Specimen>
    </>
  );
}

function HealthSpecimens(): ReactElement {
  return (
    <>
      <Specimen title="Health as the server says it">
        <HealthMark health="healthy" />
        <HealthMark health="healthy" asOf={hoursAgo(2)} isStale />
        <HealthMark health="unhealthy" />
        <HealthMark health="Progressing" />
        <HealthMark health="Progressing" asOf={hoursAgo(2)} isStale />
        <HealthMark health={null} />
      </Specimen>
      <Specimen title="Health bars">
        <HealthBar failed={0} label="Uptime" passed={1440} />
        <HealthBar failed={1} label="Uptime" passed={12_000} />
        <HealthBar failed={40} label="Uptime" passed={60} />
        <HealthBar failed={9} label="Uptime" passed={0} />
        <HealthBar failed={12} isStale label="Uptime" passed={60} />
        <HealthBar failed={2} label="Checks" passed={11} text="counts" unknown={3} />
        <HealthBar failed={0} label="Uptime" passed={0} />
      </Specimen>
      <Specimen title="Durations">
        <Duration ms={0} />
        <Duration ms={250} />
        <Duration ms={1500} />
        <Duration ms={93_784_000} />
        <Duration ms={null} />
      </Specimen>
    </>
  );
}
