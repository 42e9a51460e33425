import type { ReactElement } from 'react';
import { Age } from '#src/ui/marks/age.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { insightTitle, itemName, shortText, type Insight } from './insight-row.ts';
import { valueTitle } from './insight-search.ts';

function words(value: string | null): string {
  return value === null || value === '' ? '–' : valueTitle(value);
}

/** Spec 2 and 7; the ids are those of the wire. */
export const insightColumns: readonly ListColumn<Insight>[] = [
  {
    id: 'name',
    header: 'Catalog',
    width: '200px',
    cell: (insight) => (
      <span title={insight.item?.type ?? undefined}>
        <TypeMark type={insight.item?.type ?? null} />
        {itemName(insight)}
      </span>
    ),
    text: itemName,
  },
  {
    id: 'analysis_type',
    header: 'Type',
    width: '136px',
    isSortable: true,
    cell: ({ analysis_type: type }) => words(type),
    text: ({ analysis_type: type }) => type ?? '',
  },
  {
    id: 'analyzer',
    header: 'Analyzer',
    width: '184px',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ analyzer }) => <span title={analyzer ?? undefined}>{analyzer ?? '–'}</span>,
    text: ({ analyzer }) => analyzer ?? '',
  },
  {
    id: 'summary',
    header: 'Summary',
    isName: true,
    isSortable: true,
    cell: (insight) => shortText(insightTitle(insight)),
    text: ({ summary }) => summary ?? '',
  },
  {
    id: 'severity',
    header: 'Severity',
    width: '104px',
    isSortable: true,
    cell: (insight) => <Severity insight={insight} />,
    text: ({ severity }) => severity ?? '',
  },
  {
    id: 'status',
    header: 'Status',
    width: '96px',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ status }) => words(status),
    text: ({ status }) => status ?? '',
  },
  {
    id: 'first_observed',
    header: 'First observed',
    width: '128px',
    align: 'end',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ first_observed: at }) => <Age at={at} className="text-muted" label="First observed" />,
    text: ({ first_observed: at }) => at ?? '',
  },
  {
    id: 'last_observed',
    header: 'Last observed',
    width: '148px',
    align: 'end',
    isSortable: true,
    cell: ({ last_observed: at }) => <Age at={at} className="text-muted" label="Last observed" />,
    text: ({ last_observed: at }) => at ?? '',
  },
];

/** Where eight columns have no room (ux 4.3); with the name of the item where there are several. */
export const narrowColumns = (item: 'named' | 'unnamed'): readonly Column<Insight>[] => [
  {
    id: 'summary',
    header: 'Summary',
    isName: true,
    isSortable: true,
    cell: (insight) => (
      // As high as the row, so that the whole of it is the link under a finger.
      <span className="flex h-[calc(var(--row-height)-1px)] flex-col justify-center">
        <span className="block truncate leading-5">{shortText(insightTitle(insight))}</span>
        <span className="flex items-center gap-x-3 overflow-hidden text-caption leading-4 font-normal text-muted">
          <Severity insight={insight} />
          <span className="truncate">{item === 'named' ? itemName(insight) : insight.analyzer}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'first_observed',
    header: 'First observed',
    width: '80px',
    align: 'end',
    cell: ({ first_observed: at }) => <Age at={at} className="text-muted" label="First observed" />,
  },
];

function Severity({ insight: { severity } }: { insight: Insight }): ReactElement {
  return severity === null || severity === '' ? <>–</> : <SeverityBars severity={severity} />;
}
