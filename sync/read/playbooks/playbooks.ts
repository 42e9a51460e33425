import { changesWithin } from '../../protocol/json-path.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { byCreated, compareText, isShown, marksOf, maybeTextOf, textOf } from '../columns.ts';
import { allRows, readClaim } from '../queries.ts';
import type { LateRead } from '../read-model.ts';
import type { Marks } from '../types.ts';

/** The newest run of a playbook. */
export interface LastRun {
  readonly id: string;
  readonly status: string | null;
  /** When it began; before that, when it was asked for. */
  readonly at: string | null;
}

/** One playbook without its steps. */
export interface PlaybookRef {
  readonly id: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly icon: string | null;
  readonly category: string | null;
  /** Where it was defined: `UI`, `KubernetesCRD`, … */
  readonly source: string | null;
  /** Id of a person. */
  readonly createdBy: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly marks: Marks;
  /** What waits to be set in its definition, by the names of the values; `spec` is the whole of one that was made here. */
  readonly definitionChanges: JsonRow;
  /** Of the runs of this device; null where there is none, undefined where they are not all here. */
  readonly lastRun: LastRun | null | undefined;
}

/** Live playbooks by title. */
export const playbooksRead: LateRead<readonly PlaybookRef[]> = {
  tables: ['playbooks', 'playbook_runs', 'feeds'],
  query: async (db) => {
    const claim = await readClaim(db, ['playbooks'], ['playbook_runs']);
    const runsClaim = await readClaim(db, ['playbook_runs']);
    const newest = new Map(
      (await allRows(db, 'playbook_runs'))
        .filter(isShown)
        .sort(byCreated)
        .map((run) => [textOf(run, 'playbook_id'), run]),
    );
    const lastRunOf = (id: string): LastRun | null | undefined => {
      if (runsClaim.state !== 'complete') return undefined;
      const run = newest.get(id);
      if (run === undefined) return null;
      return {
        id: textOf(run, 'id'),
        status: maybeTextOf(run, 'status'),
        at: maybeTextOf(run, 'start_time') ?? maybeTextOf(run, 'created_at'),
      };
    };
    const data = (await allRows(db, 'playbooks')).filter(isShown).map((row): PlaybookRef => {
      const id = textOf(row, 'id');
      return {
        id,
        namespace: maybeTextOf(row, 'namespace'),
        name: textOf(row, 'name'),
        title: maybeTextOf(row, 'title'),
        description: maybeTextOf(row, 'description'),
        icon: maybeTextOf(row, 'icon'),
        category: maybeTextOf(row, 'category'),
        source: maybeTextOf(row, 'source'),
        createdBy: maybeTextOf(row, 'created_by'),
        createdAt: maybeTextOf(row, 'created_at'),
        updatedAt: maybeTextOf(row, 'updated_at'),
        marks: marksOf(row),
        definitionChanges: changesWithin(row, 'spec'),
        lastRun: lastRunOf(id),
      };
    });
    const nameOf = ({ title, name }: PlaybookRef): string => (title ?? name).toLowerCase();
    return {
      data: data.sort((a, b) => compareText(nameOf(a), nameOf(b)) || compareText(a.id, b.id)),
      ...claim,
    };
  },
};
