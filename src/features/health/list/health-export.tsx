import type { ReactElement } from 'react';
import type { HealthAnswer, HealthRow } from '#sync/protocol/health.ts';
import { useHealthClient } from '#src/platform/replica/health-context.tsx';
import type { HealthClient } from '#src/platform/replica/health-client.ts';
import { chipText } from '#src/views/list/list-chips.tsx';
import { ExportMenu } from '#src/views/list/export-menu.tsx';
import type { FileColumn } from '#src/views/list/list-file.ts';
import type { ListAddress } from '#src/views/list/use-list-address.ts';
import { healthSearch, type HealthParams } from '../health-search.ts';

/** So many rows are asked for at once. */
const STEP = 500;

/** What the table shows of a check, and what of it a reader elsewhere needs to know which one it is. */
const COLUMNS: readonly FileColumn<HealthRow>[] = [
  { header: 'Name', text: ({ name }) => name },
  { header: 'Canary', text: ({ canaryName }) => canaryName ?? '' },
  { header: 'Namespace', text: ({ namespace }) => namespace ?? '' },
  { header: 'Health', text: ({ status }) => status ?? 'unknown' },
  { header: 'Passed 1h', text: ({ uptime }) => String(uptime?.passed ?? '') },
  { header: 'Failed 1h', text: ({ uptime }) => String(uptime?.failed ?? '') },
  { header: 'Latency p95 (ms)', text: ({ latency }) => String(latency?.p95 ?? '') },
  { header: 'Type', text: ({ type }) => type ?? '' },
  { header: 'Transitioned', text: ({ lastTransition }) => lastTransition ?? '' },
  { header: 'Last Run', text: ({ lastRuntime }) => lastRuntime ?? '' },
];

export interface HealthExportProps {
  address: Pick<ListAddress<HealthParams>, 'search'>;
  answer: HealthAnswer;
}

/** The checks that are listed, those of closed groups too, as a file or on paper. */
export function HealthExport({ address, answer }: HealthExportProps): ReactElement {
  const health = useHealthClient();
  const ids = [...new Set(answer.groups.flatMap((group) => group.ids))];
  return (
    <ExportMenu
      all={async () => ({ rows: await rowsOf(health, ids), isWhole: answer.state === 'complete' })}
      columns={COLUMNS}
      name="health"
      printColumns={COLUMNS}
      printHead={{
        title: 'Health',
        filters: healthSearch.chips(address.search, () => undefined).map(chipText),
        asOf: answer.summaryAsOf ?? answer.asOf,
      }}
      reason={ids.length === 0 ? 'No rows are listed' : undefined}
    />
  );
}

async function rowsOf(health: HealthClient, ids: readonly string[]): Promise<readonly HealthRow[]> {
  const found: HealthRow[] = [];
  for (let at = 0; at < ids.length; at += STEP) {
    for (const row of await health.rows(ids.slice(at, at + STEP))) if (row !== null) found.push(row);
  }
  return found;
}
