import { Pencil } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { playbooksRead } from '#sync/read/playbooks/playbooks.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { late } from '#src/ui/late.tsx';
import type { PlaybookDialogProps } from '../../editor/playbook-dialog.tsx';
import { usePlaybookRights } from '../../editor/playbook-rights.ts';

const PlaybookDialog = late<PlaybookDialogProps>(
  async () => (await import('../../editor/playbook-dialog.tsx')).PlaybookDialog,
);

/** Spec 2: "Edit Playbook … appear when one playbook is selected"; spec 6: it "is gated by connections write (as built)". */
export function EditPlaybook({ id }: { id: string }): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const model = useReadModel();
  const live = useLive(() => model.late(playbooksRead), [model]);
  const playbook = live.value?.data.find((each) => each.id === id);
  const { mayWrite, readOnly } = usePlaybookRights(playbook);
  const { can, roles } = useAccess();
  if (!mayWrite || playbook === undefined) return null;
  const reason = can('write', 'connections')
    ? readOnly
    : `Here it also takes the right to write connections, which your role (${roles.join(', ')}) does not have. The page of the playbook does without.`;
  return (
    <>
      <Button disabledReason={reason} icon={Pencil} onPress={() => setOpen(true)}>
        Edit Playbook
      </Button>
      {isOpen && <PlaybookDialog playbook={playbook} onClose={() => setOpen(false)} />}
    </>
  );
}
