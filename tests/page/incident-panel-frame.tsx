import type { ReactElement } from 'react';
// First: it puts IndexedDB into the global before the page loads Dexie.
import { ReplicaFrame, type FakeReplica } from './fake-replica.tsx';
import { useIncidentCommands } from '#src/features/incidents/commands.ts';
import { IncidentScreenProvider } from '#src/features/incidents/incident-context.tsx';
import { IncidentPanelFrame } from '#src/features/incidents/incident-frame.tsx';
import { incidentSpec } from '#src/features/incidents/incident-spec.tsx';
import { IncidentDecisions } from '#src/features/incidents/panel/incident-conflicts.tsx';
import { DetailAside } from '#src/views/detail/detail-aside.tsx';
import { useIncident, usePeople } from '#src/features/incidents/queries.ts';

interface PanelFrameProps {
  replica: FakeReplica;
  roles?: readonly string[];
}

/** The panel of incident `i-1`, and what is to be decided above it, over a replica in memory, without the page around it. */
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
      <IncidentPanelFrame incident={lookup.incident}>
        <IncidentDecisions ops={lookup.incident.ops} />
        <DetailAside
          claim={{ state: 'complete', basis: 'device', asOf: null, lacks: [], reason: null }}
          id="i-1"
          label={incidentSpec.subject.label}
          sections={incidentSpec.aside ?? []}
          value={lookup.incident}
        />
      </IncidentPanelFrame>
    </IncidentScreenProvider>
  );
}
