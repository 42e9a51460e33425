import type { Dexie } from 'dexie';
import type { JsonRow } from '../../protocol/op.ts';
import type { Stored } from '../../protocol/stored.ts';
import { readStored } from '../../store/cache/records.ts';
import { byCreated, isShown, textOf } from '../columns.ts';
import { readClaim, rowsWhere } from '../queries.ts';
import type { Read } from '../types.ts';

/** What a run of a playbook may belong to. */
export type RunSubject = 'playbook_id' | 'component_id' | 'config_id' | 'check_id';

/** Tables `queryRunsOf` reads. */
export const runTables = ['playbook_runs', 'playbooks', 'feeds'];

/**
 * Runs of one thing that are on this device, last created first, each with its playbook under `playbooks`, as the server
 * joins them. Those that ended before the window of the collection are not here. Call inside a read transaction over
 * `runTables`.
 */
export async function queryRunsOf(
  db: Dexie,
  column: RunSubject,
  id: string,
): Promise<Read<readonly JsonRow[]>> {
  const claim = await readClaim(db, ['playbook_runs']);
  const data = await withPlaybooks(db, await rowsWhere(db, 'playbook_runs', column, [id]));
  return { data, ...claim };
}

/** Runs that are shown, last created first, each with its playbook. */
export async function withPlaybooks(db: Dexie, all: readonly Stored[]): Promise<readonly JsonRow[]> {
  const runs = all.filter(isShown);
  const ids = [...new Set(runs.map((run) => textOf(run, 'playbook_id')))];
  const playbooks = new Map(
    (await db.table('playbooks').bulkGet(ids)).map(readStored).map((row, at) => [ids[at], row]),
  );
  return runs
    .sort((a, b) => byCreated(b, a))
    .map((run) => ({ ...run, playbooks: playbooks.get(textOf(run, 'playbook_id')) ?? null }));
}
