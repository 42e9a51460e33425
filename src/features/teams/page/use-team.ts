import { useMemo, useState } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import type { PersonRef } from '#sync/read/types.ts';
import { teamsRead, type TeamRow, type Teams } from '#sync/read/teams.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { withChanges } from '#src/views/definition.ts';
import { partOf } from '#src/views/detail/live-part.ts';

/** One team of this device, and its definition as the server has it. */
export interface TeamRead {
  readonly team: TeamRow;
  readonly people: readonly PersonRef[];
  readonly definition: DocumentRead;
  readonly again: () => void;
}

const find = (id: string) => (data: Teams) => {
  const team = data.teams.find((each) => each.id === id);
  return team === undefined ? ('missing' as const) : { value: { team, people: data.people } };
};

export function useTeam(id: string): Part<TeamRead> {
  const [turn, setTurn] = useState(0);
  const model = useReadModel();
  const live = useLive(() => model.late(teamsRead), [model]);
  const part = partOf(live, useSyncStatus(), find(id));
  // What the server made of a change is asked for with the row that says so.
  const updatedAt = part.is === 'found' ? part.value.team.updatedAt : null;
  const [seen, setSeen] = useState(updatedAt);
  if (updatedAt !== null && updatedAt !== seen) {
    setSeen(updatedAt);
    if (seen !== null) setTurn(turn + 1);
  }
  const asked = useDocument('team', id, true, turn);
  const changes = part.is === 'found' ? part.value.team.definitionChanges : undefined;
  const definition = useMemo(() => withChanges(asked, changes), [asked, changes]);
  const found = part.is === 'found' ? part.value : undefined;
  const value = useMemo(
    () => found && { ...found, definition, again: () => setTurn((before) => before + 1) },
    [found, definition],
  );
  return part.is === 'found' && value !== undefined
    ? { ...part, value }
    : (part as Exclude<typeof part, { is: 'found' }>);
}
