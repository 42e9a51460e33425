import { useMemo, type ReactElement } from 'react';
import { DetailPage } from '#src/views/detail/detail-page.tsx';
import { tabHref, type TabState } from '#src/views/detail/tab-state.ts';
import { teamHref } from '../team-href.ts';
import { TeamAddressProvider, type TeamAddress } from './team-address.ts';
import { teamSpec } from './team-spec.tsx';

interface TeamPageProps extends TeamAddress {
  teamId: string;
  /** Which of its tabs is open. */
  tab: string;
  onTab: (href: string) => void;
}

/** `/settings/teams/{id}` and the pages below it */
export function TeamPage({ teamId, tab, onTab, ...address }: TeamPageProps): ReactElement {
  const tabs = useMemo<TabState>(() => {
    const path = teamHref(teamId);
    const hrefOf = (id: string): string =>
      tabHref(id === 'spec' ? path : `${path}/${id}`, ['panel'], globalThis.location.search);
    return { current: tab, show: (id) => onTab(hrefOf(id)), hrefOf };
  }, [teamId, tab, onTab]);
  return (
    <TeamAddressProvider value={address}>
      <DetailPage id={teamId} spec={teamSpec} tabs={tabs} onLeave={address.onLeave} />
    </TeamAddressProvider>
  );
}
