import * as v from 'valibot';
import { SyncError } from '../errors.ts';

const bytes = v.instance(Uint8Array);
/** What WebAuthn's PRF gives for one salt. */
const SECRET_BYTES = 32;
const secret = v.pipe(
  bytes,
  v.check((value) => value.byteLength === SECRET_BYTES, 'not 32 bytes'),
);

const pinSchema = v.object({ kind: v.literal('pin'), pin: v.string() });

export const lockProofSchema = v.variant('kind', [
  pinSchema,
  v.object({ kind: v.literal('passkey'), secret }),
]);

/**
 * What opens a lock (D22): a PIN that is typed, or the 32 secret bytes a passkey gives for the salt of its lock. Neither
 * is ever stored.
 */
export type LockProof = v.InferOutput<typeof lockProofSchema>;

export const lockMeansSchema = v.variant('kind', [
  pinSchema,
  v.object({ kind: v.literal('passkey'), secret, credentialId: bytes, salt: bytes }),
]);

/** What a new lock is made with: its proof and, for a passkey, how to ask it again. */
export type LockMeans = v.InferOutput<typeof lockMeansSchema>;

interface LockState {
  /** Sealing was cut off: some of the data may lie in the clear until the lock is opened once. */
  readonly isUnfinished?: true;
}

/** How a lock is opened, what to ask the person for, and whether everything is sealed. Holds no secret (D22). */
export type LockKind =
  | ({ readonly kind: 'pin' } & LockState)
  | ({
      readonly kind: 'passkey';
      readonly credentialId: Uint8Array;
      readonly salt: Uint8Array;
    } & LockState);

function parsed<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  // Never with the input: it holds the secret.
  throw new SyncError({
    kind: 'bug',
    message: 'The page asked for a lock with something that is no key to it',
  });
}

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseLockProof(input: unknown): LockProof {
  return parsed(lockProofSchema, input);
}

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseLockMeans(input: unknown): LockMeans {
  return parsed(lockMeansSchema, input);
}
