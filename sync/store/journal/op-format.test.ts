import {
  array,
  assert as assertProperty,
  asyncProperty,
  constantFrom,
  integer,
  record,
  tuple,
} from 'fast-check';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { makeOp, identityOf } from '#tests/contract/store/fixtures.ts';
import type { JsonRow, Op, OpState } from '../../protocol/op.ts';
import type { JournalStore } from '../../ports.ts';
import { createDexieJournal } from './dexie-journal.ts';
import { createMemoryJournal } from './memory-journal.ts';
import type { OpFormat, Upcast } from './op-format.ts';
import { liftOp, ORIGINAL_KEY, presentFormat } from './op-format.ts';
import { readOp } from './op-records.ts';

const identity = identityOf('formats');

/** Version n of the format calls the title `title<n>`; every step renames it and refuses a record without it. */
const rename: (from: number) => Upcast = (from) => (old) => {
  const { [`title${from}`]: title, ...rest } = old['patch'] as JsonRow; // a record without one is refused below
  if (title === undefined) throw new Error('no title');
  return { ...old, patch: { ...rest, [`title${from + 1}`]: title } };
};
const formatOf = (version: number): OpFormat => ({
  version,
  upcasts: Object.fromEntries(Array.from({ length: version }, (_, at) => [at, rename(at)])),
});
const opAt = (version: number, seq: number, state: OpState = 'queued'): Op =>
  makeOp(identity, { id: `op${seq}`, seq, v: version, state, patch: { [`title${version}`]: `text ${seq}` } });

describe('lifting', () => {
  it('[UPG1] lifts an older operation step by step and leaves the record alone', () => {
    const old = opAt(1, 1);
    const lifted = liftOp(old, formatOf(4));
    expect(lifted).toMatchObject({ kind: 'op', op: { v: 4, patch: { title4: 'text 1' } } });
    expect(lifted).toHaveProperty('original', old);
    expect(old).toEqual(opAt(1, 1));
  });

  it('[UPG1] an operation of the present format has no original', () => {
    expect(liftOp(opAt(4, 1), formatOf(4))).toHaveProperty('original', undefined);
    expect(liftOp(makeOp(identity, { id: 'a', seq: 1 }), presentFormat)).toMatchObject({ kind: 'op' });
  });

  it('[UPG2] parks what cannot be lifted, with its text', () => {
    const stuck = { ...opAt(1, 1), patch: { other: 'words' } };
    const read = readOp(stuck, 'op1', identity, formatOf(3));
    expect(read).toMatchObject({
      readable: false,
      op: { state: 'parked', patch: { other: 'words' }, lastError: { code: 'not-lifted' } },
    });
    expect(liftOp(opAt(1, 1), { version: 3, upcasts: { 2: rename(2) } })).toEqual({ kind: 'stuck' });
  });

  it.each([null, 'text', {}, { v: 'one' }, { v: 1.5 }, { v: 4 }])(
    '[UPG2] %j is damaged, not fatal',
    (raw) => {
      expect(liftOp(raw, formatOf(4))).toEqual({ kind: 'damaged' });
    },
  );
});

interface Device {
  open(format: OpFormat): Promise<JournalStore>;
  raw(id: string): Promise<unknown>;
  plant(id: string, raw: JsonRow): Promise<void>;
}

/** A journal that outlives versions of the app; records move between the instances as they lie. */
function memoryDevice(): Device {
  const records = new Map<string, unknown>();
  let journal = createMemoryJournal(identity);
  const save = (): void => {
    for (const id of records.keys()) records.set(id, journal.raw(id));
  };
  return {
    open: async (format) => {
      save();
      journal = createMemoryJournal(identity, format);
      for (const [id, raw] of records) journal.plant(id, raw);
      return journal;
    },
    raw: async (id) => journal.raw(id),
    plant: async (id, raw) => {
      records.set(id, raw);
      journal.plant(id, raw);
    },
  };
}

async function dexieDevice(): Promise<Device> {
  const idb = { factory: new IDBFactory(), keyRange: IDBKeyRange };
  const host = { wait: () => Promise.resolve(), log: { event: () => undefined }, idb };
  let journal = createDexieJournal(identity, host);
  const records = async (mode: 'readonly' | 'readwrite', run: (ops: IDBObjectStore) => IDBRequest) => {
    await journal.meta();
    const [{ name } = { name: '' }] = await idb.factory.databases();
    return await new Promise<unknown>((resolve, reject) => {
      const opening = idb.factory.open(name ?? '');
      opening.addEventListener('success', () => {
        const db = opening.result;
        const request = run(db.transaction('ops', mode).objectStore('ops'));
        request.addEventListener('success', () => {
          db.close();
          resolve(request.result);
        });
        request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
      });
    });
  };
  return {
    open: async (format) => {
      await journal.close();
      journal = createDexieJournal(identity, host, format);
      return journal;
    },
    raw: (id) => records('readonly', (ops) => ops.get(id)),
    plant: async (_id, raw) => {
      await records('readwrite', (ops) => ops.put(raw));
    },
  };
}

