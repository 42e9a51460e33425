import { Trash2, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactElement } from 'react';
import { costTrend, shortCost, shortCount } from '#src/lib/short-numbers.ts';
import { Age } from '#src/ui/marks/age.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { useAgeNow } from '#src/ui/marks/minute-clock.ts';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import { MatchedText } from '#src/views/matched-text.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { TagCell } from '../tag-cell.tsx';
import { changedWords, itemName, type CatalogItem } from './catalog-row.ts';
import { tagValue } from './catalog-view.ts';

/** So many tags have room in a row; the others are in its title. */
const SHOWN_TAGS = 1;

const UPDATED: ListColumn<CatalogItem> = {
  id: 'updated_at',
  header: 'Updated',
  width: '104px',
  align: 'end',
  isSortable: true,
  cell: ({ updated_at: at }) => <Age at={at} className="text-muted" label="Updated" />,
  text: ({ updated_at: at }) => at ?? '',
};

/** Spec 2: Name, Type, Status, Changes, Tags, Analysis, Cost, Created, Updated, Deleted At, Changed. */
export const catalogColumns: readonly ListColumn<CatalogItem>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: (item) => <Name item={item} />,
    text: itemName,
  },
  {
    id: 'type',
    header: 'Type',
    width: '144px',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ type }) => <span title={type ?? undefined}>{type ?? '–'}</span>,
    text: ({ type }) => type ?? '',
  },
  {
    id: 'status',
    header: 'Status',
    width: 'calc(120px + var(--filter-buttons))',
    isSortable: true,
    cell: (item) => <Status item={item} />,
    text: ({ status, health }) => status ?? health ?? '',
    filter: ({ status }) =>
      status === null || status === '' ? undefined : { param: 'status', value: status, label: status },
  },
  {
    id: 'changes',
    header: 'Changes',
    width: '80px',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ counts: { changes } }) => <Changes count={changes} />,
    text: ({ counts: { changes } }) => (changes === null ? '' : String(changes)),
  },
  {
    id: 'tags',
    header: 'Tags',
    width: '132px',
    hideBelow: 'medium',
    cell: ({ tags }) => (
      <TagCell shown={SHOWN_TAGS} tags={tags} write={(key, value) => tagValue({ key, value })} />
    ),
    text: ({ tags }) => tags.map(({ key, value }) => `${key}=${value}`).join(', '),
  },
  {
    id: 'analysis',
    header: 'Analysis',
    width: '84px',
    hideBelow: 'medium',
    cell: ({ counts: { insights } }) => <Insights insights={insights} />,
    text: ({ counts: { insights } }) =>
      (insights ?? []).map(({ severity, count }) => `${count} ${severity}`).join(', '),
  },
  {
    id: 'cost',
    header: 'Cost',
    width: '80px',
    align: 'end',
    isSortable: true,
    hideBelow: 'medium',
    cell: (item) => <Cost item={item} />,
    text: ({ cost_total_30d: cost }) => (cost === null ? '' : String(cost)),
  },
  {
    id: 'created_at',
    header: 'Created',
    width: '96px',
    align: 'end',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ created_at: at }) => <Age at={at} className="text-muted" label="Created" />,
    text: ({ created_at: at }) => at ?? '',
  },
  UPDATED,
  {
    id: 'deleted_at',
    header: 'Deleted At',
    width: '88px',
    align: 'end',
    hideBelow: 'medium',
    cell: ({ deleted_at: at }) =>
      at === null ? null : <Age at={at} className="text-muted" label="Deleted" />,
    text: ({ deleted_at: at }) => at ?? '',
  },
  {
    id: 'changed',
    header: 'Changed',
    width: '112px',
    hideBelow: 'medium',
    cell: ({ updated_at: at }) => <Changed at={at} />,
    text: ({ updated_at: at }) => changedWords(at, Date.now()),
  },
];

