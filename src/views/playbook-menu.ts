import { Workflow } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { playbooksRead } from '#sync/read/playbooks/playbooks.ts';
import { runPlaybookHref } from '#src/platform/actions/run-playbook.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import type { MenuAction, MenuGroup } from '#src/ui/overlays/menu.tsx';
import type { DetailAction } from './detail/detail-spec.ts';
import { bodyPart } from './body-part.ts';

const offered = v.array(v.object({ id: v.string(), name: v.string() }));
type Offered = v.InferOutput<typeof offered>;

const DOCUMENTS = {
  check: 'check-playbooks',
  component: 'component-playbooks',
  config: 'config-playbooks',
} as const;

export interface PlaybookMenu {
  readonly group: MenuGroup;
  readonly onOpen: () => void;
}

/**
 * Playbooks the server offers for a thing, each leading to the form that runs it; null for who may not run them (spec 001
 * section 6: "The Playbooks menu on a check needs write on playbook_runs"), and of nothing. `isOpen`: it is shown at once.
 */
export function usePlaybookMenu(subject: RunSubject | null, isOpen = false): PlaybookMenu | null {
  const access = useAccess();
  const model = useReadModel();
  const [isWanted, setWanted] = useState(false);
  const isOffered = subject !== null && access.areRolesKnown && access.can('write', 'playbook_runs');
  const isAsked = (isWanted || isOpen) && isOffered;
  const read = useDocument(DOCUMENTS[subject?.kind ?? 'check'], subject?.id ?? '', isAsked);
  // The server of 2024 names no titles.
  const known = useLive(async () => (isAsked ? model.late(playbooksRead) : null), [model, isAsked]);
  if (!isOffered) return null;
  const titles = new Map((known.value?.data ?? []).map(({ id, title }) => [id, title]));
  return {
    group: {
      id: 'playbooks',
      title: `Playbooks for this ${subject.kind}`,
      items: itemsOf(read, subject, titles),
    },
    // Asked for once somebody looks, and kept for when nobody can be asked.
    onOpen: () => setWanted(true),
  };
}

/** The same as an action of a detail. */
export function usePlaybookAction(subject: RunSubject): readonly DetailAction[] {
  const menu = usePlaybookMenu(subject);
  if (menu === null) return [];
  const { group, onOpen } = menu;
  return [{ is: 'menu', id: 'playbooks', label: 'Playbooks', icon: Workflow, groups: [group], onOpen }];
}

function itemsOf(
  read: DocumentRead,
  subject: RunSubject,
  titles: ReadonlyMap<string, string | null>,
): readonly MenuAction[] {
  const found = playbooksOf(read, subject);
  if (typeof found === 'string') return [{ id: 'notice', label: found, disabledReason: '' }];
  return found.map(({ id, name }) => ({
    id,
    label: titles.get(id) ?? name,
    href: runPlaybookHref(id, subject),
  }));
}

/** What is offered, or a sentence about why nothing can be listed. */
function playbooksOf(read: DocumentRead, { kind }: RunSubject): Offered | string {
  // A menu has no room to say that what it lists is of an earlier read.
  if (read.status === 'failed') return `The playbooks cannot be read: ${read.error.message}`;
  const part = bodyPart(read);
  switch (part.is) {
    case 'failed':
      return `The playbooks cannot be read: ${part.error.message}`;
    case 'loading':
      return 'Loading…';
    case 'forbidden':
      return 'Your role may not read playbooks';
    case 'missing':
      return `No playbook fits this ${kind}`;
    case 'not-here':
      return [`The playbooks of this ${kind} are not on this device.`, part.reason ?? ''].join(' ').trim();
    case 'found': {
      const parsed = v.safeParse(offered, part.value);
      if (!parsed.success) return 'The server answered in a way the app does not understand';
      return parsed.output.length === 0 ? `No playbook fits this ${kind}` : parsed.output;
    }
  }
}
