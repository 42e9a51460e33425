import { pageRefs, planPage } from '#sync/core/pull/apply-page.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { parseRows } from '#sync/transport/parse-page.ts';
import { uuidOf, wirePages } from './packed/rows.ts';
import { putRowsRaw } from './packed/raw.ts';

const ROWS = 10_000;
/** Rows of a page of the wire. */
const WIRE_ROWS = 1_000;
const healths = ['healthy', 'warning', 'unhealthy'];

function componentRow(at: number): JsonRow {
  const row: JsonRow = Object.fromEntries(tables.components.columns.map((name) => [name, null]));
  return {
    ...row,
    id: uuidOf(at),
    topology_id: uuidOf(at % 40),
    parent_id: uuidOf(at % 900),
    agent_id: '00000000-0000-0000-0000-000000000000',
    name: `payments-${at}`,
    type: 'KubernetesNamespace',
    labels: { team: `team-${at % 40}`, tier: '1' },
    health: healths[at % 3],
    status: 'Running',
    is_leaf: at % 4 > 0,
    created_at: '2024-09-01T10:00:00.123456+00:00',
    updated_at: '2024-09-01T10:00:00.123456+00:00',
  };
}

/** T1 for a table of rows: what a bootstrap writes per second, beside plain puts with the same indexes. */
export async function measureRowTable(
  host: StoreHost,
): Promise<{ readonly bootstrap: number; readonly raw: number }> {
  const spec = tables.components;
  const rows = Array.from({ length: ROWS }, (_, at) => componentRow(at)).sort((a, b) =>
    String(a['id']) < String(b['id']) ? -1 : 1,
  );
  const rawMs = await putRowsRaw(rows, ['parent_id', 'topology_id']);
  const pages = wirePages(rows, WIRE_ROWS);
  const cache = createDexieCache({ userId: 'bench-rows', tenant: 'bench', scopeHash: '' }, host);
  try {
    await cache.feeds();
    const startedAt = performance.now();
    for (const [at, body] of pages.entries()) {
      const parsed = parseRows(spec, JSON.parse(body) as JsonRow[]); // written by wirePages
      const page = { spec, rows: parsed.rows, fence: at, nowMs: 0 };
      await cache.mutate(pageRefs(page), 1, (look) => planPage(page, look));
    }
    const ms = performance.now() - startedAt;
    const stored = await cache.count('components');
    if (stored !== ROWS) throw new Error(`${stored} of ${ROWS} rows were stored`);
    return { bootstrap: Math.round((ROWS / ms) * 1_000), raw: Math.round((ROWS / rawMs) * 1_000) };
  } finally {
    await cache.wipe();
  }
}
