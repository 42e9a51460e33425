import type { DocumentStore } from '../../ports.ts';
import type { StoredDocument } from '../../protocol/document.ts';
import { allButNewest, pushedOut, ROOM } from '../../protocol/document.ts';

/** Documents in memory with the promises of those on disk, for tests and the simulation. */
export function createMemoryDocuments(room = ROOM): DocumentStore {
  const all = new Map<string, StoredDocument>();
  const keyOf = (kind: string, id: string): string => `${kind} ${id}`;
  return {
    get: async (kind, id) => all.get(keyOf(kind, id)),
    put: async (document) => {
      const key = keyOf(document.kind, document.id);
      const reasons = [...new Set([...(all.get(key)?.reasons ?? []), ...document.reasons])];
      const others = [...all].filter(([known]) => known !== key).map(([, each]) => each);
      all.set(key, { ...document, reasons });
      for (const gone of pushedOut(document, others, room)) all.delete(keyOf(gone.kind, gone.id));
    },
    drop: async (kind, id) => {
      all.delete(keyOf(kind, id));
    },
    keepNewest: async (kind, id, idStart, count) => {
      for (const gone of allButNewest([...all.values()], { kind, id }, idStart, count))
        all.delete(keyOf(gone.kind, gone.id));
    },
    touch: async (kind, id, usedAt) => {
      const found = all.get(keyOf(kind, id));
      if (found !== undefined) all.set(keyOf(kind, id), { ...found, usedAt });
    },
    release: async (reason) => {
      for (const [key, each] of all) {
        const reasons = each.reasons.filter((known) => known !== reason);
        if (reasons.length === 0) all.delete(key);
        else all.set(key, { ...each, reasons });
      }
    },
    clear: async () => all.clear(),
    reasons: async () => [...new Set([...all.values()].flatMap((each) => each.reasons))],
  };
}
