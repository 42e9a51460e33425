import { randomUUID } from 'node:crypto';
import { demoAccount } from './people.ts';
import type { Stack } from './stack.ts';

/** One incident made for one test, so that tests do not disturb each other. */
export interface Scene {
  readonly incidentId: string;
  readonly number: string;
  readonly title: string;
  readonly hypothesisId: string;
  readonly hypothesisTitle: string;
}

/** What a scene's incident is, where it matters. */
export interface SceneOptions {
  readonly title?: string | undefined;
  readonly status?: 'open' | 'new' | 'investigating' | 'mitigated' | 'resolved' | 'closed' | undefined;
  readonly severity?: 'critical' | 'blocker' | 'high' | 'medium' | 'low' | undefined;
  /** Default: performance. */
  readonly type?: string | undefined;
  /** Who made it and commands it; default the demo admin. */
  readonly by?: { readonly id: string } | undefined;
}

/** Inserts an incident (open, high) with a root hypothesis (possible). */
export async function createScene(stack: Stack, options: SceneOptions = {}): Promise<Scene> {
  const incidentId = randomUUID();
  const hypothesisId = randomUUID();
  const title = options.title ?? `Checkout slow ${incidentId.slice(0, 8)}`;
  const hypothesisTitle = `Queue is full ${hypothesisId.slice(0, 8)}`;
  const by = (options.by ?? demoAccount('admin')).id;
  const [incident] = await stack.sql<{ incident_id: string }>(
    `insert into incidents (id, title, description, severity, type, status, created_by, commander_id)
     values ($1, $2, '', $3, $4, $5, $6, $6) returning incident_id`,
    [
      incidentId,
      title,
      options.severity ?? 'high',
      options.type ?? 'performance',
      options.status ?? 'open',
      by,
    ],
  );
  await createHypothesis(stack, { id: hypothesisId, incidentId, title: hypothesisTitle, by });
  return { incidentId, hypothesisId, title, hypothesisTitle, number: incident?.incident_id ?? '' };
}

interface NewHypothesis {
  readonly id?: string | undefined;
  readonly incidentId: string;
  readonly title: string;
  /** Absent: the root. */
  readonly parentId?: string | undefined;
  readonly type?: 'root' | 'factor' | 'solution' | undefined;
  readonly by?: string | undefined;
}

/** Inserts a hypothesis; answers its id. */
export async function createHypothesis(stack: Stack, options: NewHypothesis): Promise<string> {
  const { id = randomUUID(), incidentId, title, parentId, by = demoAccount('admin').id } = options;
  await stack.sql(
    `insert into hypotheses (id, incident_id, parent_id, type, title, status, created_by)
     values ($1, $2, $3, $4, $5, 'possible', $6)`,
    [
      id,
      incidentId,
      parentId ?? null,
      options.type ?? (parentId === undefined ? 'root' : 'factor'),
      title,
      by,
    ],
  );
  return id;
}
