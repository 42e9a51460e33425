import type { Hono } from 'hono';
import * as v from 'valibot';
import { accessDenied } from '../authenticate.ts';
import type { Gateway, GatewayEnv } from '../context.ts';
import { isAllowed } from '../roles.ts';

/** One selector of a playbook, as far as the seeds use them; a field that is not there lets everything through. */
const selectorSchema = v.object({
  name: v.optional(v.string()),
  namespace: v.optional(v.string()),
  types: v.optional(v.array(v.string())),
  statuses: v.optional(v.array(v.string())),
  /** `key=value`, several separated by commas. */
  labelSelector: v.optional(v.string()),
});
type Selector = v.InferOutput<typeof selectorSchema>;

const specSchema = v.object({
  checks: v.optional(v.array(selectorSchema)),
  components: v.optional(v.array(selectorSchema)),
  configs: v.optional(v.array(selectorSchema)),
  parameters: v.optional(v.array(v.looseObject({ name: v.string() }))),
});

interface Resource {
  name: string | null;
  namespace: string | null;
  type: string | null;
  status: string | null;
  labels: Readonly<Record<string, string>> | null;
}

interface Playbook {
  id: string;
  name: string;
  spec: unknown;
  [column: string]: unknown;
}

/** What of a row is set: the server leaves out the rest. */
const set = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

/** What each parameter of the list names: where the resource is found and which selectors speak of it. */
const kinds = [
  {
    param: 'check_id',
    selectors: 'checks',
    sql: 'select name, namespace, type, status, labels from checks where id = $1 and deleted_at is null',
  },
  {
    param: 'component_id',
    selectors: 'components',
    sql: 'select name, namespace, type, status, labels from components where id = $1 and deleted_at is null',
  },
  {
    param: 'config_id',
    selectors: 'configs',
    sql: `select name, coalesce(tags->>'namespace', '') as namespace, type, status, labels
          from config_items where id = $1 and deleted_at is null`,
  },
] as const;

/** `GET /playbook/list`: what may be run for one check, component or config (reference server.md). */
export function addOffers(app: Hono<GatewayEnv>, gateway: Gateway): void {
  app.get('/playbook/list', async (c) => {
    if (!isAllowed(c.get('caller').roles, 'playbooks', 'read')) return accessDenied(c);
    const kind = kinds.find(({ param }) => c.req.query(param) !== undefined);
    if (kind === undefined)
      return c.json(
        { error: 'bad request', message: 'one of config_id, check_id or component_id is required' },
        400,
      );
    const id = c.req.query(kind.param) ?? '';
    if (!v.is(v.pipe(v.string(), v.uuid()), id))
      return c.json({ error: 'bad request', message: 'the id is no uuid' }, 400);
    const found = await gateway.pool.query<Resource>(kind.sql, [id]);
    const [resource] = found.rows;
    if (resource === undefined) return c.json({ error: 'Internal error.' }, 500);
    const all = await gateway.pool.query<Playbook>(
      `select id, name, namespace, title, icon, description, source, category, created_at, spec
       from playbooks where deleted_at is null order by name`,
    );
    return c.json(
      all.rows.flatMap((playbook) => {
        const parsed = v.safeParse(specSchema, playbook.spec);
        const selectors = parsed.success ? (parsed.output[kind.selectors] ?? []) : [];
        if (selectors.length === 0 || !selectors.every((selector) => matches(selector, resource))) return [];
        const parameters = parsed.success ? (parsed.output.parameters ?? []) : [];
        const { id: playbookId, name } = playbook;
        // The server of 2024 tells no more than what its run form needs.
        const told = gateway.wire === '2026' ? set(playbook) : { id: playbookId, name };
        return [{ ...told, ...(parameters.length === 0 ? {} : { parameters }) }];
      }),
    );
  });
}

function matches(selector: Selector, { name, namespace, type, status, labels }: Resource): boolean {
  const wanted = (selector.labelSelector ?? '').split(',').filter(Boolean);
  return (
    (selector.name === undefined || selector.name === name) &&
    (selector.namespace === undefined || selector.namespace === namespace) &&
    (selector.types === undefined || selector.types.includes(type ?? '')) &&
    (selector.statuses === undefined || selector.statuses.includes(status ?? '')) &&
    wanted.every((pair) => {
      const [key = '', value = ''] = pair.split('=');
      return labels?.[key.trim()] === value.trim();
    })
  );
}
