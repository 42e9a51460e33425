import type { RunSubject } from '#sync/protocol/run-params.ts';

/** The form that runs a playbook, on a thing where one is named. */
export function runPlaybookHref(playbookId: string, subject?: RunSubject): string {
  const query = subject === undefined ? '' : `?${subject.kind}_id=${encodeURIComponent(subject.id)}`;
  return `/playbooks/${encodeURIComponent(playbookId)}/run${query}`;
}

/** The same with the values of an earlier run. */
export function runAgainHref(playbookId: string, runId: string): string {
  return `/playbooks/${encodeURIComponent(playbookId)}/run?from=${encodeURIComponent(runId)}`;
}
