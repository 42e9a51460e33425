import { cmac } from '@noble/ciphers/aes.js';
import type { Ports } from '../../ports.ts';
import { logKey } from '../../protocol/log.ts';
import type { LogQuestion } from '../../protocol/log.ts';

/** Id of the key from which the ids of questions are made; it lies with them, and is sealed with them. */
const KEY_ID = 'key';
const KEY_BYTES = 16;
const NO_KEY = new Uint8Array(KEY_BYTES);

/** Ids under which lines are kept. */
export interface LogIds {
  of(question: LogQuestion): string;
}

/** All ids of what is kept of a component begin so. */
export function startOf({ componentId }: Pick<LogQuestion, 'componentId'>): string {
  return `${componentId.toLowerCase()} `;
}

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
 * A key of the database lies in the clear under a lock as well (sealed-tables.ts), and a question holds what a person typed:
 * its id is a keyed hash, which tells nothing, and no guess can be tried at, without the sealed key.
 */
export async function openLogIds({ documents, rng }: Pick<Ports, 'documents' | 'rng'>): Promise<LogIds> {
  const read = async (): Promise<Uint8Array | undefined> =>
    keyOf((await documents?.get('logs', KEY_ID))?.body);
  let key = await read();
  if (key === undefined && documents !== undefined) {
    const body = JSON.stringify(
      hexOf(Uint8Array.from({ length: KEY_BYTES }, () => Math.floor(rng.next() * 256))),
    );
    // It goes last of all: without it nothing that was kept is found.
    const usedAt = Number.MAX_SAFE_INTEGER;
    await documents.put({
      kind: 'logs',
      id: KEY_ID,
      body,
      asOf: null,
      bytes: body.length,
      reasons: ['recent'],
      usedAt,
    });
    // What was kept under a key that is lost, or under the words of the question themselves, as it once was.
    await documents.keepNewest('log-lines', '', '', 1);
    await documents.keepNewest('logs', KEY_ID, '', 1);
    // Another tab may have put its own in the meantime.
    key = await read();
  }
  const known = key ?? NO_KEY;
  return {
    of: (question) => startOf(question) + hexOf(cmac(new TextEncoder().encode(logKey(question)), known)),
  };
}
