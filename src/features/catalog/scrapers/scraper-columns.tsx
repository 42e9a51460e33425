import type { ReactElement } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { markOfIcon } from '#src/ui/marks/mark-of.ts';
import { IconMark, TypeMark } from '#src/ui/marks/type-mark.tsx';
import {
  LAST_DURATION,
  LAST_FAILED,
  LAST_STARTED,
  LAST_STATUS,
  NotKnown,
} from '#src/views/jobs/last-run-columns.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { providerOf } from '../list/summary-row.ts';
import type { Scraper } from './scraper-row.ts';

const byText = (textOf: (row: Scraper) => string) => (a: Scraper, b: Scraper) =>
  textOf(a).localeCompare(textOf(b));
const byNumber = (numberOf: (row: Scraper) => number | null | undefined) => (a: Scraper, b: Scraper) =>
  (numberOf(a) ?? -1) - (numberOf(b) ?? -1);

const agentName = ({ agent }: Scraper): string =>
  agent === null ? '' : (agent.name ?? agent.id.slice(0, 8));

const NAME: ListColumn<Scraper> = {
  id: 'name',
  header: 'Name',
  isName: true,
  isSortable: true,
  cell: (scraper) => <ScraperName scraper={scraper} />,
  text: ({ name }) => name,
  compare: byText(({ name }) => name),
};

/** What the device knows of a scraper, and how it ran last. */
export const scraperColumns: readonly ListColumn<Scraper>[] = [
  NAME,
  {
    id: 'source',
    header: 'Source',
    width: '128px',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ source }) => source ?? <span className="text-muted">–</span>,
    text: ({ source }) => source ?? '',
    compare: byText(({ source }) => source ?? ''),
  },
  {
    id: 'agent',
    header: 'Agent',
    width: '112px',
    isSortable: true,
    hideBelow: 'medium',
    cell: (scraper) => agentName(scraper) || <span className="text-muted">–</span>,
    text: agentName,
    compare: byText(agentName),
  },
  {
    id: 'items',
    header: 'Items',
    width: '84px',
    align: 'end',
    isSortable: true,
    hideBelow: 'narrow',
    cell: ({ items }) =>
      items === null ? (
        <NotKnown />
      ) : (
        <span className={items.count === 0 ? 'tabular text-muted' : 'tabular'}>
          {items.count.toLocaleString()}
        </span>
      ),
    text: ({ items }) => String(items?.count ?? ''),
    compare: byNumber(({ items }) => items?.count),
  },
  LAST_STATUS,
  LAST_STARTED,
  LAST_DURATION,
  LAST_FAILED,
  {
    id: 'created_by',
    header: 'Created By',
    width: '128px',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ author }) => author?.name ?? <span className="text-muted">–</span>,
    text: ({ author }) => author?.name ?? '',
    compare: byText(({ author }) => author?.name ?? ''),
  },
  {
    id: 'created_at',
    header: 'Created',
    width: '96px',
    align: 'end',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ createdAt }) => <Age at={createdAt} className="text-muted" label="Created" />,
    text: ({ createdAt }) => createdAt ?? '',
    compare: byText(({ createdAt }) => createdAt ?? ''),
  },
];

/** Where the columns have no room beside each other (ux 4.3). */
export const narrowColumns: readonly Column<Scraper>[] = [
  NAME,
  { ...LAST_STATUS, width: '116px' },
  { ...LAST_STARTED, width: '72px' },
];

function ScraperName({ scraper }: { scraper: Scraper }): ReactElement {
  const { name, description, namespace, items } = scraper;
  const [type] = items?.types ?? [];
  return (
    <span title={[name, description].filter(Boolean).join('\n')}>
      {/* What it brings says what it is; its definition is not on this device. */}
      {type === undefined ? <IconMark name={namedKind(name)} /> : <TypeMark type={providerOf(type)} />}
      {name}
      {namespace !== null && <span className="font-normal text-muted"> {namespace}</span>}
    </span>
  );
}

/** People call a scraper by what it reads: the word of its name that has a mark. */
function namedKind(name: string): string {
  return name.split(/[^\p{L}\d]+/u).find((word) => markOfIcon(word).mark !== undefined) ?? name;
}
