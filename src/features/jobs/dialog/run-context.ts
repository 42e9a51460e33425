import { createContext, useContext } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { absentPart } from '#src/views/body-part.ts';
import type { JobRun, readBody } from '../job-row.ts';

/** What is known of the run that is open. */
export interface RunRead {
  /** As the list has it. */
  readonly row: JobRun | undefined;
  readonly read: DocumentRead;
  /** The same read, where it is a run. */
  readonly known: ReturnType<typeof readBody>;
  readonly again: () => void;
}

/** A run with its facts, and the read of what it reported. */
export interface OpenedRun {
  readonly run: JobRun;
  readonly read: DocumentRead;
  readonly again: () => void;
}

const Context = createContext<RunRead | null>(null);
export const RunProvider = Context.Provider;

/** The run that is open: what was fetched of it, else its row of the list, which may be older. */
export function useOpenedRun(): Part<OpenedRun> {
  const held = useContext(Context);
  if (held === null) throw new Error('useOpenedRun is used outside the dialog of a run');
  const { row, read, known, again } = held;
  const run = known?.run ?? row;
  if (run !== undefined) {
    const { asOf = null, reason = null } = read.value?.claim ?? {};
    const claim = { state: 'complete', basis: 'kept', asOf, lacks: [], reason } as const;
    return { is: 'found', value: { run, read, again }, claim };
  }
  return absentPart(read);
}
