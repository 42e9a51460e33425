import { createContext, useContext } from 'react';
import type { PersonRef, Read } from '#sync/read/types.ts';
import type { Live } from '#src/platform/replica/live.ts';
import type { IncidentCommands } from './commands.ts';

/** What every node of the tree needs to know about the page it stands on. */
export interface IncidentScreen {
  readonly incidentId: string;
  /** For mentions; a failed read is said where names would be offered. */
  readonly people: Live<Read<readonly PersonRef[]>>;
  readonly commands: IncidentCommands;
  /** Why comments cannot be written; undefined when they can. */
  readonly commentReason: string | undefined;
  /** Why titles and statuses cannot be changed; undefined when they can. */
  readonly editReason: string | undefined;
}

const IncidentScreenContext = createContext<IncidentScreen | null>(null);

export const IncidentScreenProvider = IncidentScreenContext.Provider;

export function useIncidentScreen(): IncidentScreen {
  const screen = useContext(IncidentScreenContext);
  if (screen === null) throw new Error('useIncidentScreen is used outside IncidentScreenProvider');
  return screen;
}
