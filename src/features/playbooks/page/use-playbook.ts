import { useMemo, useState } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import { playbooksRead, type PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { withChanges } from '#src/views/definition.ts';
import { partOf } from '#src/views/detail/live-part.ts';

/** One playbook of this device, and its definition as the server has it. */
export interface PlaybookRead {
  readonly playbook: PlaybookRef;
  readonly definition: DocumentRead;
  readonly again: () => void;
}

const find = (id: string) => (data: readonly PlaybookRef[]) => {
  const value = data.find((each) => each.id === id);
  return value === undefined ? ('missing' as const) : { value };
};

export function usePlaybook(id: string): Part<PlaybookRead> {
  const [turn, setTurn] = useState(0);
  const model = useReadModel();
  const live = useLive(() => model.late(playbooksRead), [model]);
  const part = partOf(live, useSyncStatus(), find(id));
  // What the server made of a change is asked for with the row that says so.
  const updatedAt = part.is === 'found' ? part.value.updatedAt : null;
  const [seen, setSeen] = useState(updatedAt);
  if (updatedAt !== null && updatedAt !== seen) {
    setSeen(updatedAt);
    if (seen !== null) setTurn(turn + 1);
  }
  const asked = useDocument('playbook', id, true, turn);
  const playbook = part.is === 'found' ? part.value : undefined;
  const changes = playbook?.definitionChanges;
  const definition = useMemo(() => withChanges(asked, changes), [asked, changes]);
  const value = useMemo(
    () => playbook && { playbook, definition, again: () => setTurn((before) => before + 1) },
    [playbook, definition],
  );
  return part.is === 'found' && value !== undefined
    ? { ...part, value }
    : (part as Exclude<typeof part, { is: 'found' }>);
}
