import { useState, type ReactElement } from 'react';
// First: it puts IndexedDB into the global before the page loads Dexie.
import { ReplicaFrame, type FakeReplica } from './fake-replica.tsx';
import { IncidentDetailPage } from '#src/features/incidents/incident-detail-page.tsx';

export interface DetailPageProps {
  replica: FakeReplica;
  roles?: readonly string[];
  areRolesKnown?: boolean;
  isAllExpanded?: boolean;
}

/** The page of incident `i-1` over a replica in memory. */
export function DetailPage({
  replica,
  roles = ['responder'],
  areRolesKnown = true,
  isAllExpanded = false,
}: DetailPageProps): ReactElement {
  const [isOpen, setOpen] = useState(isAllExpanded);
  return (
    <ReplicaFrame areRolesKnown={areRolesKnown} replica={replica} roles={roles}>
      <IncidentDetailPage
        incidentId="i-1"
        isAllExpanded={isOpen}
        onExpandedChange={setOpen}
        onLeave={() => undefined}
      />
    </ReplicaFrame>
  );
}
