import { randomUUID } from 'node:crypto';
import type { ServerFacts } from '../server-facts.ts';

/** A component made for one test, with two selectors; the backend makes lines for both. */
export interface LogScene {
  readonly id: string;
  readonly name: string;
  readonly path: (rest?: string) => string;
}

export async function createLogSource(facts: ServerFacts): Promise<LogScene> {
  const id = randomUUID();
  const name = `api-${id.slice(0, 8)}`;
  const selectors = [
    { name: 'application', labels: { app: name } },
    { name: 'ingress', labels: { app: name } },
  ];
  await facts.rows(
    `insert into components (id, name, type, external_id, status, log_selectors)
     values ($1, $2, 'Service', $2, 'unhealthy', $3)`,
    [id, name, JSON.stringify(selectors)],
  );
  return { id, name, path: (rest = '') => `/logs?topologyId=${id}${rest === '' ? '' : `&${rest}`}` };
}
