import { Play } from 'lucide-react';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { runPlaybookHref } from '#src/platform/actions/run-playbook.ts';
import { useAccess, type Access } from '#src/platform/session/access-context.tsx';
import { KINDS, type Kind } from './kinds.ts';
import { matching, type Entry, type Part, type Typed } from './matching.ts';

/** A thing whose playbooks are wanted. */
export interface Target {
  readonly subject: RunSubject;
  readonly name: string;
}

/** So many of each kind can be run or run on: whoever wants another one types more of its name. */
const MOST_OF_KIND = 3;

/** Why the person may not run playbooks. */
export function runReason(access: Access): string | undefined {
  if (!access.areRolesKnown) return 'Your role is not known on this device yet';
  return access.can('write', 'playbook_runs')
    ? undefined
    : `Your role (${access.roles.join(', ')}) may not run playbooks`;
}

/** What can be run, and what something can be run on, of the things that were found. */
export function runPart(
  things: readonly Part[],
  typed: Typed,
  disabledReason: string | undefined,
  onTarget: (target: Target) => void,
): Part {
  const best = (kind: Kind): readonly { readonly id: string; readonly entry: Entry }[] => {
    const part = things.find(({ id }) => id === kind.id);
    if (part === undefined || typed.words.length === 0) return [];
    const found = part.isMatched === true ? part.entries : matching(part.entries, typed.words);
    return found.slice(0, MOST_OF_KIND).map((entry) => ({ id: entry.id.slice(kind.id.length + 1), entry }));
  };
  const run = best(KINDS.playbook).map(({ id, entry: { label } }): Entry => ({
    id: `run ${id}`,
    label: `Run ${label}…`,
    icon: Play,
    disabledReason,
    href: runPlaybookHref(id),
  }));
  const on = Object.values(KINDS).flatMap((kind) =>
    'runsOn' in kind
      ? best(kind).map(({ id, entry: { label, description } }): Entry => ({
          id: `run on ${kind.id} ${id}`,
          label: `Run a playbook on ${label}…`,
          description,
          icon: Play,
          disabledReason,
          onAction: () => onTarget({ subject: { kind: kind.runsOn, id }, name: label }),
        }))
      : [],
  );
  return { id: 'run', title: 'Run a playbook', mark: null, entries: [...run, ...on], isMatched: true };
}

export function useRunReason(): string | undefined {
  return runReason(useAccess());
}
