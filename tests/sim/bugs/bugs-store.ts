import type { CacheWrite, JournalWrite, Ports, RowSnapshot } from '#sync/ports.ts';
import type { Op } from '#sync/protocol/op.ts';
import { withCache, withJournal } from './bug-ports.ts';
import type { SeededBug } from '../seeded-bug.ts';

/** The journal with every write of a transaction changed. */
function withJournalWrites(
  ports: Ports,
  change: (ops: readonly Op[], write: JournalWrite<unknown>) => Partial<JournalWrite<unknown>>,
): Ports {
  return withJournal(ports, {
    mutate: (scope, decide) =>
      ports.journal.mutate(scope, (ops, meta) => {
        const write = decide(ops, meta);
        return { ...write, ...change(ops, write), result: write.result };
      }),
  });
}

/** The cache with every write of a transaction changed. */
function withCacheWrites(
  ports: Ports,
  change: (write: CacheWrite<unknown>) => Partial<CacheWrite<unknown>>,
): Ports {
  return withCache(ports, {
    mutate: (refs, epoch, decide) =>
      ports.cache.mutate(refs, epoch, (at) => {
        const write = decide(at);
        return { ...write, ...change(write), result: write.result };
      }),
  });
}

/** What is stored, without the fences that keep older answers out. */
function unfenced({ row, shadow, tombstone }: RowSnapshot): RowSnapshot {
  return {
    row: row === undefined ? undefined : { ...row, _f: 0 },
    shadow: shadow === undefined ? undefined : { ...shadow, fence: 0 },
    tombstone: tombstone === undefined ? undefined : { ...tombstone, fence: 0 },
  };
}

/** Rows of a page become durable some time after its cursor. */
function cursorFirst(ports: Ports): Ports {
  return withCache(ports, {
    mutate: async (refs, epoch, decide) => {
      const hasCursor = await ports.cache.mutate(refs, epoch, (at) => {
        const { cursor } = decide(at);
        return { cursor, result: cursor !== undefined };
      });
      if (hasCursor) await new Promise<void>((resolve) => void ports.timers.set(resolve, 3000));
      return ports.cache.mutate(refs, epoch, (at) => ({ ...decide(at), cursor: undefined }));
    },
  });
}

/** Saves answer before they are durable. */
function earlySave(ports: Ports): Ports {
  return withJournal(ports, {
    mutate: async (scope, decide) => {
      const preview = decide(await ports.journal.read(scope), await ports.journal.meta());
      const isAppend = preview.put?.some((op) => op.state === 'queued' && op.firstSentAt === null) ?? false;
      if (!isAppend) return ports.journal.mutate(scope, decide);
      ports.timers.set(() => {
        ports.journal.mutate(scope, decide).catch(() => ports.log.event('error', 'sabotage'));
      }, 2000);
      return preview.result;
    },
  });
}

/** A conflict is settled in favour of this device without asking anybody. */
function mineAlways(ports: Ports): Ports {
  return withJournalWrites(ports, (_ops, write) => ({
    notices: write.notices?.filter(({ kind }) => kind !== 'conflict'),
    put: write.put?.map((op) => {
      if (op.state !== 'conflict' || op.guard === null) return op;
      const stamp = op.conflict?.theirs?.['updated_at'];
      const guard = { ...op.guard, updatedAt: typeof stamp === 'string' ? stamp : null };
      return { ...op, state: 'queued' as const, conflict: null, nextAt: null, guard };
    }),
  }));
}

/** Every operation that is taken over by a merge keeps its first values. */
function firstValueWins(ports: Ports): Ports {
  return withJournalWrites(ports, (ops, write) => ({
    put: write.put?.map((op) => {
      const before = ops.find(({ id }) => id === op.id);
      return before?.state === 'queued' && op.state === 'queued' ? { ...op, patch: before.patch } : op;
    }),
  }));
}

/** Terms go on writing under the epoch they once claimed, and hear of no theft. */
function withoutEpochs(ports: Ports): Ports {
  let mine: number | null = null;
  const deaf: Ports = {
    ...ports,
    locks: {
      ...ports.locks,
      request: async (name, hold, cancel) => {
        const held: Promise<void>[] = [];
        const follow = (): Promise<void> => {
          const holding = hold();
          held.push(holding);
          return holding;
        };
        await ports.locks.request(name, follow, cancel).catch(() => Promise.all(held));
      },
    },
  };
  return withCache(
    withJournal(deaf, {
      claimEpoch: async () => {
        mine = await ports.journal.claimEpoch();
        return mine;
      },
      mutate: (scope, decide) =>
        ports.journal.mutate(scope, (ops, meta) => decide(ops, { ...meta, epoch: mine ?? meta.epoch })),
    }),
    { mutate: (refs, _epoch, decide) => ports.cache.mutate(refs, null, decide) },
  );
}

/** Bugs in what the engine stores and in how it keeps contexts apart. */
export const storeBugs: readonly SeededBug[] = [
  {
    name: 'an ambiguous update is sent again without a check',
    sabotage: {
      ports: (ports) =>
        withJournalWrites(ports, (_ops, write) => ({
          put: write.put?.map((op) =>
            op.state === 'ambiguous' && op.kind === 'update' ? { ...op, state: 'queued' as const } : op,
          ),
        })),
    },
  },
  { name: 'save() resolves before the journal has committed', sabotage: { ports: earlySave } },
  {
    name: 'every tab believes it is the leader',
    sabotage: {
      ports: (ports) => ({
        ...ports,
        locks: { ...ports.locks, waiting: () => Promise.resolve(0), request: (_name, hold) => hold() },
      }),
    },
  },
  { name: 'a robbed leader goes on writing', sabotage: { ports: withoutEpochs } },
  {
    name: 'fences are not looked at',
    sabotage: {
      ports: (ports) =>
        withCache(ports, {
          mutate: (refs, epoch, decide) =>
            ports.cache.mutate(refs, epoch, (at) => decide((ref) => unfenced(at(ref)))),
        }),
    },
  },
  { name: 'the cursor moves before the rows are stored', sabotage: { ports: cursorFirst } },
  { name: 'conflicts are settled without asking', sabotage: { ports: mineAlways } },
  { name: 'a merge keeps the first value', sabotage: { ports: firstValueWins } },
  {
    name: 'failures make no notice',
    sabotage: { ports: (ports) => withJournalWrites(ports, () => ({ notices: [] })) },
  },
  {
    name: 'what was typed into a change that fails is not given back',
    sabotage: { ports: (ports) => withJournalWrites(ports, () => ({ drafts: [] })) },
  },
  {
    name: 'rows with pending operations lose their base',
    sabotage: {
      ports: (ports) =>
        withCacheWrites(ports, (write) => ({
          putShadows: write.putShadows?.map((shadow) => ({ ...shadow, base: null })),
        })),
    },
  },
  {
    name: 'the newest operation of a lane is sent first',
    sabotage: {
      ports: (ports) =>
        withJournal(ports, {
          read: async (scope) => {
            const ops = await ports.journal.read(scope);
            const seqs = ops.map(({ seq }) => seq).toReversed();
            return ops.map((op, index) => ({ ...op, seq: seqs[index] ?? op.seq })).toReversed();
          },
        }),
    },
  },
  {
    name: 'operations that wait for a person are purged',
    sabotage: {
      ports: (ports) =>
        withJournalWrites(ports, (_ops, write) => ({
          put: write.put?.map((op) =>
            op.state === 'conflict' || op.state === 'parked' ? { ...op, state: 'discarded' as const } : op,
          ),
        })),
    },
  },
];
