import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { ListPage } from '#src/views/list/list-page.tsx';
import type { AddressProps } from '#src/views/list/use-list-address.ts';
import { TeamDialog } from './team-dialog.tsx';
import { teamListSpec } from './team-list-spec.tsx';
import type { TeamSearch } from './team-search.ts';
import { useTeamReason } from './team-rights.ts';

/** `/settings/teams` */
export function TeamListPage(address: AddressProps<TeamSearch>): ReactElement {
  return <ListPage {...address} actions={<AddTeam />} spec={teamListSpec} />;
}

/** The plus of the list, and its key; only with write permission (spec 3: "An add button is shown only with write"). */
function AddTeam(): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const reason = useTeamReason();
  useShortcut(
    {
      id: 'team-new',
      keys: ['c'],
      shown: ['c'],
      label: 'Add team',
      group: 'This page',
      run: () => setOpen(true),
    },
    reason === undefined,
  );
  if (reason !== undefined) return null;
  return (
    <>
      <Button icon={Plus} variant="primary" onPress={() => setOpen(true)}>
        Add team
      </Button>
      {isOpen && <TeamDialog team={null} onClose={() => setOpen(false)} />}
    </>
  );
}
