import type { ReactElement } from 'react';
// First: it puts IndexedDB into the global before the page loads Dexie.
import { ReplicaFrame, type FakeReplica } from './fake-replica.tsx';
import { useIncidentCommands } from '#src/features/incidents/commands.ts';
import { IncidentScreenProvider } from '#src/features/incidents/incident-context.tsx';
import { IncidentPanel } from '#src/features/incidents/panel/incident-panel.tsx';
import { useIncident, usePeople } from '#src/features/incidents/queries.ts';

interface PanelFrameProps {
  replica: FakeReplica;
  roles?: readonly string[];
}

/** The right panel of incident `i-1` over a replica in memory, without the page around it. */
export function PanelFrame({ replica, roles = ['responder'] }: PanelFrameProps): ReactElement {
  return (
    <ReplicaFrame replica={replica} roles={roles}>
      <LivePanel />
    </ReplicaFrame>
  );
}

function LivePanel(): ReactElement | null {
  const commands = useIncidentCommands('i-1');
  const people = usePeople();
  const lookup = useIncident('i-1').value?.data;
  if (lookup?.found !== 'yes') return null;
  return (
    <IncidentScreenProvider
      value={{ incidentId: 'i-1', people, commands, commentReason: undefined, editReason: undefined }}
    >
      <IncidentPanel incident={lookup.incident} />
    </IncidentScreenProvider>
  );
}
