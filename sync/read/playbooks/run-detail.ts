import type { JsonRow } from '../../protocol/op.ts';
import { readStored } from '../../store/cache/records.ts';
import { compareText, isShown, textOf } from '../columns.ts';
import { runTables, withPlaybooks } from './playbook-runs.ts';
import { readClaim, rowsWhere } from '../queries.ts';
import type { LateRead } from '../read-model.ts';

/** What this device knows of a run. */
export interface RunRows {
  /** Null when it is not here, which `state` explains. */
  readonly run: JsonRow | null;
  /** Its steps in order, without what they gave; those that have not begun last. */
  readonly actions: readonly JsonRow[];
}

const LAST = '\uFFFF';

/** One run with its steps. */
export function runRead(id: string): LateRead<RunRows> {
  return {
    tables: [...runTables, 'playbook_run_actions'],
    query: async (db) => {
      const claim = await readClaim(db, ['playbook_runs', 'playbook_run_actions']);
      const row = readStored(await db.table('playbook_runs').get(id));
      const [run = null] = row === undefined ? [] : await withPlaybooks(db, [row]);
      const begunAt = (action: JsonRow): string => textOf(action, 'start_time') || LAST;
      const actions = (await rowsWhere(db, 'playbook_run_actions', 'playbook_run_id', [id]))
        .filter(isShown)
        .sort((a, b) => compareText(begunAt(a), begunAt(b)) || compareText(textOf(a, 'id'), textOf(b, 'id')));
      return { data: { run, actions }, ...claim };
    },
  };
}
