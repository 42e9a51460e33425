import type { Scene } from './fixtures.ts';
import type { Stack } from './stack.ts';

/** Rows of the comment table with this text under the scene's hypothesis. */
export async function commentRows(stack: Stack, scene: Scene, text: string): Promise<number> {
  const [row] = await stack.sql<{ rows: number }>(
    'select count(*)::int as rows from comments where hypothesis_id = $1 and comment = $2',
    [scene.hypothesisId, text],
  );
  return row?.rows ?? -1;
}

/** Events of comment inserts: the trigger writes one per insert that really happened. */
export async function commentEvents(stack: Stack, scene: Scene): Promise<number> {
  const [row] = await stack.sql<{ rows: number }>(
    `select count(*)::int as rows from event_queue e join comments c on c.id::text = e.properties ->> 'id'
     where e.name = 'incident.comment.added' and c.incident_id = $1`,
    [scene.incidentId],
  );
  return row?.rows ?? -1;
}

/** Lines of the incident's changelog of one type. */
export async function historyRows(stack: Stack, scene: Scene, type: string): Promise<number> {
  const [row] = await stack.sql<{ rows: number }>(
    'select count(*)::int as rows from incident_histories where incident_id = $1 and type = $2',
    [scene.incidentId, type],
  );
  return row?.rows ?? -1;
}

/** Title of the scene's hypothesis as Postgres has it. */
export async function titleOnServer(stack: Stack, scene: Scene): Promise<string | undefined> {
  const [row] = await stack.sql<{ title: string }>('select title from hypotheses where id = $1', [
    scene.hypothesisId,
  ]);
  return row?.title;
}
