import { SyncError } from '../../errors.ts';
import type { BusMessage, Ports } from '../../ports.ts';
import type { JsonRow } from '../../protocol/op.ts';

/** What one tab may ask the one that leads. */
export type LeaderQuestion = Extract<BusMessage, { type: 'ask' }>['what'];

interface Waiting {
  readonly settle: (body: JsonRow | null) => void;
  readonly cancel: () => void;
}

/**
 * Questions of a follower to the leader, over the bus and with a bounded wait: messages may be lost, and there may be
 * no leader at all (3b). The answer comes from another context, maybe of another version: parse it.
 */
export class LeaderAsks {
  readonly #ports: Pick<Ports, 'bus' | 'timers'>;
  readonly #tabId: string;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(ports: Pick<Ports, 'bus' | 'timers'>, tabId: string) {
    this.#ports = ports;
    this.#tabId = tabId;
  }

  /** The answer of whoever leads; null when nobody answered in time. Rejects with what the leader refused with. */
  async ask(what: LeaderQuestion, waitMs: number): Promise<unknown> {
    this.#count += 1;
    const askId = `${this.#tabId} ${this.#count}`;
    const body = await new Promise<JsonRow | null>((resolve) => {
      const settle = (answer: JsonRow | null): void => {
        this.#waiting.delete(askId);
        resolve(answer);
      };
      const cancel = this.#ports.timers.set(() => settle(null), waitMs);
      this.#waiting.set(askId, { settle, cancel });
      this.#ports.bus.post({ type: 'ask', askId, what });
    });
    if (body === null) return null;
    if (typeof body['refused'] === 'string') {
      throw new SyncError({ kind: 'rejected', message: body['refused'], status: 0 });
    }
    return body['value'] ?? null;
  }

  /** An answer came over the bus; those to other tabs are not ours. */
  heard(askId: string, body: JsonRow): void {
    const waiting = this.#waiting.get(askId);
    if (waiting === undefined) return;
    waiting.cancel();
    waiting.settle(body);
  }

  /** Nobody waits any more. */
  stop(): void {
    for (const { cancel, settle } of this.#waiting.values()) {
      cancel();
      settle(null);
    }
  }
}
