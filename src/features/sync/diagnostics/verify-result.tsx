import { CircleCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import type { VerifyReport } from '#workers/contracts/diagnostics.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { collectionName } from './collection-labels.ts';
import { PanelTable, type PanelColumn } from '../panel-table.tsx';

type Difference = VerifyReport['differences'][number];

const KIND_WORDS: Readonly<Record<Difference['kind'], string>> = {
  newer: 'Changed on the server since, read again',
  differs: 'Differed unnoticed, read again',
  absent: 'Not on the server; its collection is compared now',
  unreadable: 'The server sends it in a form this version cannot read',
};

const COLUMNS: readonly PanelColumn<Difference>[] = [
  {
    id: 'row',
    header: 'Row',
    cell: ({ tbl, id }) => (
      <>
        {collectionName(tbl)}
        <span className="block font-mono text-caption text-muted wrap-any">{id}</span>
      </>
    ),
  },
  {
    id: 'what',
    header: 'Found',
    cell: ({ kind, columns }) => (
      <>
        {KIND_WORDS[kind]}
        {columns.length > 0 && <span className="block text-caption text-muted">{columns.join(', ')}</span>}
      </>
    ),
  },
];

/** "200 rows of 14 collections compared. All agree with the server." */
export function verifyWords({ compared, sampled, tables, differences, stopped }: VerifyReport): string {
  const rows = compared === 1 ? '1 row' : `${compared} rows`;
  const of = tables.length === 1 ? '1 collection' : `${tables.length} collections`;
  const found =
    differences.length === 0
      ? 'All agree with the server.'
      : differences.length === 1
        ? '1 differs.'
        : `${differences.length} differ.`;
  if (stopped !== null)
    return `Stopped after ${compared} of ${sampled} rows: ${stopped} ${compared > 0 ? found : ''}`.trim();
  if (sampled === 0) return 'Nothing is here yet that could be compared.';
  return `${rows} of ${of} compared. ${found}`;
}

/** What came of comparing a sample with the server. */
export function VerifyResult({ report }: { report: VerifyReport }): ReactElement {
  const isWell = report.differences.length === 0 && report.stopped === null;
  return (
    <div className="flex flex-col gap-2">
      <output className="flex items-center gap-2 text-table">
        {isWell && <Icon className="text-healthy" icon={CircleCheck} />}
        {verifyWords(report)}
      </output>
      {report.differences.length > 0 && (
        <PanelTable
          columns={COLUMNS}
          label="Differences"
          rowId={({ tbl, id }) => `${tbl} ${id}`}
          rows={report.differences}
        />
      )}
    </div>
  );
}
