import { SyncError } from '#sync/errors.ts';
import type { LockKind, LockMeans } from '#sync/protocol/device-lock.ts';

type PasskeyMeans = Extract<LockMeans, { kind: 'passkey' }>;
type PasskeyKind = Extract<LockKind, { kind: 'passkey' }>;

/** Time for a person to find their finger, phone or code. */
const PATIENCE_MS = 120_000;
const SALT_BYTES = 32;

/** ES256 and RS256: what every authenticator has one of. */
const ALGORITHMS = [-7, -257] as const;

const random = (bytes: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(bytes));

/** A passkey belongs to a name: browsers give none to a bare address. */
const isBareAddress = (host: string): boolean => /^[\d.]+$/u.test(host) || host.startsWith('[');

/**
 * Whether a passkey that can encrypt (WebAuthn PRF) may be had here. Older browsers do not say: there the device must at
 * least know who is in front of it, and making the passkey shows the rest.
 */
export async function canUsePasskeys(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined' || isBareAddress(location.hostname)) return false;
  try {
    const says = 'getClientCapabilities' in PublicKeyCredential;
    const said = says ? (await PublicKeyCredential.getClientCapabilities())['extension:prf'] : undefined;
    return said ?? (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
  } catch {
    // Forbidden by a policy of the page that embeds this one, for example: then there are none.
    return false;
  }
}

const refused = (message: string, cause?: unknown): SyncError =>
  new SyncError({ kind: 'rejected', status: 0, message }, { cause });

/** The browser does not say why a person was not let through: they cancelled, waited too long, or have no such passkey. */
async function ceremony(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await work();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (thrown) {
    if (!(thrown instanceof DOMException)) throw thrown;
    throw refused('The passkey was not used: cancelled, timed out, or not on this device.', thrown);
  }
  throw refused('The browser gave no passkey.');
}

function secretOf(credential: PublicKeyCredential): Uint8Array<ArrayBuffer> | null {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return null;
  // Copied: it is sent to a worker, and may be a view of something longer.
  return ArrayBuffer.isView(first)
    ? Uint8Array.from(new Uint8Array(first.buffer, first.byteOffset, first.byteLength))
    : new Uint8Array(first.slice(0));
}

/** Asks for a passkey: its secret for the salt. Only from a press of the person. Rejects with SyncError `rejected`. */
export async function askPasskey({
  credentialId,
  salt,
}: Pick<PasskeyKind, 'credentialId' | 'salt'>): Promise<Uint8Array<ArrayBuffer>> {
  const credential = await ceremony(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id: Uint8Array.from(credentialId) }],
        userVerification: 'required',
        timeout: PATIENCE_MS,
        extensions: { prf: { eval: { first: Uint8Array.from(salt) } } },
      },
    }),
  );
  const secret = secretOf(credential);
  if (secret === null) throw refused('This passkey cannot encrypt. Lock with a PIN instead.');
  return secret;
}

/**
 * Makes a passkey of this site and asks it for its secret. The server never hears of it: nobody signs in with it. Only
 * from a press of the person. Rejects with SyncError `rejected`.
 */
export async function createPasskey(name: string): Promise<PasskeyMeans> {
  const salt = random(SALT_BYTES);
  const credential = await ceremony(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: random(32),
        rp: { name: 'Holdfast' },
        // Random: it is kept by the authenticator and means nothing to anybody.
        user: { id: random(16), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
        attestation: 'none',
        timeout: PATIENCE_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  const credentialId = new Uint8Array(credential.rawId.slice(0));
  const { prf } = credential.getClientExtensionResults();
  if (prf?.enabled === false) throw refused('This passkey cannot encrypt. Lock with a PIN instead.');
  // Many give their secret only when they are asked again.
  const secret = secretOf(credential) ?? (await askPasskey({ credentialId, salt }));
  return { kind: 'passkey', secret, credentialId, salt };
}
