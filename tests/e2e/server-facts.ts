import type { Scene } from './scene.ts';
import type { Stack } from './stack.ts';

/** What Postgres says, for a test that must not believe the screen. */
export interface ServerFacts {
  /** Rows of any query; `$1` is the first of `values`. */
  rows<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** The one value of a query that answers one row with one column; null is a value. */
  value<T>(sql: string, values?: readonly unknown[]): Promise<T>;
  /** Comments with this text under the scene's hypothesis. */
  commentRows(text: string): Promise<number>;
  /** The same for several texts, in their order. */
  commentCounts(texts: readonly string[]): Promise<number[]>;
  /** Events of comment inserts of the scene's incident: the trigger writes one per insert that really happened. */
  commentEvents(): Promise<number>;
  /** Lines of the changelog of the scene's incident of one type. */
  historyRows(type: string): Promise<number>;
  /** Title of the scene's hypothesis. */
  hypothesisTitle(): Promise<string>;
  /** Columns of the scene's incident as Postgres writes them into JSON. */
  incident(): Promise<Readonly<Record<string, unknown>>>;
}

/** Facts about the scene's incident, and any others by query. */
export function serverFacts(stack: Stack, scene: Scene): ServerFacts {
  const value = async <T>(sql: string, values: readonly unknown[] = []): Promise<T> => {
    const rows = await stack.sql<Record<string, T>>(sql, values);
    const fields = rows.map((row) => Object.values(row));
    const [only] = fields;
    if (fields.length !== 1 || only?.length !== 1) throw new Error(`not one value: ${sql}`);
    return only[0] as T; // the length was just looked at
  };
  const commentRows = (text: string): Promise<number> =>
    value('select count(*)::int from comments where hypothesis_id = $1 and comment = $2', [
      scene.hypothesisId,
      text,
    ]);
  return {
    rows: (sql, values) => stack.sql(sql, values),
    value,
    commentRows,
    commentCounts: (texts) => Promise.all(texts.map(commentRows)),
    commentEvents: () =>
      value(
        `select count(*)::int from event_queue e join comments c on c.id::text = e.properties ->> 'id'
         where e.name = 'incident.comment.added' and c.incident_id = $1`,
        [scene.incidentId],
      ),
    historyRows: (type) =>
      value('select count(*)::int from incident_histories where incident_id = $1 and type = $2', [
        scene.incidentId,
        type,
      ]),
    hypothesisTitle: () => value('select title from hypotheses where id = $1', [scene.hypothesisId]),
    incident: () => value('select to_jsonb(i) from incidents i where id = $1', [scene.incidentId]),
  };
}
