import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { teamsRead, type TeamRow } from '#sync/read/teams.ts';
import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import { useLiveRows } from '#src/views/list/use-live-rows.ts';
import { usePage, type ChosenPage } from '#src/platform/replica/use-page.ts';
import { readLastRun } from '#src/views/jobs/last-run.ts';
import { useServedWords } from '#src/views/served-words.ts';
import { narrowColumns, teamColumns, type TeamLine } from './team-columns.tsx';
import { teamHref } from './team-href.ts';
import { teamSearch, type TeamParams, type TeamSearch } from './team-search.ts';

/** `/settings/teams` (spec 3) */
export const teamListSpec: ListSpec<TeamParams, TeamLine> = {
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

/** As old as the last run of a team may be. */
const MAX_AGE_MS = 60_000;
/** More teams than any server has. */
const MAX_TEAMS = 1_000;
const LAST_RUNS: ChosenPage = { source: 'team-runs', query: {}, range: null, page: 1, size: MAX_TEAMS };
const NO_ROWS: readonly TeamRow[] = [];

/** The teams of this device, with their last run as the server has it; a search finds them by their members, too. */
function useTeamRows(search: TeamSearch): RowSource<TeamLine, TeamParams> {
  const model = useReadModel();
  const live = useLive(() => model.late(teamsRead), [model]);
  const all = live.value?.data.teams ?? NO_ROWS;
  const { part, refresh } = usePage(LAST_RUNS, MAX_AGE_MS);
  const runs = part.is === 'found' ? part.value.rows : undefined;
  const wanted = teamSearch.view(search).search.toLocaleLowerCase();
  const rows = useMemo((): readonly TeamLine[] => {
    const byId = new Map((runs ?? []).map((row) => [row.id, row]));
    return all
      .filter(({ name, members }) =>
        [name, ...members.map(({ person }) => person.name)].join('\n').toLocaleLowerCase().includes(wanted),
      )
      .map((team) => ({ ...team, run: readLastRun(byId.get(team.id)) }));
  }, [all, runs, wanted]);
  const local = useLiveRows({ live, rows, columns: teamColumns, spec: teamSearch, search });
  const served = useServedWords(part, 'last runs');
  return {
    ...local,
    counted: local.counted === '' ? '' : `${local.counted}${served}`,
    problems:
      part.is === 'failed'
        ? [{ error: part.error, text: 'Last runs could not be read from the server' }]
        : [],
    refresh,
  };
}
