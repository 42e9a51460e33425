import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { IncidentListRow } from '#sync/read/types.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { AvatarStack } from '#src/ui/marks/avatar-stack.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import type { ListColumn } from '#src/views/list/list-spec.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { SyncMark, type SyncState } from '#src/ui/marks/sync-mark.tsx';
import { IncidentStatus, IncidentType } from '../incident-marks.tsx';
import {
  incidentSeverities,
  incidentStatuses,
  linkedSeverities,
  SEVERITY_FALLBACK,
  titleOf as wordsOf,
} from '../incident-labels.ts';
import { changeState, changeWords, type ChangeCount } from '../marks.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';

/** A row with what of its page is not on the server yet. */
export interface MarkedRow extends IncidentListRow {
  readonly changes?: ChangeCount;
}

/** What the row's mark says, from the incident itself and from what was changed on its page. */
export function rowSync(
  row: MarkedRow,
): { readonly state: SyncState; readonly text: string | undefined } | undefined {
  const state = (row.changes && changeState(row.changes)) ?? syncStateOf(row.marks);
  if (state === undefined) return undefined;
  return { state, text: (row.changes && changeWords(row.changes)) ?? undefined };
}

const byText = (textOf: (row: MarkedRow) => string) => (a: MarkedRow, b: MarkedRow) =>
  textOf(a).localeCompare(textOf(b));
/** In the order the lists show the values; unknown ones after them. */
const byRank = (values: readonly string[], valueOf: (row: MarkedRow) => string) => {
  const rankOf = (row: MarkedRow): number => {
    const at = values.indexOf(valueOf(row));
    return at === -1 ? values.length : at;
  };
  return (a: MarkedRow, b: MarkedRow): number =>
    rankOf(a) - rankOf(b) || valueOf(a).localeCompare(valueOf(b));
};
/** One that the server has not numbered is the newest. */
const numberOf = ({ number }: MarkedRow): number => {
  const value = Number(number?.replaceAll(/\D/gu, '') ?? Number.NaN);
  return Number.isNaN(value) ? Number.MAX_SAFE_INTEGER : value;
};
const shownSeverity = ({ severity }: MarkedRow): string => (severity === '' ? SEVERITY_FALLBACK : severity);

const AGE: ListColumn<MarkedRow> = {
  id: 'age',
  header: 'Age',
  width: '80px',
  align: 'end',
  isSortable: true,
  cell: (row) => <Age at={row.createdAt} className="text-muted" label="Created" />,
  text: ({ createdAt }) => createdAt,
  // The youngest first, as ages are read.
  compare: (a, b) => byText(({ createdAt }) => createdAt)(b, a),
};

/** Spec 2.6: Id, Type, Severity, Status, Name, Age, Responders. */
export const incidentColumns: readonly ListColumn<MarkedRow>[] = [
  {
    id: 'id',
    header: 'Id',
    width: '116px',
    isSortable: true,
    cell: (row) => <IncidentNumber row={row} />,
    text: ({ number }) => number ?? 'new',
    compare: (a, b) => numberOf(a) - numberOf(b),
  },
  {
    id: 'type',
    header: 'Type',
    width: '148px',
    isSortable: true,
    hideBelow: 'medium',
    cell: (row) => <IncidentType type={row.type} />,
    text: ({ type }) => wordsOf(type),
    compare: byText(({ type }) => wordsOf(type)),
  },
  {
    id: 'severity',
    header: 'Severity',
    width: '112px',
    isSortable: true,
    cell: (row) => <Severity row={row} />,
    text: shownSeverity,
    compare: byRank([...linkedSeverities, ...incidentSeverities], shownSeverity),
  },
  {
    id: 'status',
    header: 'Status',
    width: '136px',
    isSortable: true,
    cell: (row) => <IncidentStatus status={row.status} />,
    text: ({ status }) => status,
    compare: byRank(incidentStatuses, ({ status }) => status),
  },
  {
    id: 'name',
    header: 'Name',
    isName: true,
    isSortable: true,
    cell: titleOf,
    text: ({ title }) => title,
    compare: byText(({ title }) => title),
  },
  AGE,
  {
    id: 'responders',
    header: 'Responders',
    width: '196px',
    hideBelow: 'medium',
    cell: (row) => <AvatarStack label="Responders" people={row.responders} />,
    text: ({ responders }) => responders.map(({ name }) => name).join(', '),
  },
];

/** Where seven columns have no room (ux 4.3): the name, and under it what is asked next. */
export const narrowColumns: readonly Column<MarkedRow>[] = [
  {
    id: 'name',
    header: 'Name',
    isName: true,
    cell: (row) => (
      // As high as the row, so that the whole of it is the link under a finger.
      <span className="flex h-[calc(var(--row-height)-1px)] flex-col justify-center">
        <span className="block truncate leading-5">{titleOf(row)}</span>
        <span className="flex items-center gap-x-3 overflow-hidden text-caption leading-4 font-normal">
          <IncidentNumber row={row} />
          <Severity row={row} />
          <IncidentStatus status={row.status} />
        </span>
      </span>
    ),
  },
  AGE,
];

function titleOf({ title }: MarkedRow): string {
  return shownTitle(title);
}

function Severity({ row: { severity } }: { row: MarkedRow }): ReactElement {
  return (
    <SeverityBars isNotSet={severity === ''} severity={severity === '' ? SEVERITY_FALLBACK : severity} />
  );
}

function IncidentNumber({ row }: { row: MarkedRow }): ReactElement {
  const sync = rowSync(row);
  const number = <span className="font-mono tabular text-muted">{row.number ?? 'new'}</span>;
  if (sync === undefined) return number;
  return (
    <span className="inline-flex items-center gap-1.5">
      {number}
      <SyncGlyph state={sync.state} text={sync.text} />
    </span>
  );
}

/** The glyph alone, so that the row is as high as the others: the words are in its name and title. */
function SyncGlyph({ state, text }: { state: SyncState; text: string | undefined }): ReactElement {
  if (state !== 'failed') return <SyncMark isCompact state={state} text={text} />;
  return (
    <span className="inline-flex text-danger" title={text ?? 'Not saved on server'}>
      <Icon icon={TriangleAlert} size={15} />
      <span className="sr-only">{text ?? 'Not saved on server'}</span>
    </span>
  );
}
