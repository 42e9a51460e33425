import type { Rng } from '../../ports.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MAX_TIME = 2 ** 48 - 1;

/** 48 bits of time and 80 random bits as 16 bytes; a clock before 1970 or after 10889 is held at the border. */
function ulidBytes(nowMs: number, rng: Rng): readonly number[] {
  const bytes: number[] = [];
  let time = Math.min(MAX_TIME, Math.max(0, Math.floor(nowMs)));
  for (let at = 0; at < 6; at += 1) {
    bytes.unshift(time % 256);
    time = Math.floor(time / 256);
  }
  while (bytes.length < 16) bytes.push(Math.floor(rng.next() * 256));
  return bytes;
}

/** A ULID in the form of a uuid: the primary key of a row made on this device (B19). */
export function ulidUuid(nowMs: number, rng: Rng): string {
  const hex = ulidBytes(nowMs, rng)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A ULID as text of 26 characters: the id of an operation. */
export function ulidText(nowMs: number, rng: Rng): string {
  let value = ulidBytes(nowMs, rng).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (let at = 0; at < 26; at += 1) {
    text = (alphabet[Number(value % 32n)] ?? '0') + text;
    value /= 32n;
  }
  return text;
}
