import { Pencil, Play } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { playbooksRead } from '#sync/read/playbooks/playbooks.ts';
import { runPlaybookHref } from '#src/platform/actions/run-playbook.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { late } from '#src/ui/late.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import type { PlaybookDialogProps } from '../../editor/playbook-dialog.tsx';
import { usePlaybookRights } from '../../editor/playbook-rights.ts';

const PlaybookDialog = late<PlaybookDialogProps>(
  async () => (await import('../../editor/playbook-dialog.tsx')).PlaybookDialog,
);

/**
 * Spec 2: "Edit Playbook and Run Playbook buttons appear when one playbook is selected"; spec 6: the first "is gated by
 * connections write (as built)".
 */
export function OnePlaybook({ id }: { id: string }): ReactElement | null {
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
      <LinkButton href={runPlaybookHref(id)} icon={Play}>
        Run Playbook
      </LinkButton>
      {isOpen && <PlaybookDialog playbook={playbook} onClose={() => setOpen(false)} />}
    </>
  );
}
