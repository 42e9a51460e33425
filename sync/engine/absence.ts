import type { TableSpec } from '../protocol/table.ts';
import { countRequest, rowRequest } from '../transport/postgrest.ts';
import type { Client } from './client.ts';
import type { Runtime } from './runtime.ts';

/**
 * A second look at a row that one answer did not show (I14): the row is asked for again, and the table must show that
 * it answers at all when this device knows other rows of it. True: it is gone. False: it is there. Null: nobody can
 * tell now.
 */
export async function confirmAbsent(
  parts: { readonly runtime: Runtime; readonly client: Client },
  spec: TableSpec,
  id: string,
): Promise<boolean | null> {
  const { runtime, client } = parts;
  const again = await client.ask('read', rowRequest(spec, client.context(), id));
  if (again.class !== 'ok') return null;
  const isDeleted = spec.softDelete && typeof again.rows[0]?.['deleted_at'] === 'string';
  if (again.rows.length > 0) return isDeleted;
  const control = await client.ask('read', countRequest(spec, client.context()));
  if (control.class !== 'ok') return null;
  if (control.rows.length > 0) return true;
  const knownRows = await runtime.ports.cache.count(spec.name);
  return knownRows <= 1 ? true : null;
}
