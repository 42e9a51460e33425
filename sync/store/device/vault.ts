import { gcm } from '@noble/ciphers/aes.js';

/** Length of the key of a vault in bytes (AES-256). */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/** Where the sealed part of a record stands. */
const SEALED = '_sealed';

/** Turns records into what lies on the disk and back. Synchronous: IndexedDB transactions do not wait for anything else. */
export interface RecordCodec {
  /** `kept` names the properties the database must see: key and indexes. `place` is bound to the record. */
  encode(record: unknown, kept: readonly string[], place: string): unknown;
  /** A record that was never sealed, or that this key does not open, comes back as it lies. */
  decode(stored: unknown, place: string): unknown;
}

const views = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
  Float32Array,
  Int8Array,
  Int16Array,
};
type ViewName = keyof typeof views;

function nameOf(view: ArrayBufferView): ViewName | undefined {
  const { name } = view.constructor;
  return Object.hasOwn(views, name) ? (name as ViewName) : undefined; // checked by the line itself
}

/** JSON with the binary parts behind it: rows are JSON, the columns of an index are typed arrays. */
function pack(value: unknown): Uint8Array {
  const parts: Uint8Array[] = [];
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (!ArrayBuffer.isView(inner)) return inner;
    const type = nameOf(inner);
    if (type === undefined) return inner;
    parts.push(new Uint8Array(inner.buffer, inner.byteOffset, inner.byteLength));
    return { $view: type, at: parts.length - 1, bytes: inner.byteLength };
  });
  const head = new TextEncoder().encode(text);
  const size = 4 + head.length + parts.reduce((sum, part) => sum + part.length, 0);
  const packed = new Uint8Array(size);
  new DataView(packed.buffer).setUint32(0, head.length);
  packed.set(head, 4);
  let at = 4 + head.length;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return packed;
}

function unpack(packed: Uint8Array): unknown {
  const length = new DataView(packed.buffer, packed.byteOffset, packed.byteLength).getUint32(0);
  let at = 4 + length;
  return JSON.parse(new TextDecoder().decode(packed.subarray(4, at)), (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || !('$view' in inner)) return inner;
    const { $view: type, bytes } = inner as { $view: ViewName; bytes: number }; // as `pack` wrote it, behind a MAC
    // Copied, because a view of more than one byte must begin at a multiple of its size.
    const copy = packed.slice(at, at + bytes);
    at += bytes;
    return new views[type](copy.buffer);
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Seals records with AES-256-GCM under one key (D22). What the database must see stays readable: keys and indexed
 * columns. A record is bound to its place, so that it cannot be moved to another key or table. `random` gives fresh
 * bytes.
 */
export function createVault(key: Uint8Array, random: (bytes: number) => Uint8Array): RecordCodec {
  return {
    encode(record, kept, place) {
      if (!isRecord(record)) return record;
      const nonce = random(NONCE_BYTES);
      const cipher = gcm(key, nonce, new TextEncoder().encode(place));
      const body = cipher.encrypt(pack(record));
      const sealed = new Uint8Array(NONCE_BYTES + body.length);
      sealed.set(nonce);
      sealed.set(body, NONCE_BYTES);
      const visible = Object.fromEntries(
        kept.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
      );
      return { ...visible, [SEALED]: sealed };
    },
    decode(stored, place) {
      const sealed = isRecord(stored) ? stored[SEALED] : undefined;
      if (!(sealed instanceof Uint8Array)) return stored;
      try {
        const cipher = gcm(key, sealed.subarray(0, NONCE_BYTES), new TextEncoder().encode(place));
        return unpack(cipher.decrypt(sealed.subarray(NONCE_BYTES)));
      } catch {
        // Damaged or of another key: readers show it as a record that cannot be read and leave it alone.
        return stored;
      }
    },
  };
}

/** Opens what is sealed and writes everything in the clear: for taking a lock away. */
export function unsealing(vault: RecordCodec): RecordCodec {
  return { encode: (record) => record, decode: (stored, place) => vault.decode(stored, place) };
}
