import type { Engine } from '#sync/engine/engine-contract.ts';
import { createEngine } from '#sync/engine/engine.ts';
import type {
  DocumentStore,
  HttpRequest,
  HttpResponse,
  JournalStore,
  Lifecycle,
  Ports,
} from '#sync/ports.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import { tables } from '#sync/protocol/tables.ts';
import { createMemoryCache, type MemoryCache } from '#sync/store/cache/memory-cache.ts';
import { createMemoryDocuments } from '#sync/store/documents/memory-documents.ts';
import { createMemoryJournal } from '#sync/store/journal/memory-journal.ts';

/** Anything that speaks HTTP with a session: `gateway-client` makes one. */
export interface WireClient {
  send(path: string, init?: RequestInit): Promise<Response>;
}

/** The Http port over a signed-in client of the real gateway. */
export function wireHttp(client: WireClient): Ports['http'] {
  return {
    send: async (request: HttpRequest): Promise<HttpResponse> => {
      const answer = await client.send(`/api${request.path}`, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
        redirected: answer.redirected,
      };
    },
  };
}

/** A device with nothing on it in front of the real gateway: the engine over memory stores and real time. */
export interface WireDevice {
  readonly engine: Engine;
  readonly journal: JournalStore;
  readonly cache: MemoryCache;
  readonly documents: DocumentStore;
  /** What the browser would say about the network. */
  setOnLine(isOnLine: boolean): void;
  /** Whether somebody would see the page. */
  setVisible(isVisible: boolean): void;
}

/** Makes a device for the person who is signed in; `others` stand in for real time, real chance and what else a test looks into. */
export function openWireDevice(
  http: Ports['http'],
  userId: string,
  tenant: string,
  others: Partial<Pick<Ports, 'clock' | 'timers' | 'rng' | 'log' | 'documents'>> = {},
): WireDevice {
  const identity = { userId, tenant, scopeHash: '' };
  const journal = createMemoryJournal(identity);
  const cache = createMemoryCache(identity);
  const documents = others.documents ?? createMemoryDocuments();
  let isOnLine = true;
  let isVisible = true;
  const listeners = new Set<() => void>();
  const lifecycle: Lifecycle = {
    isVisible: () => isVisible,
    isOnLine: () => isOnLine,
    isConstrained: () => false,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const ports: Ports = {
    clock: { nowMs: () => Date.now() },
    rng: { next: () => Math.random() },
    timers: {
      set: (run, delayMs) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    },
    http,
    journal,
    cache,
    packed: cache.packed,
    locks: { request: (_name, hold) => hold(), share: (_name, hold) => hold(), waiting: async () => 0 },
    bus: { post: () => undefined, listen: () => () => undefined },
    lifecycle,
    log: { event: () => undefined },
    documents,
    ...others,
  };
  return {
    engine: createEngine(ports, {
      identity,
      tables,
      packed: Object.values(packedSpecs),
      tabId: 'wire',
      appVersion: 'test',
    }),
    journal,
    cache,
    documents,
    setOnLine(next) {
      isOnLine = next;
      for (const listener of listeners) listener();
    },
    setVisible(next) {
      isVisible = next;
      for (const listener of listeners) listener();
    },
  };
}
