import type { HttpRequest } from '../ports.ts';
import type { RunQuestion, RunSubject } from '../protocol/run-params.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

const COLUMNS = { check: 'check_id', component: 'component_id', config: 'config_id' } as const;

/** Under which name a run has what it is on. */
export function subjectColumn({ kind }: Pick<RunSubject, 'kind'>): string {
  return COLUMNS[kind];
}

/** The request for the parameters of a playbook on one thing (reference L8). It changes nothing. */
export function runParamsRequest({ playbookId, subject }: RunQuestion, isConstrained: boolean): HttpRequest {
  return {
    method: 'POST',
    path: `/playbook/${encodeURIComponent(playbookId)}/params`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ id: playbookId, [subjectColumn(subject)]: subject.id }),
    timeoutMs: isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
  };
}
