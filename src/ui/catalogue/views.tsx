import { EllipsisVertical, FlameKindling, Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Age } from '../marks/age.tsx';
import { AvatarStack } from '../marks/avatar-stack.tsx';
import { Badge } from '../marks/badge.tsx';
import { Breadcrumb } from '../layout/breadcrumb.tsx';
import { Button, IconButton } from '../button.tsx';
import { ConflictSpecimens } from './conflicts.tsx';
import { Chapter } from './frame.tsx';
import { DataTable, type Column, type Sort } from '../table/data-table.tsx';
import { EmptyState } from '../layout/empty-state.tsx';
import { ErrorPanel } from '../layout/error-panel.tsx';
import { InlineBar } from '../marks/inline-bar.tsx';
import { KeyValueList } from '../text/key-value-list.tsx';
import { Markdown } from '../text/markdown.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { SeverityBars } from '../marks/severity-bars.tsx';
import { SkeletonRows } from '../marks/skeleton.tsx';
import { SplitPane } from '../layout/split-pane.tsx';
import { StatusMark, type Status } from '../marks/status-mark.tsx';
import { SyncMark } from '../marks/sync-mark.tsx';

interface Row {
  id: string;
  code: string;
  name: string;
  type: string;
  severity: string;
  health: Status;
  isStale: boolean;
  isPending: boolean;
  atMs: number;
  people: readonly string[];
}

const startedAtMs = Date.now();
const minutesAgo = (minutes: number): number => startedAtMs - minutes * 60_000;

const ROWS: readonly Row[] = [
  row('INC-231', 'Checkout answers 502 for card payments', 'availability', 'Critical', 'unhealthy', 4, [
    'Mara Lindqvist',
    'Tomasz Wrona',
  ]),
  row('INC-230', 'Node pool eu-1b has no room for new pods', 'performance', 'High', 'warning', 38, [
    'Ife Adeyemi',
  ]),
  row(
    'INC-228',
    'Certificate of api.internal.example.org ends in two days and nobody owns the issuer any more',
    'security',
    'Medium',
    'mixed',
    190,
    [],
  ),
  row('INC-227', 'Nightly backup of ledger-db did not start', 'availability', 'High', 'unknown', 610, [
    'Mara Lindqvist',
    'Hana Kobayashi',
    'Luc Moreau',
    'Ife Adeyemi',
    'Tomasz Wrona',
    'Jo Park',
  ]),
  row('INC-219', 'Search latency above 2 s in two regions', 'performance', 'Low', 'healthy', 3100, [
    'Jo Park',
  ]),
  row('INC-214', 'Scraper for the staging account is suspended', 'cost', 'Low', 'suspended', 44_000, []),
];

function row(
  code: string,
  name: string,
  type: string,
  severity: string,
  health: Status,
  minutes: number,
  people: string[],
): Row {
  return {
    id: code,
    code,
    name,
    type,
    severity,
    health,
    isStale: minutes === 610,
    isPending: minutes === 38,
    atMs: minutesAgo(minutes),
    people,
  };
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'code',
    header: 'Id',
    width: '108px',
    cell: (it) => <span className="font-mono text-muted">{it.code}</span>,
  },
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: (it) => it.name,
  },
  {
    id: 'sync',
    header: 'Sync',
    isHeaderHidden: true,
    width: '44px',
    cell: (it) => it.isPending && <SyncMark isCompact state="pending" />,
  },
  { id: 'type', header: 'Type', width: '132px', hideBelow: 'medium', cell: (it) => <Badge>{it.type}</Badge> },
  {
    id: 'severity',
    header: 'Severity',
    width: '110px',
    isSortable: true,
    cell: (it) => <SeverityBars severity={it.severity} />,
  },
  {
    id: 'health',
    header: 'Health',
    width: '190px',
    hideBelow: 'narrow',
    cell: (it) => <StatusMark asOf={it.atMs} isAgeShort isStale={it.isStale} status={it.health} />,
  },
  {
    id: 'age',
    header: 'Age',
    width: '72px',
    align: 'end',
    isSortable: true,
    cell: (it) => <Age at={it.atMs} label="Created" />,
  },
  {
    id: 'people',
    header: 'Responders',
    width: '172px',
    hideBelow: 'medium',
    cell: (it) => <AvatarStack label="Responders" people={it.people.map((name) => ({ id: name, name }))} />,
  },
];

