import { toSyncError } from '../errors.ts';
import type { Clock, DocumentStore, Log, Timers } from '../ports.ts';
import type { Claim } from '../protocol/claim.ts';
import type { KeptListKind } from '../protocol/kept-list.ts';

/** After an answer: what is only passed through on the way is not kept, and a start has better things to do. */
const REST_MS = 2_000;
/** Between two writes: a sync answers a list again many times a minute. */
const PAUSE_MS = 20_000;

/** What keeping an answer needs of its worker. */
export interface KeptWriterHost {
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

interface Kept extends Pick<Claim, 'state' | 'asOf'> {
  /** Null where the answer is not worth it. What was kept before goes then, unless the list is only not whole yet. */
  readonly body: object | null;
}

/** How the answers of one list are kept. */
interface KeptListSpec<Query> {
  readonly kind: KeptListKind;
  /** Under what an answer is kept; undefined for a question whose answer is not. */
  readonly idOf: (query: Query) => string | undefined;
  /** What is kept of the answer as it is now. */
  readonly make: (query: Query) => Kept | Promise<Kept>;
}

/** Keeps the newest answers for the next start, among what was pulled: they are sealed, weighed and wiped with that. */
export class KeptListWriter<Query> {
  readonly #host: KeptWriterHost;
  readonly #spec: KeptListSpec<Query>;
  readonly #asked = new Map<string, Query>();
  readonly #written = new Map<string, string>();
  #cancel: (() => void) | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(host: KeptWriterHost, spec: KeptListSpec<Query>) {
    this.#host = host;
    this.#spec = spec;
  }

  /** A question was answered. */
  answered(query: Query): void {
    const id = this.#spec.idOf(query);
    if (id === undefined || this.#isStopped) return;
    this.#asked.set(id, query);
    if (this.#cancel !== undefined) return;
    const { clock, timers } = this.#host;
    const waitMs = Math.max(REST_MS, this.#writtenAt + PAUSE_MS - clock.nowMs());
    this.#cancel = timers.set(
      () => {
        this.#cancel = undefined;
        this.#write().catch((thrown: unknown) => {
          const { message } = toSyncError(thrown);
          this.#host.log.event('warn', 'list.not-kept', { list: this.#spec.kind, message });
        });
      },
      Math.min(waitMs, PAUSE_MS),
    );
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  async #write(): Promise<void> {
    const { documents, clock } = this.#host;
    const { kind, make } = this.#spec;
    const asked = [...this.#asked];
    this.#asked.clear();
    this.#writtenAt = clock.nowMs();
    for (const [id, query] of asked) {
      const kept = await make(query);
      if (kept.body === null) {
        if (kept.state === 'complete' || kept.state === 'forbidden') {
          await documents.drop(kind, id);
          this.#written.delete(id);
        }
        continue;
      }
      const body = JSON.stringify(kept.body);
      if (body === this.#written.get(id)) continue;
      const usedAt = clock.nowMs();
      await documents.put({
        kind,
        id,
        body,
        bytes: body.length,
        asOf: kept.asOf,
        reasons: ['recent'],
        usedAt,
      });
      this.#written.set(id, body);
    }
  }
}
