import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { teamsRead, type TeamRow } from '#sync/read/teams.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import { useLiveRows } from '#src/views/list/use-live-rows.ts';
import { narrowColumns, teamColumns } from './team-columns.tsx';
import { teamHref } from './team-href.ts';
import { teamSearch, type TeamParams, type TeamSearch } from './team-search.ts';

/** `/settings/teams` (spec 3) */
export const teamListSpec: ListSpec<TeamParams, TeamRow> = {
  id: 'teams',
  words: {
    title: 'Teams',
    rows: 'Teams',
    find: {
      param: 'search',
      label: 'Search teams and members',
      shortcut: 'Search teams',
      className: 'max-w-64 min-w-44 flex-1 max-[700px]:max-w-full',
    },
    empty: { icon: UsersRound, title: 'No data available' },
  },
  search: teamSearch,
  filters: [],
  columns: teamColumns,
  narrowColumns,
  layoutKey: storageKeys.teamColumns,
  pageSizes: [],
  useRows: useTeamRows,
  rowName: ({ name }) => name,
  rowHref: ({ id }) => teamHref(id),
};

const NO_ROWS: readonly TeamRow[] = [];

/** The teams of this device; a search finds them by their members, too. */
function useTeamRows(search: TeamSearch): RowSource<TeamRow, TeamParams> {
  const model = useReadModel();
  const live = useLive(() => model.late(teamsRead), [model]);
  const all = live.value?.data.teams ?? NO_ROWS;
  const wanted = teamSearch.view(search).search.toLocaleLowerCase();
  const rows = useMemo(
    () =>
      all.filter(({ name, members }) =>
        [name, ...members.map(({ person }) => person.name)].join('\n').toLocaleLowerCase().includes(wanted),
      ),
    [all, wanted],
  );
  return useLiveRows({ live, rows, columns: teamColumns, spec: teamSearch, search });
}
