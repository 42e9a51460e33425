import type { JsonRow } from '../../protocol/op.ts';
import type { KeptThing, TableName, TableSpec } from '../../protocol/table.ts';

/** Ids of things that something on this device speaks for: they stay when room is wanted, and when a window moves on. */
export type Kept = Readonly<Record<`${KeptThing}s`, ReadonlySet<string>>>;

interface Thing {
  readonly kind: string;
  readonly id: string;
}

/** Whatever keeps things here: pins, documents that are kept for a reason, and rows of the incidents that are here. */
export interface Keepers {
  readonly pins: readonly Thing[];
  readonly documents: readonly Thing[];
  readonly tables: readonly TableSpec[];
  readonly rowsOf: (tbl: TableName) => Promise<readonly JsonRow[]>;
}

/** What a document is of. */
const OF_DOCUMENTS = new Map<string, KeptThing>([
  ['config', 'config'],
  ['config-detail', 'config'],
  ['config-changes', 'config'],
  ['change', 'change'],
]);

/** What stays (D13, D18). Rejects when a row cannot be read: then nobody knows what may go, and nothing does. */
export async function keptThings({ pins, documents, tables, rowsOf }: Keepers): Promise<Kept> {
  const ids = { config: new Set<string>(), change: new Set<string>(), check: new Set<string>() };
  for (const { kind, id } of pins) if (kind === 'config') ids.config.add(id);
  for (const { kind, id } of documents) {
    const of = OF_DOCUMENTS.get(kind);
    if (of !== undefined) ids[of].add(id);
  }
  for (const { name, keeps = {} } of tables) {
    for (const row of await rowsOf(name)) {
      for (const [column, thing] of Object.entries(keeps)) {
        const id = row[column];
        if (typeof id === 'string') ids[thing].add(id);
      }
    }
  }
  return { configs: ids.config, changes: ids.change, checks: ids.check };
}
