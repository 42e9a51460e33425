import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createPrng } from '#tests/sim/prng.ts';

/** A network as the targets name it (sync.md 4). */
export interface Link {
  readonly name: string;
  readonly bitsPerSecond: number;
  readonly roundTripMs: number;
  /** Share of the packets that get lost. */
  readonly loss: number;
}

/** N1 and N2 of the targets. */
export const N1: Link = { name: 'N1', bitsPerSecond: 50_000_000, roundTripMs: 50, loss: 0 };
export const N2: Link = { name: 'N2', bitsPerSecond: 5_000_000, roundTripMs: 150, loss: 0.02 };

/** Bytes of one packet. */
const PACKET = 1_460;
const LOSS_SEED = 2;

interface Recorded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Stands in front of a server: what it answers to reads is kept, and given again in its place. */
export interface RecordedWire {
  readonly url: string;
  /** From now on reads that were answered before are answered from memory, as over this link. */
  play(link: Link): void;
  /** Reads since then that nobody had asked before: the server answered them. */
  misses(): number;
  stop(): Promise<void>;
}

const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'];

/** What an answer depends on: a count is asked for in a header. */
function keyOf({ url = '', headers }: IncomingMessage): string {
  return `${url} ${String(headers['prefer'] ?? '')}`;
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  // Node types a request as AsyncIterable<any>; a body without encoding arrives as Buffers.
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * What a client makes of a first pull does not depend on the machine its server runs on; here both would share two
 * cores. Answers are recorded while the real server gives them and played over a link of its own (sync.md T1, T3:
 * "replay recorded pages from memory").
 */
export async function openRecordedWire(target: string): Promise<RecordedWire> {
  const kept = new Map<string, Recorded>();
  /** The bodies as a server that compresses sends them; made when the recording ends. */
  const packed = new Map<Recorded, Buffer>();
  let link: Link | null = null;
  let misses = 0;
  /** When the last byte of what was sent so far has arrived: all answers share the link. */
  let freeAt = 0;
  let chance = createPrng(LOSS_SEED);

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const sent = Object.entries(req.headers).filter(
      ([name]) => name !== 'accept-encoding' && name !== 'host',
    );
    const body = await bodyOf(req);
    const answer = await fetch(`${target}${req.url ?? ''}`, {
      method: req.method ?? 'GET',
      redirect: 'manual',
      headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name)));
    if (link !== null && req.method === 'GET') misses += 1;
    // The first answer stays: those after it bring times of their own, and what is asked next follows from them.
    if (link === null && req.method === 'GET' && answer.ok && !kept.has(keyOf(req)))
      kept.set(keyOf(req), { status: answer.status, headers, body: bytes });
    res.writeHead(answer.status, { ...headers, 'content-length': String(bytes.length) });
    res.end(bytes);
  }

  /** Packets of so many that are lost. */
  const lostOf = (packets: number, { loss }: Link): number => {
    let lost = 0;
    for (let each = 0; each < packets; each += 1) if (chance.chance(loss)) lost += 1;
    return lost;
  };

  /** What has been lost is sent again one round trip later, all of it together, until nothing is. */
  async function carry(bytes: number, over: Link): Promise<void> {
    for (let left = bytes; left > 0;) {
      const sentAt = performance.now();
      await pause(over.roundTripMs);
      freeAt = Math.max(freeAt, sentAt + over.roundTripMs) + (left * 8_000) / over.bitsPerSecond;
      await pause(Math.max(0, freeAt - performance.now()));
      left = lostOf(Math.ceil(left / PACKET), over) * PACKET;
    }
  }

  async function give(recorded: Recorded, over: Link, res: ServerResponse): Promise<void> {
    const { status, headers, body } = recorded;
    const bytes = packed.get(recorded) ?? gzipSync(body);
    // The question is one packet, and may be lost as well.
    for (let lost = lostOf(1, over); lost > 0; lost = lostOf(1, over)) await pause(over.roundTripMs);
    await carry(bytes.length, over);
    res.writeHead(status, {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
    });
    res.end(bytes);
  }

  const server = createServer((req, res) => {
    const known = link === null || req.method !== 'GET' ? undefined : kept.get(keyOf(req));
    const answered = known === undefined || link === null ? pass(req, res) : give(known, link, res);
    answered.catch((thrown: unknown) => res.destroy(thrown instanceof Error ? thrown : undefined));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server that listens has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    play: (over) => {
      for (const recorded of kept.values()) packed.set(recorded, gzipSync(recorded.body));
      link = over;
      misses = 0;
      chance = createPrng(LOSS_SEED);
    },
    misses: () => misses,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
