import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import { Refusal } from '../catalog/questions.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { isAllowed } from '../roles.ts';
import { logLines } from './log-lines.ts';
import { logSourcesOf } from './log-source.ts';
import { momentOf } from './logs.ts';

const DEFAULT_START = '15m';
const ERROR_OF_2024 = {
  error: 'Post "http://apm-hub:8080/search": dial tcp: lookup apm-hub: no such host',
  message: 'Error snapshotting topology',
};

const querySchema = v.object({
  start: v.optional(v.string(), DEFAULT_START),
  end: v.optional(v.string()),
  related: v.optional(v.picklist(['true', 'false']), 'false'),
  logFormat: v.optional(v.picklist(['log', 'json']), 'log'),
});
type Query = v.InferOutput<typeof querySchema>;

/** A component and what lies below it. */
const BELOW = `with recursive below(id) as (
  select id from components where id = $1 and deleted_at is null
  union
  select c.id from components c join below on c.parent_id = below.id where c.deleted_at is null
)`;
const CONFIGS = `select config_id from config_component_relationships l join below on below.id = l.component_id
  where l.deleted_at is null`;

/** The tables of a snapshot: those of every one, and those that `related=true` adds; `$2` is where its range begins. */
const tables = [
  {
    name: 'components',
    sql: `${BELOW} select c.* from components c join below using (id) order by c.path, c.id`,
  },
  {
    name: 'incidents',
    sql: `${BELOW} select distinct i.* from incidents i join hypotheses h on h.incident_id = i.id
      join evidences e on e.hypothesis_id = h.id join below on below.id = e.component_id order by i.created_at, i.id`,
  },
  {
    name: 'evidences',
    sql: `${BELOW} select e.* from evidences e join below on below.id = e.component_id order by e.created_at, e.id`,
  },
] as const;
const relatedTables = [
  {
    name: 'config_items',
    sql: `${BELOW} select c.* from config_items c where c.id in (${CONFIGS}) order by c.id`,
  },
  {
    name: 'config_changes',
    sql: `${BELOW} select c.* from config_changes c where c.config_id in (${CONFIGS}) and c.created_at >= $2
      order by c.created_at, c.id`,
  },
  {
    name: 'config_analysis',
    sql: `${BELOW} select a.* from config_analysis a where a.config_id in (${CONFIGS}) and a.last_observed >= $2
      order by a.last_observed, a.id`,
  },
] as const;

/**
 * `GET /snapshot/topology/{id}` (server.md): a component with all below it, its incidents, its catalog and its logs as a
 * zip file, written while it is made.
 */
export function addSnapshots(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/snapshot/topology/:id', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'topologies', 'read')) return accessDenied(c);
    if (gateway.hasLogHub === false) return withoutHub(c, gateway);
    const id = c.req.param('id');
    const query = v.safeParse(querySchema, c.req.query());
    if (!query.success || !v.is(v.pipe(v.string(), v.uuid()), id)) {
      return c.json({ error: 'bad request', message: query.issues?.[0].message ?? 'the id is no uuid' }, 400);
    }
    try {
      const nowMs = gateway.clock();
      const range = {
        fromMs: momentOf('start', query.output.start, nowMs) ?? nowMs,
        toMs: momentOf('end', query.output.end, nowMs) ?? nowMs,
      };
      const { rows } = await gateway.pool.query(
        'select from components where id = $1 and deleted_at is null',
        [id],
      );
      if (rows.length === 0) return c.json({ error: `component with id=${id} was not found` }, 404);
      return sendZip(c, filesOf(gateway, id, range, query.output));
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return c.json({ error: 'bad request', message: thrown.message }, 400);
    }
  });
}

function withoutHub(c: Context<GatewayEnv>, { wire }: Gateway): Response {
  if (wire === '2024') return c.json(ERROR_OF_2024, 500);
  // The server of 2026 ends the connection.
  c.env.incoming.socket.destroy();
  return c.body(null);
}

interface SnapshotFile {
  readonly name: string;
  readonly parts: Iterable<string>;
}

async function* filesOf(
  gateway: Gateway,
  id: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { related, logFormat }: Query,
): AsyncGenerator<SnapshotFile> {
  const rowsOf = async (sql: string): Promise<Record<string, unknown>[]> => {
    const params = sql.includes('$2') ? [id, new Date(fromMs)] : [id];
    return (await gateway.pool.query<Record<string, unknown>>(sql, params)).rows;
  };
  for (const { name, sql } of related === 'true' ? [...tables, ...relatedTables] : tables) {
    const rows = await rowsOf(sql);
    if (name === 'components') yield { name: 'components.json', parts: [JSON.stringify(rows, undefined, 2)] };
    yield { name: `${name}.csv`, parts: csv(rows) };
  }
  for (const row of await rowsOf(tables[0].sql)) {
    for (const { name, source } of (await logSourcesOf(gateway, String(row['id']))) ?? []) {
      const lines = logLines(source, fromMs, toMs);
      yield { name: `logs-${source.name}-${name}.${logFormat}`, parts: logFile(lines, logFormat) };
    }
  }
}

function* logFile(lines: ReturnType<typeof logLines>, format: Query['logFormat']): Generator<string> {
  for (const line of lines) {
    yield format === 'json' ? `${JSON.stringify(line)}\n` : `${line.timestamp} ${line.message}\n`;
  }
}

function* csv(rows: readonly Record<string, unknown>[]): Generator<string> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  yield `${columns.map(cell).join(',')}\n`;
  for (const row of rows) yield `${columns.map((column) => cell(row[column])).join(',')}\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function sendZip(c: Context<GatewayEnv>, files: AsyncIterable<SnapshotFile>): Response {
  c.header('content-type', 'application/zip');
  c.header('content-disposition', 'attachment; filename=snapshot.zip');
  return stream(c, async (out) => {
    const ready: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      ready.push(chunk);
    });
    const flush = async (): Promise<void> => {
      for (const chunk of ready.splice(0)) await out.write(chunk);
    };
    for await (const { name, parts } of files) {
      const file = new ZipDeflate(name);
      zip.add(file);
      for (const part of parts) {
        file.push(strToU8(part));
        await flush();
      }
      file.push(new Uint8Array(), true);
      await flush();
    }
    zip.end();
    await flush();
  });
}
