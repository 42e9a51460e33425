import { hasPassed } from '../../core/pull/schedule.ts';
import { serverTimeToMs } from '../../core/pull/server-time.ts';
import { SUMMARY_ID } from '../../protocol/document-facts.ts';
import type { HealthRefresh } from '../../protocol/health.ts';
import {
  packSummary,
  readSummaryAnswer,
  scheduleRowSchema,
  unpackSummary,
} from '../../protocol/health-summary.ts';
import type { HealthSummary, ScheduleRow } from '../../protocol/health-summary.ts';
import * as v from 'valibot';
import { schedulesRequest, summaryRequest } from '../../transport/health-requests.ts';
import { PAGE_ROWS } from '../../transport/postgrest.ts';
import type { Answer, Client } from '../tabs/client.ts';
import type { Runtime } from '../runtime.ts';

/** The server computes it anew once a minute; asking sooner than this brings nothing. */
const LEAST_AGE_MS = 10_000;
/** A person who asks wants to see what they have just done; twice at once is a slip. */
const ASKED_AGE_MS = 2_000;
/** The same on a line that costs (D14, warm group). */
const CONSTRAINED_AGE_MS = 180_000;
/** When the checks of a canary run changes with its definition. */
const SCHEDULES_AGE_MS = 3_600_000;
/** After a failure, doubling with each in a row up to five minutes. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 300_000;

const NOT_NOW = 'Not reachable now.';

const idle = (reason: string): HealthRefresh => ({ kind: 'refused', why: 'idle', reason });
const failed = (reason: string): HealthRefresh => ({ kind: 'refused', why: 'failed', reason });

interface Kept {
  readonly summary: HealthSummary | null;
  readonly asOf: string | null;
}

/**
 * The server's summary of all checks (D13, D14): pulled when a screen that shows checks asks, in whichever tab that is,
 * never by itself. It is large, so one that is young enough is not pulled again, whoever asks.
 */
export class HealthFeed {
  readonly #runtime: Runtime;
  readonly #client: Client;
  readonly #mayAsk: () => boolean;
  #asking: Promise<HealthRefresh> | null = null;
  #failures = 0;
  #failedAt = 0;

  /** `client` is one whose reads belong to the owner of the data (AUT5, AUT6). */
  constructor(runtime: Runtime, client: Client, mayAsk: () => boolean) {
    this.#runtime = runtime;
    this.#client = client;
    this.#mayAsk = mayAsk;
  }

  /** `maxAgeMs` 0 is a person asking now. Rejects only when the store fails. */
  refresh(maxAgeMs: number): Promise<HealthRefresh> {
    this.#asking ??= this.#refresh(maxAgeMs).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #refresh(maxAgeMs: number): Promise<HealthRefresh> {
    const { documents, lifecycle, clock } = this.#runtime.ports;
    if (documents === undefined) return failed('Nothing can be kept on this device.');
    if (!lifecycle.isOnLine() || !this.#mayAsk()) return idle(NOT_NOW);
    if (!lifecycle.isVisible()) return idle('Nobody is looking.');
    const kept = await this.#kept();
    const leastMs = lifecycle.isConstrained() ? CONSTRAINED_AGE_MS : LEAST_AGE_MS;
    const limitMs = maxAgeMs === 0 ? ASKED_AGE_MS : Math.max(maxAgeMs, leastMs);
    if (kept.summary !== null && this.#ageMs(kept.asOf) < limitMs) return { kind: 'fresh' };
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
    if (maxAgeMs > 0 && this.#failures > 0 && !hasPassed(this.#failedAt, pauseMs, clock.nowMs())) {
      return failed(NOT_NOW);
    }
    const pulled = await this.#pull(kept);
    const isPulled = pulled.kind === 'pulled';
    this.#failures = isPulled ? 0 : this.#failures + 1;
    if (!isPulled) this.#failedAt = clock.nowMs();
    return pulled;
  }

  async #kept(): Promise<Kept> {
    const stored = await this.#runtime.ports.documents?.get('health-summary', SUMMARY_ID);
    if (stored === undefined) return { summary: null, asOf: null };
    return { summary: unpackSummary(stored.body), asOf: stored.asOf };
  }

  /** Age by server time; endless where that is unknown, and for a stamp from the future: a clock was wrong. */
  #ageMs(asOf: string | null): number {
    const { ports, skew } = this.#runtime;
    const asOfMs = serverTimeToMs(asOf);
    const age = ports.clock.nowMs() + (skew.ms ?? 0) - (asOfMs ?? Number.NEGATIVE_INFINITY);
    return age < -LEAST_AGE_MS ? Number.POSITIVE_INFINITY : age;
  }

  async #pull(kept: Kept): Promise<HealthRefresh> {
    const { documents, clock, log } = this.#runtime.ports;
    const outcome = await this.#client.ask('service', summaryRequest());
    if (outcome.class !== 'ok') {
      return (outcome.class === 'offline' ? idle : failed)(outcome.error?.message ?? NOT_NOW);
    }
    const answer = readSummaryAnswer(outcome.rows[0]);
    if (answer === null || (answer.rows.length === 0 && answer.badRows > 0)) {
      log.event('warn', 'health.summary-unreadable', { badRows: answer?.badRows ?? null });
      return failed('The server uses another version of the data.');
    }
    if (answer.badRows > 0) log.event('warn', 'health.summary-rows', { badRows: answer.badRows });
    const summary: HealthSummary = { rows: answer.rows, ...(await this.#schedules(kept.summary)) };
    const body = packSummary(summary);
    await documents?.put({
      kind: 'health-summary',
      id: SUMMARY_ID,
      body,
      bytes: body.length,
      asOf: outcome.serverTime,
      reasons: ['recent'],
      usedAt: clock.nowMs(),
    });
    return { kind: 'pulled' };
  }

  /** The schedules that are here while they are young, else those of the server; the old ones where it gives none. */
  async #schedules(known: HealthSummary | null): Promise<Pick<HealthSummary, 'schedules' | 'schedulesAsOf'>> {
    const held = { schedules: known?.schedules ?? [], schedulesAsOf: known?.schedulesAsOf ?? null };
    if (held.schedulesAsOf !== null && this.#ageMs(held.schedulesAsOf) < SCHEDULES_AGE_MS) return held;
    const schedules: ScheduleRow[] = [];
    let asOf: string | null = null;
    for (let afterId: string | null = null, isMore = true; isMore;) {
      const outcome: Answer = await this.#client.ask('read', schedulesRequest(afterId));
      if (outcome.class !== 'ok' && outcome.class !== 'empty') return held;
      const rows = outcome.rows.flatMap((raw) => {
        const row = v.safeParse(scheduleRowSchema, raw);
        return row.success ? [row.output] : [];
      });
      schedules.push(...rows);
      asOf ??= outcome.serverTime;
      const last = outcome.rows.at(-1)?.['id'];
      isMore = outcome.rows.length >= PAGE_ROWS && typeof last === 'string';
      afterId = typeof last === 'string' ? last : null;
    }
    return { schedules, schedulesAsOf: asOf };
  }
}
