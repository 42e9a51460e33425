import * as v from 'valibot';
import type { Gateway } from '../context.ts';
import type { LogSource } from './log-lines.ts';

const selectorsSchema = v.nullable(
  v.array(v.object({ name: v.string(), labels: v.exactOptional(v.record(v.string(), v.string())) })),
);

interface Component {
  id: string;
  name: string;
  namespace: string | null;
  status: string | null;
  log_selectors: unknown;
}

/** Where the lines of a component come from, one for each of its selectors; `undefined` where there is no such component. */
export async function logSourcesOf(
  { pool }: Gateway,
  id: string,
): Promise<readonly { name: string; source: LogSource }[] | undefined> {
  const { rows } = await pool.query<Component>(
    'select id, name, namespace, status, log_selectors from components where id = $1 and deleted_at is null',
    [id],
  );
  const [component] = rows;
  if (component === undefined) return undefined;
  return (v.parse(selectorsSchema, component.log_selectors) ?? []).map(({ name, labels = {} }) => ({
    name,
    source: {
      key: `${component.id}/${name}`,
      name: component.name,
      namespace: component.namespace ?? 'default',
      labels,
      isUnhealthy: component.status === 'unhealthy',
    },
  }));
}
