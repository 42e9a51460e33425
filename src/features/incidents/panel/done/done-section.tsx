import { Plus } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { Button } from '#src/ui/button.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { neighbourOf, useNextFocus } from '../../use-next-focus.ts';
import { usePanel } from '../panel-context.tsx';
import { AddDoneDialog } from './add-done-dialog.tsx';
import { DoneEntry, focusDoneEntry } from './done-entry.tsx';
import { itemLine } from './done-labels.ts';
import { EditDoneDialog } from './edit-done-dialog.tsx';
import { EvidencesLoaded } from './evidence-choice.tsx';

/** What must be true before the incident is done, and where each of it stands. */
export function DoneSection(): ReactElement {
  const { evidences: live, evidenceReason } = usePanel();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<DoneItem | null>(null);
  const addRef = useRef<HTMLDivElement>(null);
  return (
    <div className="flex flex-col items-start gap-3 pt-1">
      {evidenceReason !== undefined && <p className="text-table text-muted">{evidenceReason}</p>}
      <EvidencesLoaded live={live}>
        {(items) => (
          <DoneList
            isWhole={live.value?.state === 'complete'}
            items={items.filter(({ isPart }) => isPart)}
            onEdit={setEdited}
            onEmptied={() => addRef.current?.querySelector('button')?.focus()}
          />
        )}
      </EvidencesLoaded>
      {evidenceReason === undefined && (
        <div ref={addRef}>
          <Button icon={Plus} size="small" onPress={() => setAdding(true)}>
            Add to definition of done
          </Button>
        </div>
      )}
      {isAdding && <AddDoneDialog onClose={() => setAdding(false)} />}
      {edited !== null && (
        <EditDoneDialog
          isGone={live.status === 'ready' && live.value.data.every(({ id }) => id !== edited.id)}
          item={live.value?.data.find(({ id }) => id === edited.id) ?? edited}
          key={edited.id}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

interface DoneListProps {
  /** "Nothing" is said only of a whole copy (I23). */
  isWhole: boolean;
  items: readonly DoneItem[];
  onEdit: (item: DoneItem) => void;
  /** The last item is gone, and the focus with it. */
  onEmptied: () => void;
}

function DoneList({ isWhole, items, onEdit, onEmptied }: DoneListProps): ReactElement {
  const ids = items.map(({ id }) => id);
  const leave = useNextFocus(ids, (nextId) => {
    if (nextId === null) onEmptied();
    else focusDoneEntry(nextId);
  });
  if (items.length === 0) {
    return (
      <p className="text-table text-muted">
        {isWhole ? 'The definition of done is empty' : 'None on this device yet'}
      </p>
    );
  }
  return (
    <ul aria-label="Definition of done" className="flex w-full flex-col divide-y divide-line">
      <Records idOf={({ id }) => id} nameOf={itemLine} of={items}>
        {(item) => (
          <DoneEntry
            item={item}
            onEdit={() => onEdit(item)}
            onRemove={() => leave(item.id, neighbourOf(ids, item.id))}
          />
        )}
      </Records>
    </ul>
  );
}

/** How many of its items are done; nothing while there are none. */
export function DoneCount(): ReactElement | null {
  const text = doneCount(usePanel().evidences.value?.data ?? []);
  return text === null ? null : <span className="text-table tabular text-muted">{text}</span>;
}

/** "2 of 3 done", beside the heading; null while there is nothing to count. */
function doneCount(items: readonly DoneItem[]): string | null {
  const parts = items.filter(({ isPart }) => isPart);
  if (parts.length === 0) return null;
  return `${parts.filter(({ done }) => done === true).length} of ${parts.length} done`;
}
