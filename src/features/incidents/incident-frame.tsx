import { createContext, useContext, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import type { IncidentDetail } from '#sync/read/types.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import type { DetailPartProps } from '#src/views/detail/detail-spec.ts';
import { useTabs } from '#src/views/detail/tab-state.ts';
import { useIncidentCommands } from './commands.ts';
import { IncidentScreenProvider, type IncidentScreen } from './incident-context.tsx';
import { NO_FILTER, type ChangelogFilter } from './panel/changelog/changelog-filter.ts';
import { usePanelCommands } from './panel/panel-commands.ts';
import { PanelProvider } from './panel/panel-context.tsx';
import { useDoneItems } from './panel/panel-queries.ts';
import { useWriteReason } from './permissions.ts';
import { usePeople } from './queries.ts';
import { StaleContext } from '#src/views/stale-marks.ts';
import { useIsStale } from './stale.ts';
import { TreeEditingProvider } from './tree/tree-context.ts';
import { useTreeEditingState } from './tree/use-tree-editing.ts';

/** `?comments=true`: all hypotheses start open. */
interface Expansion {
  readonly isAllExpanded: boolean;
  readonly onExpandedChange: (isAllExpanded: boolean) => void;
}

const ExpansionContext = createContext<Expansion | null>(null);

export const ExpansionProvider = ExpansionContext.Provider;

export function useExpansion(): Expansion {
  const expansion = useContext(ExpansionContext);
  if (expansion === null) throw new Error('useExpansion is used outside ExpansionProvider');
  return expansion;
}

type IncidentFrameProps = DetailPartProps<IncidentDetail> & { children: ReactNode };

/** What tabs and panel of one incident share. */
export function IncidentFrame({ value: incident, claim, children }: IncidentFrameProps): ReactElement {
  const people = usePeople();
  const commands = useIncidentCommands(incident.id);
  const commentReason = useWriteReason('comments', 'comments');
  const editReason = useWriteReason('incident', 'hypotheses');
  const screen = useMemo<IncidentScreen>(
    () => ({ incidentId: incident.id, people, commands, commentReason, editReason }),
    [incident.id, people, commands, commentReason, editReason],
  );
  const { showIn } = useTabs();
  useShortcut({
    id: 'incident-comment',
    keys: ['c'],
    shown: ['c'],
    label: 'Write a comment',
    group: 'This page',
    disabledReason: commentReason,
    run: () => showIn('comments', 'textarea'),
  });
  return (
    <StaleContext value={useIsStale(claim.asOf)}>
      <IncidentScreenProvider value={screen}>
        <TreeEditingProvider value={useTreeEditingState(incident.tree)}>
          <IncidentPanelFrame incident={incident}>{children}</IncidentPanelFrame>
        </TreeEditingProvider>
      </IncidentScreenProvider>
    </StaleContext>
  );
}

interface PanelFrameProps {
  incident: IncidentDetail;
  children: ReactNode;
}

/** What the sections of the panel share. */
export function IncidentPanelFrame({ incident, children }: PanelFrameProps): ReactElement {
  const commands = usePanelCommands(incident.id);
  const editReason = useWriteReason('incident', 'incidents');
  const evidenceReason = useWriteReason('evidences', 'the definition of done');
  const evidences = useDoneItems(incident.id);
  // Here and not in the section: closing it does not forget what is filtered.
  const [filter, onFilter] = useState<ChangelogFilter>(NO_FILTER);
  return (
    <PanelProvider value={{ incident, evidences, commands, editReason, evidenceReason, filter, onFilter }}>
      {children}
    </PanelProvider>
  );
}
