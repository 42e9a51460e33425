import type { ReactElement } from 'react';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { useTabState } from '#src/views/detail/tab-state.ts';
import { RunAddressProvider, type RunAddress } from './run-address.ts';
import { playbookRunSpec } from './playbook-run-spec.tsx';

interface RunPageProps extends RunAddress {
  runId: string;
  /** Back to the list, to the row that was opened. */
  onLeave: () => void;
}

/** `/playbooks/runs/{id}` */
export function RunPage({ runId, onLeave, action, onAction }: RunPageProps): ReactElement {
  return (
    <RunAddressProvider value={{ action, onAction }}>
      <DetailPage id={runId} spec={playbookRunSpec} tabs={useTabState()} onLeave={onLeave} />
    </RunAddressProvider>
  );
}
