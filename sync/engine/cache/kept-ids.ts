import { cmac } from '@noble/ciphers/aes.js';
import type { Ports } from '../../ports.ts';
import type { StoredKind } from '../../protocol/document.ts';

/** Id of the key from which the ids of questions are made; it lies with what is kept of them, and is sealed with it. */
const KEY_ID = 'key';
const KEY_BYTES = 16;
const NO_KEY = new Uint8Array(KEY_BYTES);

/** Id under which the answer to a question is kept: `start` as it is, the question as a keyed hash. */
export type KeptIds = (start: string, question: string) => string;

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function keyOf(body: string | undefined): Uint8Array | undefined {
  const hex = /^"([\da-f]{32})"$/u.exec(body ?? '')?.[1];
  if (hex === undefined) return undefined;
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}

/**
 * The ids of what is kept of questions: their key is kept under `kind`, and what else is kept of them under `also`.
 *
 * A key of the database lies in the clear under a lock as well (sealed-tables.ts), and a question holds what a person typed:
 * its id is a keyed hash, which tells nothing, and no guess can be tried at, without the sealed key.
 */
export async function openKeptIds(
  { documents, rng }: Pick<Ports, 'documents' | 'rng'>,
  kind: StoredKind,
  also: readonly StoredKind[] = [],
): Promise<KeptIds> {
  const read = async (): Promise<Uint8Array | undefined> => keyOf((await documents?.get(kind, KEY_ID))?.body);
  let key = await read();
  if (key === undefined && documents !== undefined) {
    const body = JSON.stringify(
      hexOf(Uint8Array.from({ length: KEY_BYTES }, () => Math.floor(rng.next() * 256))),
    );
    // It goes last of all: without it nothing that was kept is found.
    const usedAt = Number.MAX_SAFE_INTEGER;
    const bytes = body.length;
    await documents.put({ kind, id: KEY_ID, body, asOf: null, bytes, reasons: ['recent'], usedAt });
    // What was kept under a key that is lost, or under the words of the question themselves, as it once was.
    for (const each of also) await documents.keepNewest(each, '', '', 1);
    await documents.keepNewest(kind, KEY_ID, '', 1);
    // Another tab may have put its own in the meantime.
    key = await read();
  }
  const known = key ?? NO_KEY;
  return (start, question) => start + hexOf(cmac(new TextEncoder().encode(question), known));
}
