import { Plus } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { ListPage } from '#src/views/list/list-page.tsx';
import type { AddressProps } from '#src/views/list/use-list-address.ts';
import { useWriteReason } from '../permissions.ts';
import { incidentListSpec } from './incident-list-spec.tsx';
import type { IncidentSearch } from './incident-search.ts';

interface IncidentListPageProps extends AddressProps<IncidentSearch> {
  /** The rows stand; answers how to call off what it began. */
  onListed: () => () => void;
  /** Opens the page of an incident that was made here. */
  onOpen: (incidentId: string) => void;
}

/** `/incidents` */
export function IncidentListPage({ onOpen, ...rest }: IncidentListPageProps): ReactElement {
  return <ListPage {...rest} actions={<NewIncidentButton onCreated={onOpen} />} spec={incidentListSpec} />;
}

/** The plus of the list, and its key. */
function NewIncidentButton({ onCreated }: { onCreated: (incidentId: string) => void }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const disabledReason = useWriteReason('incident', 'incidents');
  useShortcut({
    id: 'incident-new',
    keys: ['c'],
    shown: ['c'],
    label: 'New incident',
    group: 'This page',
    disabledReason,
    run: () => setOpen(true),
  });
  return (
    <>
      <Button disabledReason={disabledReason} icon={Plus} variant="primary" onPress={() => setOpen(true)}>
        New incident
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CreateIncidentDialog isOpen={isOpen} onCreated={onCreated} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

/** Kept out of the first bundle; the service worker has it, also without a network. */
const CreateIncidentDialog = lazy(async () => {
  const { CreateIncidentDialog: Loaded } = await import('../create/create-incident-dialog.tsx');
  return { default: Loaded };
});
