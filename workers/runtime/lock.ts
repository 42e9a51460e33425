import { SyncError } from '#sync/errors.ts';
import type { Clock } from '#sync/ports.ts';
import type { LockKind, LockMeans, LockProof } from '#sync/protocol/device-lock.ts';
import type { DeviceRegistry, LockRecord } from '#sync/store/device/device-registry.ts';
import type { Unlocked } from '#workers/contracts/sync-contract.ts';
import { KEY_BYTES } from '#sync/store/device/vault.ts';

/** Work of one guess (D22): WebCrypto has no Argon2, so the PIN is stretched by this many rounds of PBKDF2. */
export const PIN_ITERATIONS = 600_000;
/** Fewest characters of a PIN; each one more makes guessing on a copied disk harder. */
export const PIN_LENGTH = 6;
/** Wrong PINs that cost nothing but the time to type them. */
const FREE_TRIES = 3;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

const SALT_BYTES = 16;
const NONCE_BYTES = 12;

/** Time after a number of wrong PINs during which no other is looked at. */
export function waitAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_TRIES));
}

/** Fresh random bytes of this context. */
export function randomBytes(size: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(size));
}

/** What a passkey gives is 32 random bytes already: nothing has to be stretched. */
async function passkeyKey(secret: Uint8Array, salt: BufferSource): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', Uint8Array.from(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('holdfast device lock') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function pinKey(pin: string, salt: BufferSource, iterations: number): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function wrappingKey(proof: LockProof, salt: BufferSource, iterations: number): Promise<CryptoKey> {
  return proof.kind === 'pin' ? pinKey(proof.pin, salt, iterations) : passkeyKey(proof.secret, salt);
}

/** What to ask the person for; null when the data is not locked, or its lock was given up: then nothing is asked. */
export function lockKindOf(record: LockRecord | null): LockKind | null {
  if (record === null || record.state === 'off') return null;
  const state = record.state === 'sealing' ? ({ isUnfinished: true } as const) : {};
  return record.passkey === undefined
    ? { kind: 'pin', ...state }
    : { kind: 'passkey', ...record.passkey, ...state };
}

/** The lock of one person's data on this device: a master key, wrapped by what a PIN or a passkey gives (D22). */
export interface DeviceLock {
  /** Null when the data is not locked. */
  record(): Promise<LockRecord | null>;
  /** Makes a key and wraps it; the data must be sealed with it next, and `sealed` be called then. */
  create(means: LockMeans): Promise<Uint8Array<ArrayBuffer>>;
  unlock(proof: LockProof): Promise<Unlocked>;
  /** Everything is sealed. */
  sealed(): Promise<void>;
  /** Gives the lock up: the key lies in the clear from now on, so that nothing sealed meanwhile is ever lost. */
  giveUp(key: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Forgets the lock; everything must lie in the clear by now. */
  remove(): Promise<void>;
}

/** The master key; null when the proof gives another wrapping key. */
async function unwrap(found: LockRecord, proof: LockProof): Promise<Uint8Array<ArrayBuffer> | null> {
  const wrapping = await wrappingKey(proof, found.salt, found.iterations);
  try {
    const iv = found.nonce;
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, wrapping, found.wrapped));
  } catch {
    // GCM refuses for one reason only: the proof gives another key.
    return null;
  }
}

/** Makes the lock of an identity. `iterations` are fewer in tests only. */
export function createDeviceLock(
  registry: DeviceRegistry,
  hash: string,
  clock: Clock,
  iterations = PIN_ITERATIONS,
): DeviceLock {
  const record = async (): Promise<LockRecord | null> => (await registry.lockOf(hash)) ?? null;

  async function present(): Promise<LockRecord> {
    const found = await record();
    if (found === null)
      throw new SyncError({ kind: 'rejected', status: 0, message: 'This device is not locked.' });
    return found;
  }

  return {
    record,
    async create(means) {
      if (means.kind === 'pin' && means.pin.length < PIN_LENGTH) {
        throw new SyncError({
          kind: 'rejected',
          status: 0,
          message: `A PIN has at least ${PIN_LENGTH} characters.`,
        });
      }
      if ((await record()) !== null) {
        throw new SyncError({ kind: 'rejected', status: 0, message: 'This device is locked already.' });
      }
      const [key, salt, nonce] = [randomBytes(KEY_BYTES), randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
      const wrapping = await wrappingKey(means, salt, iterations);
      const wrapped = new Uint8Array(
        await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, key),
      );
      await registry.putLock({
        hash,
        iterations,
        salt,
        nonce,
        wrapped,
        failures: 0,
        notBefore: 0,
        state: 'sealing',
        ...(means.kind === 'passkey'
          ? {
              passkey: {
                credentialId: Uint8Array.from(means.credentialId),
                salt: Uint8Array.from(means.salt),
              },
            }
          : {}),
      });
      return key;
    },
    async unlock(proof) {
      const found = await present();
      // Nobody guesses 32 random bytes: a passkey neither waits nor counts, and a PIN is no passkey.
      if (proof.kind === 'passkey' || found.passkey !== undefined) {
        const key = await unwrap(found, proof);
        return key === null ? { kind: 'wrong', waitMs: 0 } : { kind: 'open', key };
      }
      const now = clock.nowMs();
      // A clock that was set back must not lock anybody out for longer than the longest wait.
      const waitMs = Math.min(LONGEST_WAIT_MS, found.notBefore - now);
      if (waitMs > 0) return { kind: 'wait', waitMs };
      // Counted before it is tried: a page that is closed meanwhile has guessed as well.
      const failures = found.failures + 1;
      const pause = waitAfter(failures);
      await registry.putLock({ ...found, failures, notBefore: pause === 0 ? 0 : now + pause });
      const key = await unwrap(found, proof);
      if (key === null) return { kind: 'wrong', waitMs: pause };
      await registry.putLock({ ...found, failures: 0, notBefore: 0 });
      return { kind: 'open', key };
    },
    sealed: async () => registry.putLock({ ...(await present()), state: 'on' }),
    giveUp: async (key) => registry.putLock({ ...(await present()), state: 'off', key }),
    remove: () => registry.removeLock(hash),
  };
}
