import { FileDown, TriangleAlert } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { SetAside } from '#sync/protocol/set-aside.ts';
import { downloadJson } from '#src/platform/actions/download-json.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/confirm-dialog.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { useSetAside } from '../sync-queries.ts';
import { useAction } from '#src/views/use-action.ts';

/** The one sentence about records that cannot be read. */
export function setAsideWords(count: number): string {
  return count === 1 ? '1 saved change could not be read' : `${count} saved changes could not be read`;
}

/** What the disk has damaged of this person's own work: kept as it lies until they take it away; nothing when all is well. */
export function SetAsideLine(): ReactElement | null {
  const setAside = useSetAside();
  if (setAside.status === 'failed') {
    return <ErrorPanel details={setAside.error.stack} message={setAside.error.message} />;
  }
  const records = setAside.value ?? [];
  if (records.length === 0) return null;
  return (
    <section aria-label="Saved changes that could not be read" className="flex flex-col gap-1">
      <div className="flex items-start gap-2">
        <Icon className="mt-[3px] text-danger" icon={TriangleAlert} />
        <p className="min-w-0 flex-1 text-body">{setAsideWords(records.length)}</p>
      </div>
      <p className="text-table text-muted">
        The storage of this device damaged it. It is kept but not sent; everything else still works.
      </p>
      <div className="-ms-2.5 flex flex-wrap items-center gap-1">
        <Button
          icon={FileDown}
          size="small"
          variant="ghost"
          onPress={() => downloadJson('holdfast-unreadable.json', { unreadable: records })}
        >
          Export
        </Button>
        <RemoveButton records={records} />
      </div>
    </section>
  );
}

/** Asked once: what is in them is nowhere else. */
function RemoveButton({ records }: { records: readonly SetAside[] }): ReactElement {
  const sync = useSync();
  const { isPending, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isPending={isPending} size="small" variant="ghost" onPress={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmDialog
        confirmLabel="Remove"
        isOpen={isOpen}
        title={records.length === 1 ? 'Remove this record?' : `Remove these ${records.length} records?`}
        onConfirm={() => {
          setOpen(false);
          run(() => sync.removeSetAside(records.map(({ store, key }) => ({ store, key }))));
        }}
        onOpenChange={setOpen}
      >
        What could not be read is deleted from this device and cannot be brought back. Changes that depend on
        it are not sent either; their text stays as a draft. Export it first if you may still need it.
      </ConfirmDialog>
    </>
  );
}
