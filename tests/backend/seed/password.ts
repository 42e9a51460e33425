import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of one hash: 2^14 × 8 × 128 bytes = 16 MiB of memory and about 40 ms, enough for a demo's sign-in page. */
const COST = { N: 16384, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

function derive(plain: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(plain.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/**
 * Hashes a password as `scrypt$N$r$p$salt$key` (salt and key in base64). The salt is random unless the caller
 * gives one; only the seed does, so that two runs write the same rows.
 */
export async function hashPassword(plain: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
  const key = await derive(plain, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** True when `plain` made `stored`. A stored text of another shape is never a match. */
export async function verifyPassword(plain: string, stored: string): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  // Bounds, because scrypt throws on parameters that are no power of two or need too much memory.
  if (!isPowerOfTwo(cost.N) || cost.N > 65536 || cost.r !== 8 || cost.p !== 1) return false;
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(plain, Buffer.from(salt, 'base64'), { ...cost });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(value) && value > 1 && (value & (value - 1)) === 0;
}
