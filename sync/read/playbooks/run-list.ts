import type { JsonRow } from '../../protocol/op.ts';
import { readStored } from '../../store/cache/records.ts';
import { textOf } from '../columns.ts';
import { runTables, withPlaybooks } from './playbook-runs.ts';
import { allRows, readClaim, rowsWhere } from '../queries.ts';
import type { LateRead } from '../read-model.ts';

/** All runs of this device, or those of one playbook, with the same promises as `queryRunsOf`. */
export function runsRead(playbookId: string | undefined): LateRead<readonly JsonRow[]> {
  return {
    tables: runTables,
    query: async (db) => {
      const claim = await readClaim(db, ['playbook_runs'], ['playbooks']);
      const runs =
        playbookId === undefined
          ? await allRows(db, 'playbook_runs')
          : await rowsWhere(db, 'playbook_runs', 'playbook_id', [playbookId]);
      return { data: await withPlaybooks(db, runs), ...claim };
    },
  };
}

/** Names and types of checks or components by id, of those on this device. */
export function namesRead(
  tbl: 'checks' | 'components',
  ids: readonly string[],
): LateRead<ReadonlyMap<string, JsonRow>> {
  return {
    tables: [tbl, 'feeds'],
    query: async (db) => {
      const claim = await readClaim(db, [tbl]);
      const rows = (await db.table(tbl).bulkGet([...ids])).map(readStored);
      const found = rows.flatMap((row) => (row === undefined ? [] : [[textOf(row, 'id'), row] as const]));
      return { data: new Map(found), ...claim };
    },
  };
}
