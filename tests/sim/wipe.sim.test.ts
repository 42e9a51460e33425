import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { identityOf, makeOp } from '#tests/contract/store/fixtures.ts';
import type { StoreHost } from '#sync/store/device/connection.ts';
import { databaseNames } from '#sync/store/device/connection.ts';
import { createDeviceRegistry } from '#sync/store/device/device-registry.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { cacheName, identityHash, journalName } from '#sync/store/device/names.ts';
import { resumeWipes, wipeHash, type DeviceStorage, type NamedStorage } from '#sync/store/device/wipe.ts';
import { createPrng } from './prng.ts';

const [ada, ben] = [identityOf('ada'), identityOf('ben')];
const hash = identityHash(ada);
const kept = [journalName(ben), cacheName(ben)].sort();

/** Dies at the n-th step of whatever passes through it, and at every one after: the process is gone. */
class Mortal {
  steps = 0;
  readonly #diesAt: number;

  constructor(diesAt: number) {
    this.#diesAt = diesAt;
  }

  step(): void {
    this.steps += 1;
    if (this.steps >= this.#diesAt) throw new Error('the process is gone');
  }
}

interface Device {
  readonly factory: IDBFactory;
  /** What lies beside IndexedDB, by name: two caches of each person and one of nobody. */
  readonly names: Set<string>;
}

async function seededDevice(seed: number): Promise<Device> {
  const prng = createPrng(seed);
  const factory = new IDBFactory();
  const host = hostOf(factory);
  for (const identity of [ada, ben]) {
    const journal = createDexieJournal(identity, host);
    const ops = Array.from({ length: 1 + prng.int(3) }, (_none, at) =>
      makeOp(identity, { id: `op${at}`, seq: at + 1 }),
    );
    await journal.mutate({ open: true }, () => ({ put: ops, result: undefined }));
    await journal.close();
    const cache = createDexieCache(identity, host);
    await cache.count('people');
    await cache.close();
  }
  const named = [ada, ben].flatMap((identity) =>
    ['pages', 'bodies'].map((use) => `${use}-${identityHash(identity)}`),
  );
  return { factory, names: new Set([...named, 'shell']) };
}

function hostOf(factory: IDBFactory): StoreHost {
  return testHost([], { factory, keyRange: IDBKeyRange });
}

/** The storage of a device as a process with a given end reaches it. */
function storageOf({ factory, names }: Device, mortal: Mortal): DeviceStorage {
  const dying = new Proxy(factory, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]): unknown => {
        mortal.step();
        return Reflect.apply(value, target, args);
      };
    },
  });
  const host = hostOf(dying);
  const others: NamedStorage = {
    keys: async () => {
      mortal.step();
      return [...names];
    },
    delete: async (name) => {
      mortal.step();
      return names.delete(name);
    },
  };
  return { host, registry: createDeviceRegistry(host), others: [others] };
}

async function signOut(storage: DeviceStorage): Promise<void> {
  await storage.registry.beginWipe(hash);
  await wipeHash(hash, storage);
}

/** What is left on the device, apart from its own small registry. */
async function leftOn({ factory, names }: Device): Promise<readonly string[]> {
  const databases = await databaseNames(hostOf(factory));
  return [...databases, ...names].filter((name) => name !== 'holdfast-device').sort();
}

/** [I18] a sign-out that dies at this step, then as many starts as it takes; each may die as well. */
async function survive(seed: number, diesAt: number): Promise<readonly string[]> {
  const device = await seededDevice(seed);
  const prng = createPrng(seed ^ diesAt);
  const before = await leftOn(device);
  const isDone = await signOut(storageOf(device, new Mortal(diesAt))).then(
    () => true,
    () => false,
  );
  const pending = await createDeviceRegistry(hostOf(device.factory)).pendingWipes();
  // Nobody was told that it is done, and the device does not know of it: then nothing may be missing either.
  if (!isDone && pending.length === 0 && (await leftOn(device)).length !== before.length) {
    const others = (await leftOn(device)).filter((name) => name.includes(hash));
    if (others.length > 0) return [`step ${diesAt}: half of it is gone and nobody knows`];
  }
  for (let start = 0; start < 3; start += 1) {
    await resumeWipes(storageOf(device, new Mortal(1 + prng.int(12)))).catch(() => 0);
  }
  await resumeWipes(storageOf(device, new Mortal(Infinity)));
  const left = await leftOn(device);
  const wasBegun = isDone || pending.length > 0;
  const mine = left.filter((name) => name.includes(hash));
  if (wasBegun && mine.length > 0) return [`step ${diesAt}: ${mine.join()} is left after the wipe`];
  const others = left.filter(
    (name) => !name.includes(hash) && !name.startsWith('pages') && !name.startsWith('bodies'),
  );
  return others.join() === [...kept, 'shell'].sort().join() ? [] : [`step ${diesAt}: left ${others.join()}`];
}

describe('a sign-out that dies at any step is finished by a later start (I18)', () => {
  for (const seed of [1, 2, 3]) {
    test(`seed ${seed}`, { timeout: 240_000 }, async () => {
      const alive = new Mortal(Infinity);
      await signOut(storageOf(await seededDevice(seed), alive));
      const failures: string[] = [];
      for (let diesAt = 1; diesAt <= alive.steps; diesAt += 1)
        failures.push(...(await survive(seed, diesAt)));
      expect(alive.steps).toBeGreaterThan(8);
      expect(failures).toEqual([]);
    });
  }
});
