import type { TableSpec } from '../../protocol/table.ts';
import { signedInTable } from '../../protocol/tables.ts';
import { countRequest, rowRequest } from '../../transport/postgrest.ts';
import type { Client } from '../tabs/client.ts';
import type { Runtime } from '../runtime.ts';

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
  const { client } = parts;
  const again = await client.ask('read', rowRequest(spec, client.context(), id));
  if (again.class !== 'ok') return null;
  const isDeleted = spec.softDelete && typeof again.rows[0]?.['deleted_at'] === 'string';
  if (again.rows.length > 0) return isDeleted;
  const control = await client.ask('read', countRequest(spec, client.context()));
  if (control.class !== 'ok') return null;
  if (control.rows.length > 0) return true;
  return (await knowsOthers(parts.runtime, spec, id)) ? null : seesItself(parts);
}

/**
 * Rows here that speak against an empty table. Those with pending changes do not: the server may never have had them,
 * and no sweep takes them away, so that two of them would hold each other for ever (I28, I32).
 */
async function knowsOthers({ ports }: Runtime, spec: TableSpec, id: string): Promise<boolean> {
  const rows = await ports.cache.dump(spec.name);
  return rows.some((row) => row._p === 0 && row[spec.key] !== id);
}

/** An empty table may be true; a server that does not even show who asks is not believed. */
async function seesItself({
  runtime,
  client,
}: {
  readonly runtime: Runtime;
  readonly client: Client;
}): Promise<boolean | null> {
  const { tables, identity } = runtime;
  const own = await client.ask('read', rowRequest(signedInTable(tables), client.context(), identity.userId));
  // A role that may not read people has been answered all the same.
  if (own.class === 'forbidden') return true;
  return own.class === 'ok' && own.rows.length > 0 ? true : null;
}
