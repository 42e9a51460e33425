import { keyColumnsOf, keyOfRow } from '#sync/protocol/keys.ts';
import type { TableSpec } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { ModelServer } from './model/model-server.ts';
import type { InFlight } from './network.ts';

const byPath = new Map<string, TableSpec>();
for (const spec of Object.values<TableSpec>(tables)) {
  byPath.set(spec.path, spec);
  if (spec.write?.path !== undefined) byPath.set(spec.write.path, spec);
}

/** The single row that a request writes or looks up, as `table id`; null for pages and for what is no row. */
export function rowOfRequest({
  method,
  path,
  body,
}: Pick<InFlight, 'method' | 'path' | 'body'>): string | null {
  const [named = '', search = ''] = path.split('?');
  const spec = byPath.get(named);
  if (spec === undefined) return null;
  const id = keyOfRow(spec, method === 'POST' ? rowIn(body) : keyIn(spec, search));
  return id === null ? null : `${spec.name} ${id}`;
}

function rowIn(body: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function keyIn(spec: TableSpec, search: string): Record<string, unknown> {
  const params = new URLSearchParams(search);
  const named = keyColumnsOf(spec).map((column) => {
    const filter = params.get(column);
    // A page names no row; undefined is no key.
    const value =
      filter === 'is.null' ? null : filter?.startsWith('eq.') === true ? filter.slice(3) : undefined;
    return [column, value] as const;
  });
  return Object.fromEntries(named.some(([, value]) => value === undefined) ? [] : named);
}

/**
 * The server has dealt with a request for a single row. A write counts at once, because what it did stands whether or not
 * anybody hears of it; a look counts when its answer is here, as what the row was when the server looked (I8).
 */
export function noteHandled(server: ModelServer, request: InFlight): () => void {
  const row = rowOfRequest(request);
  if (row === null) return () => undefined;
  const count = server.versions.get(row)?.length ?? 0;
  const tell = (): void => {
    server.told.set(row, Math.max(count, server.told.get(row) ?? 0));
  };
  if (request.method !== 'GET') tell();
  return tell;
}
