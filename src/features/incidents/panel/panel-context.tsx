import { createContext, useContext } from 'react';
import type { IncidentDetail, Read } from '#sync/read/types.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import type { Live } from '#src/platform/replica/live.ts';
import type { ChangelogFilter } from './changelog/changelog-filter.ts';
import type { PanelCommands } from './panel-commands.ts';

/** What every section of the right panel needs. */
export interface PanelScreen {
  readonly incident: IncidentDetail;
  /** All evidences of it; read once, for the heading, the section and the dialogs. */
  readonly evidences: Live<Read<readonly DoneItem[]>>;
  readonly commands: PanelCommands;
  /** Why the incident's own fields cannot be changed; undefined when they can. */
  readonly editReason: string | undefined;
  /** Why the definition of done cannot be changed; undefined when it can. */
  readonly evidenceReason: string | undefined;
  /** Which lines of the changelog are shown. */
  readonly filter: ChangelogFilter;
  readonly onFilter: (filter: ChangelogFilter) => void;
}

const PanelContext = createContext<PanelScreen | null>(null);

export const PanelProvider = PanelContext.Provider;

export function usePanel(): PanelScreen {
  const panel = useContext(PanelContext);
  if (panel === null) throw new Error('usePanel is used outside PanelProvider');
  return panel;
}
