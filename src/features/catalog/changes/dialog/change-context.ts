import { createContext, useContext } from 'react';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import type { Part } from '#sync/protocol/claim.ts';
import { absentPart } from '#src/views/body-part.ts';
import type { Change, readBody } from '../change-row.ts';

/** What is known of the change that is open. */
export interface ChangeRead {
  /** As the list has it. */
  readonly row: Change | undefined;
  readonly read: DocumentRead;
  /** The same read, where it is a change. */
  readonly known: ReturnType<typeof readBody>;
  readonly again: () => void;
}

/** A change with its facts, and the read of what it changed. */
export interface OpenedChange {
  readonly change: Change;
  readonly read: DocumentRead;
  readonly again: () => void;
}

const Context = createContext<ChangeRead | null>(null);
export const ChangeProvider = Context.Provider;

/** The change that is open: its row of the list, and what the server or this device has beside it. */
export function useOpenedChange(): Part<OpenedChange> {
  const held = useContext(Context);
  if (held === null) throw new Error('useOpenedChange is used outside the dialog of a change');
  const { row, read, known, again } = held;
  const change = row ?? known?.change;
  if (change !== undefined) {
    const { asOf = null, reason = null } = read.value?.claim ?? {};
    const claim = { state: 'complete', basis: 'kept', asOf, lacks: [], reason } as const;
    return { is: 'found', value: { change, read, again }, claim };
  }
  return absentPart(read);
}
