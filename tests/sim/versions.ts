import type { JournalStore } from '#sync/ports.ts';
import { OP_VERSION, type Op } from '#sync/protocol/op.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { MemoryJournal } from '#sync/store/journal/memory-journal.ts';
import { presentFormat, type OpFormat } from '#sync/store/journal/op-format.ts';
import { endUnreadable, readOp } from '#sync/store/journal/op-records.ts';

/** Which version of the app a tab runs: the present one, or the one after it, whose operations the present cannot read. */
export type AppVersion = 'present' | 'next';

const nextOpVersion = OP_VERSION + 1;
/** What the next version of the app reads: its own operations, and the present ones lifted. */
export const nextFormat: OpFormat = { version: nextOpVersion, upcasts: { [OP_VERSION]: (record) => record } };

/** How one tab reaches the journal of a device on which both versions are open (D17, I21). */
export interface VersionedView {
  readonly version: AppVersion;
  /** The records themselves; the store reads them as the next version does. */
  readonly records: MemoryJournal;
  readonly identity: Identity;
  readonly violated: (text: string) => void;
  /** A planted bug: the present version takes what it cannot read for its own. */
  readonly isCareless: boolean;
}

function versionOf(raw: unknown): number {
  return typeof raw === 'object' && raw !== null && 'v' in raw && typeof raw.v === 'number' ? raw.v : 0;
}

/** The journal as one version of the app sees and writes it. */
export function versionedJournal(inner: JournalStore, view: VersionedView): JournalStore {
  const { records, identity, isCareless } = view;
  const isNext = view.version === 'next';
  const present = (op: Op): Op => readOp(records.raw(op.id), op.id, identity, presentFormat).op;
  // To the engine of the next version its own operations are of the present version, whatever their number.
  const see = isNext || isCareless ? (op: Op): Op => ({ ...op, v: OP_VERSION }) : present;
  const isForeign = (id: string): boolean => !isNext && versionOf(records.raw(id)) > OP_VERSION;

  function put(op: Op, before: readonly Op[]): readonly Op[] {
    if (isNext) return [{ ...op, v: nextOpVersion }];
    if (isForeign(op.id) && !isCareless) {
      const known = before.find(({ id }) => id === op.id);
      const ended = endUnreadable(records.raw(op.id), op);
      return ended === undefined || known === undefined ? [] : [{ ...known, state: op.state }];
    }
    if (isForeign(op.id)) view.violated(`I21 op ${op.id} was rewritten by a version that cannot read it`);
    return [{ ...op, v: OP_VERSION }];
  }

  return {
    ...inner,
    read: async (scope) => (await inner.read(scope)).map(see),
    mutate: (scope, decide) =>
      inner.mutate(scope, (ops, meta) => {
        const write = decide(ops.map(see), meta);
        return {
          ...write,
          put: write.put?.flatMap((op) => put(op, ops)),
          remove: write.remove?.filter((id) => isCareless || !isForeign(id)),
        };
      }),
  };
}
