import type { Hono } from 'hono';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { parseDatemath } from '../datemath.ts';
import { isAllowed } from '../roles.ts';
import { addList, Conditions, readBody, Refusal } from './questions.ts';

/** Columns that a summary may be grouped by; any other name is the key of a tag. */
const COLUMNS = ['type', 'config_class', 'status', 'health', 'agent_id'];
const COSTS = ['1d', '7d', '30d'];

const since = v.exactOptional(v.object({ since: v.string() }));
const querySchema = v.object({
  groupBy: v.exactOptional(v.array(v.string())),
  tags: v.exactOptional(v.array(v.string())),
  deleted: v.exactOptional(v.boolean()),
  filter: v.exactOptional(v.record(v.string(), v.string())),
  health: v.exactOptional(v.string()),
  status: v.exactOptional(v.string()),
  changes: since,
  analysis: since,
  cost: v.exactOptional(v.string()),
});
type Query = v.InferOutput<typeof querySchema>;

/** One thing that rows are gathered by: its name in the answer and where it stands. */
interface Key {
  readonly name: string;
  readonly sql: string;
}

/**
 * `POST /catalog/summary` (server.md): items gathered by type and tags, with how many there are, their healths, and when it
 * is asked for changes, findings and costs of a time. `null` where there is nothing.
 */
export function addSummary(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/catalog/summary', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'database', 'read')) return accessDenied(c);
    try {
      const rows = await answer(gateway, await readBody(c, querySchema));
      return c.json(rows.length === 0 ? null : rows);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return c.json({ error: `bad request: ${thrown.message}` }, 400);
    }
  });
}

async function answer(gateway: Gateway, query: Query): Promise<Record<string, unknown>[]> {
  const to = new Conditions();
  const keys: Key[] = [...(query.groupBy ?? ['type']), ...(query.tags ?? [])].map((name) => ({
    name,
    sql: COLUMNS.includes(name) ? `ci.${name}` : `ci.tags ->> ${to.param(name)}`,
  }));
  if (query.deleted !== true) to.add('ci.deleted_at is null');
  for (const [label, value] of Object.entries(query.filter ?? {})) {
    to.add(`ci.labels ->> ${to.param(label)} = ${to.param(value)}`);
  }
  // The health map is of all, the number of those that pass.
  const counted = new Conditions();
  counted.params.push(...to.params);
  addList(counted, 'ci.health', query.health);
  addList(counted, 'ci.status', query.status);
  const place = keys.map((_key, at) => `k${at}`);
  const names = keys.map(({ sql }, at) => `${sql} as k${at}`);
  const on = place.map((key) => `${key} is not distinct from g.${key}`).join(' and ');
  const parts = [
    `(select jsonb_object_agg(h.health, h.n) from (
        select health, count(*) as n from items where health is not null and ${on} group by health
      ) h) as health`,
    ...moreOf(gateway, query, counted, on),
  ];
  const sql = `with items as (
      select ci.id, ci.health, ci.created_at, ci.updated_at, ${counted.text} as is_counted, ${names.join(', ')}
      from config_items ci where ${to.text}
    ), grouped as (
      select ${place.join(', ')}, max(created_at) as created_at, max(updated_at) as updated_at,
        (count(*) filter (where is_counted))::int as count
      from items group by ${place.join(', ')}
    )
    select g.*, ${parts.join(', ')} from grouped g where g.count > 0 order by ${place.map((key) => `g.${key}`).join(', ')}`;
  const found = await gateway.pool.query<Record<string, unknown>>(sql, counted.params);
  return found.rows.map((row) => ({
    ...Object.fromEntries(keys.map(({ name }, at) => [name, row[`k${at}`]])),
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !/^k\d+$/u.test(name))),
  }));
}

/** What is only told when it is asked for. */
function moreOf(gateway: Gateway, query: Query, to: Conditions, on: string): string[] {
  const from = (asked: { readonly since: string }): string => {
    const at = parseDatemath(`now-${asked.since}`, gateway.clock());
    if (at === undefined) throw new Refusal(`'since' cannot be read: ${asked.since}`);
    return to.param(at);
  };
  const within = `select id from items where ${on}`;
  const { changes, analysis, cost } = query;
  const empty = gateway.wire === '2026' ? `'{}'::jsonb` : 'null';
  if (cost !== undefined && !COSTS.includes(cost)) {
    throw new Refusal(`'cost' must be one of ${COSTS.join(', ')}`);
  }
  return [
    ...(changes === undefined
      ? []
      : [
          `(select count(*)::int from config_changes ch
            where ch.created_at >= ${from(changes)} and ch.config_id in (${within})) as changes`,
        ]),
    ...(analysis === undefined
      ? []
      : [
          `coalesce((select jsonb_object_agg(a.analysis_type, a.n) from (
              select analysis_type, count(*) as n from config_analysis
              where last_observed >= ${from(analysis)} and config_id in (${within}) group by analysis_type
            ) a), ${empty}) as analysis`,
        ]),
    ...(cost === undefined ? [] : [costOf(gateway, cost, within)]),
  ];
}

function costOf(gateway: Gateway, cost: string, within: string): string {
  const source =
    gateway.wire === '2026'
      ? `select sum(cost_total_${cost === '7d' ? '30d' : cost}) from configs where id in (${within})`
      : `select sum(cost_total_${cost}) from config_items where id in (${within})`;
  return `(${source})::float8 as cost_${cost}`;
}
