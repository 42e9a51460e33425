import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { testHost } from '#tests/contract/store/dexie-harness.ts';
import { parseLockMeans, parseLockProof } from '#sync/protocol/device-lock.ts';
import type { LockMeans } from '#sync/protocol/device-lock.ts';
import type { DeviceRegistry } from '#sync/store/device/device-registry.ts';
import { createDeviceRegistry } from '#sync/store/device/device-registry.ts';
import { createDeviceLock, lockKindOf, PIN_ITERATIONS, waitAfter } from './lock.ts';

/** Enough to see that they are used; 600,000 take a second. */
const FEW = 10;
const pin = (text: string): LockMeans => ({ kind: 'pin', pin: text });
let registry: DeviceRegistry;
let nowMs = 0;
const lockOf = (hash = 'h') => createDeviceLock(registry, hash, { nowMs: () => nowMs }, FEW);

beforeEach(() => {
  registry = createDeviceRegistry(testHost([], { factory: new IDBFactory(), keyRange: IDBKeyRange }));
  nowMs = 0;
});

it('[LCK4] the right PIN gives the key back, in a new session too, and no other does', async () => {
  const key = await lockOf().create(pin('271828'));
  expect(await lockOf().unlock(pin('271828'))).toEqual({ kind: 'open', key });
  expect(await lockOf().unlock(pin('314159'))).toEqual({ kind: 'wrong', waitMs: 0 });
  expect(await lockOf('other').record()).toBeNull();
});

it('[LCK4] neither PIN nor key lies on the disk', async () => {
  const key = await lockOf().create(pin('271828'));
  const record = await lockOf().record();
  const text = JSON.stringify(record, (_key, value: unknown) =>
    value instanceof Uint8Array ? [...value].join() : value,
  );
  expect(text).not.toContain('271828');
  expect(text).not.toContain([...key].join());
  expect(record).toMatchObject({ iterations: FEW, state: 'sealing' });
});

it('[LCK5] wrong PINs cost more and more time, even the right one waits, and a clock set back costs an hour at most', async () => {
  await lockOf().create(pin('271828'));
  for (const _try of [1, 2])
    expect(await lockOf().unlock(pin('wrong!'))).toEqual({ kind: 'wrong', waitMs: 0 });
  expect(await lockOf().unlock(pin('wrong!'))).toEqual({ kind: 'wrong', waitMs: 30_000 });
  expect(await lockOf().unlock(pin('271828'))).toEqual({ kind: 'wait', waitMs: 30_000 });
  nowMs = 30_000;
  expect(await lockOf().unlock(pin('wrong!'))).toEqual({ kind: 'wrong', waitMs: 60_000 });
  nowMs = -1e12;
  expect(await lockOf().unlock(pin('271828'))).toEqual({ kind: 'wait', waitMs: 3_600_000 });
  nowMs = 90_000;
  expect(await lockOf().unlock(pin('271828'))).toMatchObject({ kind: 'open' });
  expect(await lockOf().unlock(pin('wrong!'))).toEqual({ kind: 'wrong', waitMs: 0 });
});

it('[LCK5] the waits double up to an hour, and a guess costs 600,000 rounds', () => {
  expect([1, 2, 3, 4, 5, 9, 10, 99].map(waitAfter)).toEqual([
    0, 0, 30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
  ]);
  expect(PIN_ITERATIONS).toBeGreaterThanOrEqual(600_000);
});

it('[LCK4] a short PIN and a second lock are refused; a removed lock is gone', async () => {
  await expect(lockOf().create(pin('12345'))).rejects.toMatchObject({ info: { kind: 'rejected' } });
  await lockOf().create(pin('271828'));
  await expect(lockOf().create(pin('271828'))).rejects.toMatchObject({ info: { kind: 'rejected' } });
  await lockOf().sealed();
  expect(await lockOf().record()).toMatchObject({ state: 'on' });
  await lockOf().remove();
  expect(await lockOf().record()).toBeNull();
});

const bytes = (fill: number, length = 32): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(fill);
const passkey = (fill: number): LockMeans => ({
  kind: 'passkey',
  secret: bytes(fill),
  credentialId: bytes(7, 16),
  salt: bytes(9),
});

it('[LCK7] a passkey opens its lock without any wait, and nothing else does', async () => {
  const key = await lockOf().create(passkey(1));
  for (const _try of [1, 2, 3, 4, 5]) {
    expect(await lockOf().unlock({ kind: 'passkey', secret: bytes(2) })).toEqual({
      kind: 'wrong',
      waitMs: 0,
    });
  }
  expect(await lockOf().unlock(pin('271828'))).toEqual({ kind: 'wrong', waitMs: 0 });
  expect(await lockOf().unlock({ kind: 'passkey', secret: bytes(1) })).toEqual({ kind: 'open', key });
});

it('[LCK7] the record says which passkey to ask and with what salt, and holds no secret', async () => {
  const key = await lockOf().create(passkey(1));
  const record = await lockOf().record();
  expect(lockKindOf(record)).toEqual({
    kind: 'passkey',
    credentialId: bytes(7, 16),
    salt: bytes(9),
    isUnfinished: true,
  });
  const text = JSON.stringify(record, (_key, value: unknown) =>
    value instanceof Uint8Array ? [...value].join() : value,
  );
  expect(text).not.toContain([...key].join());
  expect(text).not.toContain([...bytes(1)].join());
  await lockOf().remove();
  expect(lockKindOf(await lockOf().record())).toBeNull();
  await lockOf().create(pin('271828'));
  expect(lockKindOf(await lockOf().record())).toEqual({ kind: 'pin', isUnfinished: true });
});

it('[LCK7] what is no proof never reaches a lock', () => {
  expect(() => parseLockProof({ kind: 'passkey', secret: bytes(1, 31) })).toThrow(/no key to it/u);
  expect(() => parseLockMeans({ kind: 'passkey', secret: bytes(1) })).toThrow(/no key to it/u);
  expect(() => parseLockMeans('271828')).toThrow(/no key to it/u);
  expect(parseLockMeans(passkey(1))).toEqual(passkey(1));
});
