import { toSyncError } from '../errors.ts';
import type { Clock, DocumentStore, Log, Timers } from '../ports.ts';
import type { HealthKeptAs, HealthQuery } from '../protocol/health.ts';
import type { KeptHealth } from '../protocol/health-kept.ts';

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

/** Keeps the newest answers for the next start, among what was pulled: they are sealed, weighed and wiped with that. */
export class HealthKeptWriter {
  readonly #host: KeptWriterHost;
  readonly #make: (query: HealthQuery) => KeptHealth | null;
  readonly #asked = new Map<HealthKeptAs, HealthQuery>();
  readonly #written = new Map<HealthKeptAs, string>();
  #cancel: (() => void) | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(host: KeptWriterHost, make: (query: HealthQuery) => KeptHealth | null) {
    this.#host = host;
    this.#make = make;
  }

  /** A question was answered. */
  answered(query: HealthQuery): void {
    // Columns of a pivot are not kept: such a list waits for the worker.
    if (query.keepAs === undefined || query.pivotBy !== null || this.#isStopped) return;
    this.#asked.set(query.keepAs, query);
    if (this.#cancel !== undefined) return;
    const { clock, timers } = this.#host;
    const waitMs = Math.max(REST_MS, this.#writtenAt + PAUSE_MS - clock.nowMs());
    this.#cancel = timers.set(
      () => {
        this.#cancel = undefined;
        this.#write().catch((thrown: unknown) => {
          this.#host.log.event('warn', 'health.not-kept', { message: toSyncError(thrown).message });
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
    const asked = [...this.#asked];
    this.#asked.clear();
    this.#writtenAt = clock.nowMs();
    for (const [id, query] of asked) {
      const kept = this.#make(query);
      const body = kept && JSON.stringify(kept);
      if (body === null || body === this.#written.get(id)) continue;
      const usedAt = clock.nowMs();
      await documents.put({
        kind: 'health-list',
        id,
        body,
        bytes: body.length,
        asOf: kept?.summaryAsOf ?? kept?.asOf ?? null,
        reasons: ['recent'],
        usedAt,
      });
      this.#written.set(id, body);
    }
  }
}
