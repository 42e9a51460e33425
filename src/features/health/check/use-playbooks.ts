import { Workflow } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { useAccess } from '#src/platform/session/access-context.tsx';
import {
  useRunPlaybook,
  type OfferedPlaybook,
  type RunPlaybook,
} from '#src/platform/actions/run-playbook.tsx';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import type { MenuAction } from '#src/ui/overlays/menu.tsx';
import type { DetailAction } from '#src/views/detail/detail-spec.ts';
import { missingOf } from '#src/views/missing.ts';

const offered = v.array(v.object({ id: v.string(), name: v.string() }));

/** Said of every playbook while no room of this app runs them. */
const NO_ROOM = 'This app cannot run playbooks yet; it only shows which ones fit.';

/** Playbooks the server offers for a check. Offered to who may write runs of playbooks (spec, section 6). */
export function usePlaybooks(checkId: string, name: string): DetailAction | null {
  const access = useAccess();
  const runPlaybook = useRunPlaybook();
  const [isWanted, setWanted] = useState(false);
  const isOffered = access.areRolesKnown && access.can('write', 'playbook_runs');
  const read = useDocument('check-playbooks', checkId, isWanted && isOffered);
  if (!isOffered) return null;
  return {
    is: 'menu',
    id: 'playbooks',
    label: 'Playbooks',
    icon: Workflow,
    groups: [
      {
        id: 'playbooks',
        title: 'Playbooks for this check',
        items: itemsOf(read, runPlaybook, { kind: 'check', id: checkId, name }),
      },
    ],
    // Asked for once somebody looks, and kept for when nobody can be asked.
    onOpen: () => setWanted(true),
  };
}

function itemsOf(
  read: DocumentRead,
  run: RunPlaybook | null,
  subject: Parameters<RunPlaybook>[1],
): readonly MenuAction[] {
  const found = playbooksOf(read);
  if (typeof found === 'string') return [{ id: 'notice', label: found, disabledReason: '' }];
  return found.map((playbook) => ({
    id: playbook.id,
    label: playbook.name,
    ...(run === null ? { disabledReason: NO_ROOM } : { onAction: () => run(playbook, subject) }),
  }));
}

/** What is offered, or a sentence about why nothing can be listed. */
function playbooksOf(read: DocumentRead): readonly OfferedPlaybook[] | string {
  if (read.status === 'failed') return `The playbooks cannot be read: ${read.error.message}`;
  if (read.status !== 'ready') return 'Loading…';
  const missing = missingOf(read.value);
  switch (missing?.kind) {
    case 'forbidden':
      return 'Your role may not read playbooks';
    case 'gone':
      return 'No playbook fits this check';
    case 'not-here':
      return ['The playbooks of this check are not on this device.', missing.reason ?? ''].join(' ').trim();
    case undefined: {
      const parsed = v.safeParse(offered, read.value.body);
      if (!parsed.success) return 'The server answered in a way the app does not understand';
      return parsed.output.length === 0 ? 'No playbook fits this check' : parsed.output;
    }
  }
}
