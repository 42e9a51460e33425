import { useState } from 'react';
import { isLocalFlag, type FlagAnswer, type FlagWrite } from '#sync/protocol/flags.ts';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { flagsChanged } from './use-flags.ts';

/** Spec 8. */
const DONE: Readonly<Record<FlagWrite['kind'], string>> = {
  add: 'Feature flag added successfully',
  update: 'Feature flag updated successfully',
  remove: 'Feature flag removed successfully',
};
/** Every change is made on the value that was seen, so a second one does nothing twice. */
const TRY_AGAIN = 'You can try again: nothing is done twice.';

interface FlagWriting {
  /** The value that the next change is made on: what the person was told last. */
  readonly seen: string;
  /** What has to be said; undefined when it was done, and said. */
  readonly write: (write: FlagWrite) => Promise<string | undefined>;
}

/** Changes flags at the server, and says what came of it. */
export function useFlagWrite(opened: string): FlagWriting {
  const sync = useSync();
  const [seen, setSeen] = useState(opened);
  return {
    seen,
    write: async (write) => {
      if (await isHidden(sync, write)) return 'Cannot edit local feature flags';
      const answer = await sync.askFlags(write);
      if (answer.kind === 'done') toast({ kind: 'success', text: DONE[write.kind] });
      if (answer.kind === 'clash' && answer.now !== null) setSeen(answer.now);
      flagsChanged();
      return problemOf(write, answer);
    },
  };
}

/** A flag of the server's own file hides one of the same name: such a one would do nothing. */
async function isHidden(sync: Pick<SyncClient, 'askFlags'>, write: FlagWrite): Promise<boolean> {
  if (write.kind !== 'add') return false;
  const all = await sync.askFlags({ kind: 'list' });
  return all.kind === 'flags' && all.flags.some((flag) => flag.name === write.name && isLocalFlag(flag));
}

function problemOf(write: FlagWrite, answer: FlagAnswer): string | undefined {
  switch (answer.kind) {
    case 'done':
    case 'flags':
      return undefined;
    case 'clash':
      return clashOf(write, answer.now);
    case 'unanswered':
      return answer.why === 'lost' || answer.why === 'unknown'
        ? `${answer.reason} ${TRY_AGAIN}`
        : answer.reason;
  }
}

function clashOf({ kind }: FlagWrite, now: string | null): string {
  if (now === null) return 'Somebody has deleted this flag meanwhile.';
  switch (kind) {
    case 'add':
      return `There is a flag of this name already, with the value “${now}”.`;
    case 'update':
      return `Somebody has changed it meanwhile: its value is “${now}” now. Update again to replace that with yours.`;
    case 'remove':
      return `Somebody has changed it meanwhile: its value is “${now}” now. Delete again if it may go all the same.`;
  }
}