/** Where eleven columns have no room (ux 4.3). */
export const narrowColumns: readonly Column<CatalogItem>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: (item) => (
      // As high as the row, so that the whole of it is the link under a finger.
      <span className="flex h-[calc(var(--row-height)-1px)] flex-col justify-center">
        <span className="block truncate leading-5">
          <Name item={item} />
        </span>
        <span className="flex items-center gap-x-3 overflow-hidden text-caption leading-4 font-normal text-muted">
          <Status item={item} />
          <span className="truncate">{item.type}</span>
        </span>
      </span>
    ),
  },
  { id: 'updated_at', header: 'Updated', width: '80px', align: 'end', cell: UPDATED.cell },
];

function Name({ item }: { item: CatalogItem }): ReactElement {
  const name = <MatchedText sought={item.sought} text={itemName(item)} />;
  if (item.deleted_at === null)
    return (
      <>
        <TypeMark type={item.type} />
        {name}
      </>
    );
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <TypeMark className="me-0!" type={item.type} />
      <Icon className="shrink-0" icon={Trash2} size={14} />
      <span className="truncate">{name}</span>
      <span className="sr-only">, deleted</span>
    </span>
  );
}

function Status({ item: { status, health } }: { item: CatalogItem }): ReactElement {
  if (health === null) return <>{status ?? '–'}</>;
  return (
    <span
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-middle"
      title={status ?? health}
    >
      <HealthMark className="shrink-0" isWordHidden={status !== null && status !== ''} health={health} />
      {status !== null && <span className="truncate">{status}</span>}
    </span>
  );
}

function Changes({ count }: { count: number | null }): ReactElement {
  if (count === null) return <Unknown />;
  return (
    <span className="tabular" title={`${count} in the last 7 days, on this device`}>
      {count === 0 ? <span className="text-muted">0</span> : shortCount(count)}
      <span className="sr-only"> changes in the last 7 days</span>
    </span>
  );
}

function Insights({ insights }: { insights: CatalogItem['counts']['insights'] }): ReactElement | null {
  if (insights === null) return <Unknown />;
  const [worst] = insights;
  if (worst === undefined) return null;
  const all = insights.reduce((sum, { count }) => sum + count, 0);
  const words = insights.map(({ severity, count }) => `${count} ${severity}`).join(', ');
  return (
    <span className="inline-flex items-center gap-1.5" title={`Open insights: ${words}`}>
      <SeverityBars isWordHidden severity={worst.severity} />
      <span className="tabular">{shortCount(all)}</span>
      <span className="sr-only"> open insights: {words}</span>
    </span>
  );
}

function Cost({
  item: { cost_total_1d: today, cost_total_30d: month },
}: {
  item: CatalogItem;
}): ReactElement {
  if (month === null) return <Unknown />;
  const trend = costTrend(today, month);
  const words = `of 30 days${today === null ? '; this server does not say what a day costs' : ''}`;
  return (
    <span
      className="inline-flex items-center justify-end gap-1 tabular"
      title={`${shortCost(month)} ${words}`}
    >
      {trend !== null && <Trend share={trend} />}
      {shortCost(month)}
    </span>
  );
}

function Trend({ share }: { share: number }): ReactElement {
  const percent = Math.round(Math.abs(share) * 100);
  const words = `${percent} % ${share > 0 ? 'above' : 'below'} the average day`;
  return (
    <span className="inline-flex text-muted" title={words}>
      <Icon icon={share > 0 ? TrendingUp : TrendingDown} size={14} />
      <span className="sr-only">{words}, </span>
    </span>
  );
}

/** What this device does not know is no zero. */
function Unknown(): ReactElement {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">not known</span>
    </span>
  );
}

function Changed({ at }: { at: string | null }): ReactElement {
  const nowMs = useAgeNow(at === null ? undefined : Date.parse(at));
  return <span className="text-muted">{changedWords(at, nowMs)}</span>;
}
