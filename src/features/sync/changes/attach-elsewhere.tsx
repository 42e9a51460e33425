import { useState, type ReactElement } from 'react';
import { shownTitle } from '#src/lib/shown-name.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import type { Option } from '#src/ui/forms/option-list.tsx';
import { Select } from '#src/ui/forms/select.tsx';
import { nodesOf, type Orphan } from './orphans.ts';
import { useAction } from '#src/views/use-action.ts';

/** Incidents offered at once; typing finds the others. */
const OFFERED = 50;
const ANY = { type: null, severity: null, status: null, owner: null, component: null } as const;

interface PlaceProps {
  orphan: Orphan;
  /** It is saved on this device in its new place. */
  onAttached: () => Promise<void>;
}

interface AttachElsewhereProps extends PlaceProps {
  /** It has its place already: once more would make it twice. */
  isAttached: boolean;
}

/** Gives a comment or an evidence another place when the one it was made for is gone (ux 4.6). */
export function AttachElsewhere({ orphan, isAttached, onAttached }: AttachElsewhereProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        disabledReason={isAttached ? 'It is attached' : undefined}
        size="small"
        variant="ghost"
        onPress={() => setOpen(true)}
      >
        Attach elsewhere
      </Button>
      {isOpen && <PlaceDialog orphan={orphan} onAttached={onAttached} onClose={() => setOpen(false)} />}
    </>
  );
}

function PlaceDialog({ orphan, onAttached, onClose }: PlaceProps & { onClose: () => void }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  const [incidentId, setIncidentId] = useState(orphan.incidentId);
  const [hypothesisId, setHypothesisId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const incidents = useIncidentOptions(search, incidentId);
  const { options, note } = useHypothesisOptions(incidentId);
  const chosen = options.find(({ id }) => id === hypothesisId)?.id;
  const attach = async (): Promise<void> => {
    if (incidentId === null || chosen === undefined) return;
    await sync.submit(orphan.attach(incidentId, chosen), `/incidents/${encodeURIComponent(incidentId)}`);
    onClose();
    await onAttached();
  };
  return (
    <Dialog
      isOpen
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            disabledReason={chosen === undefined ? 'Please select any hypothesis' : undefined}
            isPending={isPending}
            variant="primary"
            onPress={() => run(attach)}
          >
            Attach
          </Button>
        </>
      }
      title="Attach elsewhere"
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose();
      }}
    >
      <div className="flex flex-col gap-4">
        <Combobox
          empty="No incident on this device matches"
          label="Incident"
          options={incidents.options}
          value={incidentId}
          onChange={(id) => {
            setIncidentId(id);
            setHypothesisId(null);
          }}
          onInputChange={setSearch}
        />
        <Select
          label="Hypothesis"
          options={options}
          value={chosen ?? null}
          {...(note === null ? {} : { help: note })}
          onChange={setHypothesisId}
        />
        {incidents.error !== null && <p className="text-table text-danger">{incidents.error}</p>}
      </div>
    </Dialog>
  );
}

function useIncidentOptions(
  search: string,
  chosenId: string | null,
): {
  readonly options: readonly Option[];
  readonly error: string | null;
} {
  const model = useReadModel();
  const live = useLive(() => model.incidentList({ ...ANY, search: '' }), [model]);
  const words = search.trim().toLowerCase();
  const options = (live.value?.data.rows ?? [])
    .map(({ id, number, title }) => ({ id, label: `${number ?? 'new'} ${title}` }))
    .filter(({ id, label }) => id === chosenId || label.toLowerCase().includes(words))
    // The chosen one first, so that it is never cut off.
    .toSorted((a, b) => Number(b.id === chosenId) - Number(a.id === chosenId))
    .slice(0, OFFERED);
  const error =
    live.status === 'failed' ? `The incidents on this device cannot be read: ${live.error.message}` : null;
  return { options, error };
}

/** Hypotheses of the incident that are here; `note` says why there are none to choose. */
function useHypothesisOptions(incidentId: string | null): {
  readonly options: readonly Option[];
  readonly note: string | null;
} {
  const model = useReadModel();
  const live = useLive(
    async () => (incidentId === null ? null : (await model.incident(incidentId)).data),
    [model, incidentId],
  );
  if (live.status === 'failed')
    return { options: [], note: `Its hypotheses cannot be read: ${live.error.message}` };
  const found = live.value ?? null;
  if (found === null) return { options: [], note: incidentId === null ? 'Choose an incident first' : null };
  if (found.found === 'missing') return { options: [], note: 'The incident was deleted' };
  if (found.found === 'unknown') return { options: [], note: 'The incident is not on this device' };
  const options = nodesOf(found.incident.tree).map(({ node, depth }) => ({
    id: node.id,
    label: `${'\u2003'.repeat(depth)}${shownTitle(node.title)}`,
  }));
  return { options, note: options.length === 0 ? 'It has no hypothesis' : null };
}
