import type { JsonRow } from '../../protocol/op.ts';
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
