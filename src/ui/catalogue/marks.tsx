import { Box, Server } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Age } from '../marks/age.tsx';
import { AvatarStack } from '../marks/avatar-stack.tsx';
import { Avatar } from '../marks/avatar.tsx';
import { Badge, CountBadge } from '../marks/badge.tsx';
import { Chapter, Specimen } from './frame.tsx';
import { FilterChip, FilterRow } from '../filters/filter-chip.tsx';
import { Mark } from '../marks/mark.tsx';
import { SeverityBars } from '../marks/severity-bars.tsx';
import { StatusMark, type Status } from '../marks/status-mark.tsx';
import { SyncMark, type SyncState } from '../marks/sync-mark.tsx';
import { IconMark, TypeMark } from '../marks/type-mark.tsx';
import { TriStateRadio, type TriState } from '../filters/tri-state-radio.tsx';

const STATUSES: readonly Status[] = [
  'healthy',
  'warning',
  'mixed',
  'unhealthy',
  'degraded',
  'missing',
  'unknown',
  'suspended',
];
const TYPES = ['AWS::EC2::Instance', 'AWS::Region', 'Kubernetes::Pod', 'Acme::RocketEngine'];
const KINDS = ['http', 'postgres', 'github', 'exec'];
const SEVERITIES = ['Low', 'Medium', 'High', 'Blocker', 'Critical', 'info', 'warning', 'sev-9'];
const SYNC_STATES: readonly SyncState[] = ['pending', 'sending', 'failed', 'conflict'];
const MINUTES_AGO = [0, 5, 125, 1500, 50_000, 900_000];
const PEOPLE = [
  'Mara Lindqvist',
  'Tomasz Wrona',
  'Ife Adeyemi',
  'jo@example.org',
  'Platform',
  'Hana Kobayashi',
  'Luc',
];

const startedAtMs = Date.now();
const minutesAgo = (minutes: number): number => startedAtMs - minutes * 60_000;

/** What stands on rows: status, severity, sync, ages, people, chips. */
export function MarksChapter(): ReactElement {
  return (
    <Chapter title="Marks">
      <Specimen title="Status, fresh">
        {STATUSES.map((status) => (
          <StatusMark key={status} status={status} />
        ))}
      </Specimen>
      <Specimen title="Status, stale">
        {STATUSES.map((status, at) => (
          <StatusMark asOf={minutesAgo(14 + at * 40)} isStale key={status} status={status} />
        ))}
        <StatusMark asOf={minutesAgo(75)} isStale isWordHidden status="healthy" />
      </Specimen>
      <Specimen title="Types">
        {TYPES.map((type) => (
          <span key={type}>
            <TypeMark type={type} />
            {type}
          </span>
        ))}
        {KINDS.map((kind) => (
          <span key={kind}>
            <IconMark name={kind} />
            {kind}
          </span>
        ))}
      </Specimen>
      <Specimen title="Severity">
        {SEVERITIES.map((severity) => (
          <SeverityBars key={severity} severity={severity} />
        ))}
        <SeverityBars isNotSet severity="High" />
      </Specimen>
      <Specimen title="Sync">
        {SYNC_STATES.map((state) => (
          <SyncMark key={state} state={state} />
        ))}
        {SYNC_STATES.map((state) => (
          <SyncMark isCompact key={`${state} compact`} state={state} />
        ))}
      </Specimen>
      <Specimen title="Age">
        {MINUTES_AGO.map((minutes) => (
          <Age at={minutesAgo(minutes)} key={minutes} label="Created" />
        ))}
        <Age at="0001-01-01T00:00:00Z" />
      </Specimen>
      <PeopleSpecimens />
      <ChipSpecimens />
      <Specimen title="The mark">
        <Mark size={16} />
        <Mark size={24} />
        <Mark label="Holdfast" size={48} />
        <span className="inline-flex items-center gap-2 text-section font-semibold">
          <Mark /> Holdfast
        </span>
      </Specimen>
    </Chapter>
  );
}

function PeopleSpecimens(): ReactElement {
  const people = PEOPLE.map((name) => ({ id: name, name }));
  return (
    <Specimen title="Avatar and badge">
      {people.map((person) => (
        <Avatar {...person} key={person.id} />
      ))}
      <Avatar name="Mara Lindqvist" size="small" />
      <Avatar name="Mara Lindqvist" size="large" />
      <AvatarStack label="Responders" people={people} />
      <Badge>availability</Badge>
      <Badge isCode>INC-204</Badge>
      <Badge icon={Server} tone="accent">
        agent eu-1
      </Badge>
      <Badge icon={Box} tone="outline">
        Deployment
      </Badge>
      <CountBadge count={0} />
      <CountBadge count={128} />
    </Specimen>
  );
}

function ChipSpecimens(): ReactElement {
  const [state, setState] = useState<TriState>('only');
  const [other, setOther] = useState<TriState>('not');
  const ignore = (): void => undefined;
  return (
    <>
      <Specimen title="Filter chips">
        <FilterRow note="Showing 4 open · 7 more active" onClearAll={ignore}>
          <FilterChip field="Status" value="Open" onRemove={ignore} />
          <FilterChip field="Namespace" isExcluded value="kube-system" onRemove={ignore} />
          <FilterChip field="Owner" value="me" />
        </FilterRow>
      </Specimen>
      <Specimen title="Any / Only / Not">
        <div className="flex w-80 flex-col gap-1.5">
          <TriStateRadio label="kube-system" value={other} onChange={setOther} />
          <TriStateRadio label="payments" value={state} onChange={setState} />
          <TriStateRadio label="observability" value="any" onChange={ignore} />
        </div>
      </Specimen>
    </>
  );
}