const outboxes = array(
  record({
    version: integer({ min: 0, max: 5 }),
    state: constantFrom<OpState>('queued', 'sending', 'waiting', 'conflict', 'parked', 'done'),
    damage: constantFrom('none', 'none', 'none', 'patch', 'state'),
  }),
  { minLength: 1, maxLength: 6 },
);
/** Versions one after the other; each may go up by any number or down by one. */
const journeys = tuple(
  integer({ min: 0, max: 3 }),
  array(integer({ min: -1, max: 2 }), { maxLength: 4 }),
).map(([first, steps]) => {
  const versions = [first];
  for (const step of steps) versions.push(Math.max(0, (versions.at(-1) ?? 0) + step));
  return versions;
});

/** What any version may do to what it finds: send the readable ones one step on, and touch nothing else. */
async function runApp(store: JournalStore, version: number): Promise<readonly Op[]> {
  const open = await store.read({ open: true });
  const sendable = open.filter((op) => op.v === version && op.lastError?.class !== 'unreadable');
  await store.mutate({ open: true }, () => ({
    put: sendable.map((op) => ({ ...op, state: op.state === 'queued' ? 'sending' : 'done' })),
    remove: open.map((op) => op.id).filter((id) => !sendable.some((op) => op.id === id)),
    result: undefined,
  }));
  return open;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What is wrong with a record after a version of the app has had its way with it; null when nothing is. */
function wrong(id: string, was: JsonRow, now: JsonRow | undefined, view: Op | undefined): string | null {
  if (now === undefined) return `${id} is gone`;
  if (view === undefined) return same(now, was) ? null : `${id} was hidden and changed`;
  if (view.lastError?.class === 'unreadable') {
    return view.state === 'parked' && same(now, was) ? null : `${id} cannot be read and was touched`;
  }
  if (now['state'] === 'done') return ORIGINAL_KEY in now ? `${id} keeps its original for ever` : null;
  const isNewlyLifted = was['v'] !== view.v;
  if (isNewlyLifted && !same(now[ORIGINAL_KEY], was[ORIGINAL_KEY] ?? was)) return `${id} lost its original`;
  const text = 'other' in view.patch ? 'x' : `text ${id.slice(2)}`;
  return same(Object.values(view.patch), [text]) ? null : `${id} lost its text`;
}

async function journey(
  device: Device,
  planted: readonly { version: number; state: OpState; damage: string }[],
  versions: readonly number[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [at, { version, state, damage }] of planted.entries()) {
    const op: JsonRow = opAt(version, at + 1, state);
    const raw = damage === 'patch' ? { ...op, patch: { other: 'x' } } : op;
    const id = `op${at + 1}`;
    ids.push(id);
    await device.plant(id, damage === 'state' ? { ...raw, state: 'from-elsewhere' } : raw);
  }
  const complaints: string[] = [];
  for (const version of versions) {
    const store = await device.open(formatOf(version));
    const before = new Map<string, JsonRow>();
    for (const id of ids) before.set(id, (await device.raw(id)) as JsonRow); // planted above, never removed
    const shown = await runApp(store, version);
    for (const [id, was] of before) {
      const now = (await device.raw(id)) as JsonRow | undefined; // whether it is still there is the question
      const complaint = wrong(
        id,
        was,
        now,
        shown.find((op) => op.id === id),
      );
      if (complaint !== null) complaints.push(`version ${version}: ${complaint}`);
    }
  }
  return complaints;
}

describe('any version after any other', () => {
  it('[UPG3] sends, shows or leaves every operation, up or down, in memory', async () => {
    expect.hasAssertions();
    await assertProperty(
      asyncProperty(outboxes, journeys, async (planted, versions) => {
        expect(await journey(memoryDevice(), planted, versions)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('[UPG3] the same on IndexedDB', async () => {
    expect.hasAssertions();
    await assertProperty(
      asyncProperty(outboxes, journeys, async (planted, versions) => {
        expect(await journey(await dexieDevice(), planted, versions)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
