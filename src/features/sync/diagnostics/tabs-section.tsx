import type { ReactElement } from 'react';
import type { Diagnostics, TabReport } from '#sync/protocol/diagnostics.ts';
import { Ago } from '#src/ui/marks/ago.tsx';
import { PanelTable, type PanelColumn } from '../panel-table.tsx';

const COLUMNS: readonly PanelColumn<TabReport>[] = [
  {
    id: 'tab',
    header: 'Tab',
    cell: ({ tabId, isThis }) => (
      <>
        {isThis ? 'This tab' : 'Another tab'}
        <span className="block font-mono text-caption text-muted wrap-any">{tabId}</span>
      </>
    ),
  },
  { id: 'role', header: 'Does the syncing', cell: ({ isLeader }) => (isLeader ? 'yes' : 'no') },
  { id: 'visible', header: 'Visible', cell: ({ isVisible }) => (isVisible ? 'yes' : 'no') },
  { id: 'version', header: 'Version', align: 'end', cell: ({ appVersion }) => appVersion ?? 'not known' },
];

/** The tabs of this browser that were heard of, and which of them syncs. */
export function TabsSection({ report }: { report: Diagnostics }): ReactElement {
  const { leader, tabs, tabsAreAll } = report;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-table text-muted">
        {leader === null ? (
          'No tab that does the syncing has answered.'
        ) : (
          <>
            Epoch {leader.epoch}, syncing since <Ago at={leader.leadsSince} label="Since" />.
          </>
        )}
        {!tabsAreAll && ' Hidden tabs are not listed.'}
      </p>
      <PanelTable columns={COLUMNS} label="Tabs" rowId={({ tabId }) => tabId} rows={tabs} />
    </div>
  );
}
