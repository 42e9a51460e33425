import { createContext, useContext, type ReactElement, type ReactNode } from 'react';

/** A playbook the server offers for a thing. */
export interface OfferedPlaybook {
  readonly id: string;
  readonly name: string;
}

/** What a playbook is run on. `name` is for people. */
export interface PlaybookSubject {
  readonly kind: 'check' | 'component' | 'config';
  readonly id: string;
  readonly name: string;
}

/** Opens what runs a playbook on a thing: its parameters, and the question before it. */
export type RunPlaybook = (playbook: OfferedPlaybook, subject: PlaybookSubject) => void;

const RunPlaybookContext = createContext<RunPlaybook | null>(null);

export function RunPlaybookProvider({
  run,
  children,
}: {
  run: RunPlaybook;
  children: ReactNode;
}): ReactElement {
  return <RunPlaybookContext value={run}>{children}</RunPlaybookContext>;
}

/** The room that runs playbooks; null where there is none, and menus say so instead of offering what does nothing. */
export function useRunPlaybook(): RunPlaybook | null {
  return useContext(RunPlaybookContext);
}
