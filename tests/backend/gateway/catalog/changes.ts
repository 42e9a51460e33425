import type { Hono } from 'hono';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { parseDatemath } from '../datemath.ts';
import { isAllowed } from '../roles.ts';
import { addList, addSelector, Conditions, readBody, Refusal } from './questions.ts';

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'];
const SORTABLE = ['name', 'change_type', 'summary', 'source', 'created_at', 'count'];
const MAX_PAGE = 10_000;

const text = v.exactOptional(v.string());
const number = v.exactOptional(v.number());
const querySchema = v.object({
  id: text,
  config_type: text,
  type: text,
  severity: text,
  include_deleted_configs: v.exactOptional(v.boolean()),
  depth: number,
  created_by: text,
  external_created_by: text,
  summary: text,
  source: text,
  tags: text,
  agent_id: text,
  from: text,
  to: text,
  page: number,
  page_size: number,
  sort_by: text,
  recursive: text,
});
type Query = v.InferOutput<typeof querySchema>;

const isUuid = (value: string): boolean => v.is(v.pipe(v.string(), v.uuid()), value);

/**
 * `POST /catalog/changes` (server.md): the changes of one item and of what is related to it, or of all; one page, how
 * many there are, and how many of each type on this page. What is empty is left out.
 */
export function addChanges(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/catalog/changes', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'database', 'read')) return accessDenied(c);
    try {
      return c.json(await answer(gateway, await readBody(c, querySchema)));
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      // The server of 2026 falls over what it cannot read.
      if (gateway.wire === '2026') {
        c.env.incoming.socket.destroy();
        return c.body(null);
      }
      return c.json({ error: `bad request: ${thrown.message}` }, 400);
    }
  });
}

async function answer(gateway: Gateway, query: Query): Promise<Record<string, unknown>> {
  const conditions = new Conditions();
  const source = sourceOf(conditions, query);
  addRange(conditions, query, gateway.clock());
  addFilters(conditions, query);
  const page = Math.max(1, Math.trunc(query.page ?? 1));
  const size = Math.min(MAX_PAGE, Math.max(1, Math.trunc(query.page_size ?? 50)));
  // The view of 2026 has two columns more, and its function one of them.
  const path = source.isView ? 'ci.path,' : '';
  const more = gateway.wire === '2026' ? `, ${path} ch.inserted_at` : '';
  const columns = `c.id, c.config_id, c.name, c.type, c.tags, c.external_created_by, c.created_at, c.severity, c.change_type,
    c.source, c.summary, c.created_by, c.count, c.first_observed, c.agent_id${more}`;
  const from = `from ${source.sql} c join config_changes ch on ch.id = c.id left join config_items ci on ci.id = c.config_id
    where ${conditions.text}`;
  const counted = await gateway.pool.query<{ total: number }>(
    `select count(*)::int as total ${from}`,
    conditions.params,
  );
  const found = await gateway.pool.query<Record<string, unknown>>(
    `select ${columns} ${from} ${orderOf(query)} limit ${size} offset ${(page - 1) * size}`,
    conditions.params,
  );
  const changes = found.rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    // The view has no such column, and the field is never left out.
    external_change_id: '',
  }));
  const summary = new Map<string, number>();
  for (const { change_type: type } of found.rows) {
    summary.set(String(type), (summary.get(String(type)) ?? 0) + 1);
  }
  const total = counted.rows[0]?.total ?? 0;
  return {
    ...(summary.size === 0 ? {} : { summary: Object.fromEntries(summary) }),
    ...(total === 0 ? {} : { total }),
    ...(changes.length === 0 ? {} : { changes }),
  };
}

/** Where the rows come from: the view, or for one item what is related to it. */
function sourceOf(to: Conditions, query: Query): { sql: string; isView: boolean } {
  const recursive = query.recursive ?? 'downstream';
  if (!['upstream', 'downstream', 'none', 'all'].includes(recursive)) {
    throw new Refusal(`'recursive' must be one of upstream, downstream, none, all`);
  }
  const { id = '', include_deleted_configs: withDeleted = false } = query;
  const ids = id.split(',').filter((each) => each !== '');
  if (ids.some((each) => !isUuid(each.replace(/^!/u, '')))) throw new Refusal(`'id' is no uuid`);
  const [only = ''] = ids;
  if (ids.length === 1 && isUuid(only)) {
    const places = [only, recursive, withDeleted, query.depth ?? 5].map((value) => to.param(value));
    return { sql: `related_changes_recursive(${places.join(', ')})`, isView: false };
  }
  addList(to, 'c.config_id::text', id);
  if (!withDeleted) to.add('ci.deleted_at is null');
  return { sql: 'catalog_changes', isView: true };
}

function addRange(to: Conditions, { from = '', to: until = '' }: Query, nowMs: number): void {
  const start = from === '' && until === '' ? 'now-2d' : from;
  const moments = [start, until].map((each) => (each === '' ? null : parseDatemath(each, nowMs)));
  const [first, last] = moments;
  if (first === undefined) throw new Refusal(`'from' cannot be read: ${start}`);
  if (last === undefined) throw new Refusal(`'to' cannot be read: ${until}`);
  if (first !== null && last !== null && first > last) throw new Refusal(`'from' must come before 'to'`);
  if (first !== null) to.add(`c.created_at >= ${to.param(first)}`);
  if (last !== null) to.add(`c.created_at <= ${to.param(last)}`);
}

function addFilters(to: Conditions, query: Query): void {
  addSeverity(to, query.severity ?? '');
  addList(to, 'c.type', query.config_type);
  addList(to, 'c.change_type', query.type);
  addList(to, 'c.summary', query.summary, true);
  addList(to, 'c.source', query.source, true);
  addList(to, 'c.external_created_by', query.external_created_by, true);
  const by = query.created_by ?? '';
  addList(to, isUuid(by) ? 'c.created_by::text' : 'c.external_created_by', by, true);
  const agent = query.agent_id ?? '';
  if (agent !== '' && agent !== 'local' && !isUuid(agent)) throw new Refusal(`'agent_id' is no uuid`);
  addList(to, 'c.agent_id::text', agent === 'local' ? '00000000-0000-0000-0000-000000000000' : agent);
  if (!addSelector(to, 'c.tags', query.tags)) throw new Refusal(`'tags' cannot be read`);
}

/** A severity means itself or worse, `!` turns that round, and any other text means that there is a known one. */
function addSeverity(to: Conditions, asked: string): void {
  if (asked === '') return;
  const at = SEVERITIES.indexOf(asked.replace(/^!/u, '').toLowerCase());
  const worse = at < 0 ? SEVERITIES : SEVERITIES.slice(0, at + 1);
  const isIn = `coalesce(lower(c.severity) = any(${to.param(worse)}), false)`;
  to.add(asked.startsWith('!') && at >= 0 ? `not ${isIn}` : isIn);
}

/** Without a column there is no order at all, as on the real server: pages may overlap. */
function orderOf({ sort_by: sortBy = '' }: Query): string {
  const column = sortBy.replace(/^-/u, '');
  if (column === '') return '';
  if (!SORTABLE.includes(column)) throw new Refusal(`'sort_by' must be one of ${SORTABLE.join(', ')}`);
  return `order by c.${column} ${sortBy.startsWith('-') ? 'desc' : 'asc'}`;
}