const NOTE = [
  'Pool **exhausted** since the rollout of `checkout@4f2c1d`; see the [runbook](https://example.org/runbook).',
  '',
  '- [x] roll back in eu-1',
  '- [ ] raise `max_connections`',
  '',
  '> @[Mara Lindqvist](user:1) confirms.',
  '',
  '| region | p99 |',
  '| --- | --- |',
  '| eu-1 | 2.1 s |',
  '',
  '<b onclick="x()">raw HTML stays text</b> and [this link](javascript:alert(1)) is none.',
].join('\n');

/** Tables, headers, bars and states of a view. */
export function ViewsChapter(): ReactElement {
  const [sort, setSort] = useState<Sort>({ columnId: 'age', direction: 'ascending' });
  return (
    <Chapter title="Views">
      <div className="min-w-0 overflow-hidden rounded-panel border border-line">
        <PageHeader
          actions={
            <>
              <IconButton icon={EllipsisVertical} label="Actions" />
              <Button>Attach as Evidence</Button>
              <Button icon={Plus} variant="primary">
                New incident
              </Button>
            </>
          }
          lead={<Breadcrumb crumbs={[{ label: 'Incidents', href: '#incidents' }, { label: 'INC-231' }]} />}
          meta={
            <>
              <StatusMark status="unhealthy" word="Open" />
              <SeverityBars severity="Critical" />
              <Age at={minutesAgo(4)} label="Created" />
              <Badge isCode>payments</Badge>
            </>
          }
          title="Checkout answers 502 for card payments"
        />
        <div className="px-page pb-3">
          <InlineBar action={<Button size="small">Retry</Button>} tone="error">
            Server unreachable since 14:02. What you see is from 14:01; two changes wait on this device.
          </InlineBar>
        </div>
        <DataTable
          columns={COLUMNS}
          isFullBleed
          label="Incidents"
          rowHref={(it) => `#${it.id}`}
          rowId={(it) => it.id}
          rows={ROWS}
          selectedId="INC-228"
          sort={sort}
          onSortChange={setSort}
        />
      </div>
      <BarSpecimens />
      <ConflictSpecimens />
      <DetailSpecimens />
      <StateSpecimens />
    </Chapter>
  );
}

function BarSpecimens(): ReactElement {
  return (
    <div className="flex flex-col gap-2">
      <InlineBar tone="offline">Offline – 2 waiting. Data as of 14:01.</InlineBar>
      <InlineBar action={<Button size="small">Search server</Button>} tone="info">
        On this device: last 14 days.
      </InlineBar>
      <InlineBar action={<Button size="small">Review</Button>} tone="warning">
        The title was changed on the server too.
      </InlineBar>
    </div>
  );
}

function DetailSpecimens(): ReactElement {
  const [sizePx, setSizePx] = useState(320);
  return (
    <SplitPane
      className="h-80 rounded-panel border border-line"
      label="Width of the details"
      rest={<Markdown className="h-full overflow-auto p-4" text={NOTE} />}
      side="end"
      sized={
        <div className="h-full bg-panel p-4">
          <KeyValueList
            items={[
              { id: 'type', label: 'Type', value: 'Availability' },
              { id: 'severity', label: 'Severity', value: <SeverityBars severity="Critical" /> },
              { id: 'health', label: 'Health', value: <StatusMark status="unhealthy" /> },
              { id: 'commander', label: 'Commander', value: 'Mara Lindqvist' },
              { id: 'age', label: 'Created', value: <Age at={minutesAgo(4)} /> },
            ]}
          />
        </div>
      }
      sizePx={sizePx}
      onSizeChange={setSizePx}
    />
  );
}

function StateSpecimens(): ReactElement {
  return (
    <div className="grid min-w-0 gap-6 @min-[900px]:grid-cols-3">
      <div className="rounded-panel border border-line">
        <EmptyState
          action={<Button>Clear filters</Button>}
          icon={FlameKindling}
          title="There are no incidents matching this criteria"
        >
          7 more are active and hidden by the status filter.
        </EmptyState>
      </div>
      <div className="rounded-panel border border-line">
        <ErrorPanel details={'SyncError: server\n  at classify'} onRetry={() => undefined} />
      </div>
      <div className="overflow-hidden rounded-panel border border-line">
        <SkeletonRows count={7} />
      </div>
    </div>
  );
}
