import type { ReactElement } from 'react';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { useTabState } from '#src/views/detail/tab-state.ts';
import { PlaybookAddressProvider, type PlaybookAddress } from './playbook-address.ts';
import { playbookSpec } from './playbook-spec.tsx';

/** `/playbooks/{id}`: a page of ours. Notifications and runs of jobs link to it. */
export function PlaybookPage({ id, ...address }: PlaybookAddress & { id: string }): ReactElement {
  return (
    <PlaybookAddressProvider value={address}>
      <DetailPage id={id} spec={playbookSpec} tabs={useTabState()} onLeave={address.onLeave} />
    </PlaybookAddressProvider>
  );
}
