import { keyOf } from '../../core/pull/apply-page.ts';
import { startWalk } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import { chunks, IDS_PER_REQUEST } from '../../core/pull/reconcile.ts';
import type { HttpRequest } from '../../ports.ts';
import type { TableSpec } from '../../protocol/table.ts';
import { newestRequest, pageRequest, columnsOn, rowsWhere } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import type { Answer } from '../tabs/client.ts';
import { Tally } from './parts.ts';
import { fetchPage, pageOf } from './table.ts';
import type { PullParts } from './parts.ts';

/** Rows of the first useful screen (T2). */
const HEAD_ROWS = 200;
/** Parents whose children come before any walk: as many as a few requests can name. */
const HEAD_PARENTS = 4 * IDS_PER_REQUEST;

/** What is open: the person's own first, then everybody's, then the newest whatever their state (D11). */
function rootRequests(parts: PullParts, spec: TableSpec): readonly HttpRequest[] {
  const context = parts.client.context();
  const newest = newestRequest(spec, context, HEAD_ROWS);
  if (spec.first === undefined) return [newest];
  const { own, stateColumn, ended } = spec.first;
  const open: Param = [stateColumn, `not.in.(${ended.join(',')})`];
  const mine: Param = ['or', `(${own.map((column) => `${column}.eq.${context.userId}`).join(',')})`];
  const query = {
    columns: columnsOn(spec, context),
    marker: 'created_at',
    direction: 'desc' as const,
    limit: HEAD_ROWS,
  };
  return [
    pageRequest(spec, context, { ...query, where: [open, mine] }),
    pageRequest(spec, context, { ...query, where: [open] }),
    newest,
  ];
}

/** Ids of the rows that are open, or of all that are here below open ones. */
async function openParents(parts: PullParts, table: TableSpec): Promise<readonly string[]> {
  const rows = await parts.runtime.ports.cache.dump(table.name);
  const { first } = table;
  const isOpen = (state: string | null): boolean => first === undefined || !first.ended.includes(state ?? '');
  return rows
    .filter((row) => isOpen(textAt(row, first?.stateColumn ?? '')))
    .toSorted((a, b) => ((textAt(a, 'created_at') ?? '') < (textAt(b, 'created_at') ?? '') ? 1 : -1))
    .slice(0, HEAD_PARENTS)
    .map((row) => keyOf(table, row) ?? '');
}

async function childRequests(parts: PullParts, spec: TableSpec): Promise<readonly HttpRequest[]> {
  const { parent } = spec;
  if (parent === undefined) return [];
  const ids = await openParents(parts, parts.runtime.tables[parent.table]);
  return chunks(ids, IDS_PER_REQUEST).map((part) =>
    rowsWhere(spec, parts.client.context(), parent.column, part),
  );
}

/**
 * Asks for these pages side by side, or each would wait a round trip for the one before, and stores them in their order.
 * None of them is on its way any more when it ends. Null: it went through, or the role may not read the table.
 */
async function takeHead(
  parts: PullParts,
  spec: TableSpec,
  requests: readonly HttpRequest[],
  tally: Tally,
): Promise<Answer | null> {
  const asked = requests.map((request) => fetchPage(parts, spec, request, tally));
  let isBegun = false;
  try {
    for (const each of asked) {
      const turn = await each;
      if (parts.lead.isOver() || turn.answer.class === 'forbidden') return null;
      if (turn.answer.class !== 'ok') return turn.answer;
      // The walk begins here: what is deleted from now on must come by the feeds, whoever ends the walk.
      const start = isBegun ? undefined : startWalk(spec.name, turn.answer.serverTime);
      await parts.cache.page(pageOf(parts, spec, turn), { cursor: () => start });
      isBegun = true;
    }
    return null;
  } finally {
    await Promise.all(asked);
  }
}

/**
 * The first useful screen before any walk (D11, T2): my open incidents, all open ones, and what hangs below them. Only
 * for tables that were never walked. The walk counts from here, so that a row which goes before it ends is not missed.
 * Null: it went through.
 */
export async function headStart(
  parts: PullParts,
  specs: readonly TableSpec[],
  begun: (spec: TableSpec) => Promise<void>,
): Promise<Answer | null> {
  for (const spec of specs) {
    if ((await parts.runtime.ports.cache.cursor(spec.name)) !== undefined) continue;
    const requests = spec.parent === undefined ? rootRequests(parts, spec) : await childRequests(parts, spec);
    const tally = new Tally();
    const stop = await takeHead(parts, spec, requests, tally);
    if (stop !== null) return stop;
    if (parts.lead.isOver()) return null;
    if (tally.rows > 0) await begun(spec);
  }
  return null;
}
