import { isDamaged, isOfOther } from '#sync/core/outbox/set-aside.ts';
import type { Ports } from '#sync/ports.ts';
import type { Notice, Op } from '#sync/protocol/op.ts';
import { withJournal } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

/** The journal with every operation changed as it is read. */
function withReadings(ports: Ports, see: (op: Op) => Op): Ports {
  return withJournal(ports, {
    read: async (scope) => (await ports.journal.read(scope)).map(see),
    mutate: (scope, decide) => ports.journal.mutate(scope, (ops, meta) => decide(ops.map(see), meta)),
  });
}

/** As if the record were whole and this device's own. */
function believed(op: Op): Op {
  return { ...op, state: 'queued', lastError: null };
}

function isOfLoss({ message }: Notice): boolean {
  return /missing from this device: its|gone back/u.test(message);
}

function untold(ports: Ports): Ports {
  return withJournal(ports, {
    audit: (tell) => ports.journal.audit((loss) => tell(loss).filter((notice) => !isOfLoss(notice))),
    mutate: (scope, decide) =>
      ports.journal.mutate(scope, (ops, meta) => {
        const write = decide(ops, meta);
        return { ...write, notices: write.notices?.filter((notice) => !isOfLoss(notice)) };
      }),
  });
}

/** Whatever is asked for by its id is there, or ended at some time. */
function nothingMissing(ports: Ports): Ports {
  return withJournal(ports, {
    read: async (scope) => {
      const found = await ports.journal.read(scope);
      if (!('ids' in scope)) return found;
      const [template] = await ports.journal.read({ open: true });
      const known = new Set(found.map(({ id }) => id));
      const missing = template === undefined ? [] : scope.ids.filter((id) => !known.has(id));
      return [...found, ...missing.map((id): Op => ({ ...template!, id, state: 'failed' }))]; // none where there is none
    },
  });
}

/** Bugs in what is made of records that the disk has damaged. */
export const diskBugs: readonly SeededBug[] = [
  {
    name: 'what stands for a damaged record is taken for an operation',
    sabotage: {
      isDamaged: true,
      ports: (ports) => withReadings(ports, (op) => (isDamaged(op) ? believed(op) : op)),
    },
  },
  {
    name: 'a record of another owner is sent',
    sabotage: {
      isDamaged: true,
      ports: (ports) => withReadings(ports, (op) => (isOfOther(op) ? believed(op) : op)),
    },
  },
  { name: 'what the disk has lost is not told', sabotage: { isDamaged: true, ports: untold } },
  { name: 'a missing forerunner counts as sent', sabotage: { isDamaged: true, ports: nothingMissing } },
  {
    name: 'damaged records are removed instead of set aside',
    sabotage: {
      isDamaged: true,
      ports: (ports) =>
        withJournal(ports, {
          audit: async (tell) => {
            await ports.journal.dropSetAside(await ports.journal.setAside());
            return ports.journal.audit(tell);
          },
        }),
    },
  },
];
