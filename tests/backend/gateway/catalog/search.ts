import type { Hono } from 'hono';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { isAllowed } from '../roles.ts';
import { addList, addSelector, Conditions, readBody, Refusal } from './questions.ts';

const text = v.exactOptional(v.string());
const selectorSchema = v.object({
  agent: text,
  search: text,
  includeDeleted: v.exactOptional(v.boolean()),
  id: text,
  name: text,
  namespace: text,
  types: v.exactOptional(v.array(v.string())),
  statuses: v.exactOptional(v.array(v.string())),
  tagSelector: text,
  labelSelector: text,
});
type Selector = v.InferOutput<typeof selectorSchema>;

const selectors = v.exactOptional(v.array(selectorSchema));
const querySchema = v.object({ checks: selectors, components: selectors, configs: selectors });

const LOCAL = '00000000-0000-0000-0000-000000000000';

/** Where each kind of resource is, and what stands for its namespace and its tags. */
const kinds = [
  {
    name: 'checks',
    namespace: `coalesce(r.namespace, '')`,
    tags: 'r.labels',
    icon: 'r.icon',
    searched: ['r.labels'],
  },
  {
    name: 'components',
    namespace: `coalesce(r.namespace, '')`,
    tags: 'r.labels',
    icon: 'r.icon',
    searched: ['r.labels'],
  },
  {
    name: 'configs',
    namespace: `coalesce(r.tags ->> 'namespace', '')`,
    tags: 'r.tags',
    icon: 'null::text',
    searched: ['r.labels', 'r.tags'],
  },
] as const;
type Kind = (typeof kinds)[number];

const tableOf = ({ name }: Kind): string => (name === 'configs' ? 'config_items' : name);

/** `POST /resources/search` (server.md): checks, components and items by selectors; what is empty is left out. */
export function addSearch(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.post('/resources/search', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'database', 'read')) return accessDenied(c);
    try {
      const asked = await readBody(c, querySchema);
      const found: [string, readonly object[]][] = [];
      for (const kind of kinds) {
        const rows = await search(gateway, kind, asked[kind.name] ?? []);
        if (rows.length > 0) found.push([kind.name, rows]);
      }
      return c.json(Object.fromEntries(found));
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return c.json({ error: 'bad request', message: thrown.message }, 400);
    }
  });
}

async function search(gateway: Gateway, kind: Kind, asked: readonly Selector[]): Promise<readonly object[]> {
  const rows = new Map<unknown, object>();
  for (const selector of asked) {
    const to = new Conditions();
    if (!addConditions(to, kind, selector)) continue;
    const { icon, more } = gateway.wire === '2026' ? columnsOf2026(kind) : { icon: kind.icon, more: '' };
    const found = await gateway.pool.query<Record<string, unknown>>(
      `select r.id, r.agent_id as agent, ${icon} as icon, r.name, ${kind.namespace} as namespace, r.type,
              ${kind.tags} as tags${more}
       from ${tableOf(kind)} r where ${to.text} order by r.name, r.id`,
      to.params,
    );
    for (const row of found.rows) rows.set(row['id'], withoutGaps(row));
  }
  return [...rows.values()];
}

/** The server of 2026 tells health and status, of a check its status as its health, and no icon of a component. */
function columnsOf2026({ name, icon }: Kind): { icon: string; more: string } {
  if (name === 'checks') return { icon, more: ', r.status as health' };
  return { icon: name === 'components' ? 'null::text' : icon, more: ', r.health, r.status' };
}

/** An icon or tags that are not set are left out; a namespace never is. */
const withoutGaps = (row: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(row).filter(([key, value]) => key === 'namespace' || (value !== null && value !== '')),
  );

/** False for a selector that says nothing: it matches nothing. */
function addConditions(to: Conditions, kind: Kind, selector: Selector): boolean {
  const {
    agent = '',
    id,
    name,
    namespace,
    search: words,
    types,
    statuses,
    tagSelector,
    labelSelector,
  } = selector;
  const isEmpty = [id, name, namespace, words, tagSelector, labelSelector, types, statuses].every(
    (each) => each === undefined || each.length === 0,
  );
  if (isEmpty) return false;
  if (selector.includeDeleted !== true) to.add('r.deleted_at is null');
  if (agent !== 'all') to.add(`r.agent_id::text = ${to.param(agent === '' ? LOCAL : agent)}`);
  addList(to, 'r.id::text', id);
  addList(to, 'r.name', name);
  addList(to, kind.namespace, namespace);
  addList(to, 'r.type', (types ?? []).join(','));
  addList(to, 'r.status', (statuses ?? []).join(','));
  if (words !== undefined && words !== '') addSearchWords(to, kind, words);
  if (!addSelector(to, 'r.labels', labelSelector)) throw new Refusal('the label selector cannot be read');
  if (tagSelector !== undefined && kind.name !== 'configs') throw new Refusal('only configs have tags');
  if (!addSelector(to, 'r.tags', tagSelector)) throw new Refusal('the tag selector cannot be read');
  return true;
}

/** A prefix of the name, or of any value of a label or tag, whatever the case. */
function addSearchWords(to: Conditions, kind: Kind, words: string): void {
  const prefix = to.param(`${words.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`);
  const values = kind.searched.map(
    (column) => `exists (select from jsonb_each_text(${column}) pair where pair.value ilike ${prefix})`,
  );
  to.add(`(r.name ilike ${prefix} or ${values.join(' or ')})`);
}
