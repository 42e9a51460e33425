import * as v from 'valibot';
import { SyncError, toSyncError } from '../../errors.ts';
import { verifyReportSchema } from '../../protocol/diagnostics.ts';
import type { Diagnostics, LeaderReport, VerifyReport } from '../../protocol/diagnostics.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { diagnose, readLeaderReport } from './diagnostics.ts';
import { LeaderAsks } from '../tabs/leader-asks.ts';
import type { LeaderQuestion } from '../tabs/leader-asks.ts';
import type { Runtime } from '../runtime.ts';
import type { Term } from '../tabs/term.ts';

/** A report is read off what the leader has in memory: who does not answer at once will not. */
const REPORT_WAIT_MS = 1500;
/** Comparing and emptying ask the server or the disk. */
const WORK_WAIT_MS = 60_000;

const noLeader = (): SyncError =>
  new SyncError({
    kind: 'timeout',
    message: 'The tab that does the syncing did not answer. Nothing was changed by this one.',
    afterMs: WORK_WAIT_MS,
  });

/**
 * Where the panel's questions are answered: by this tab while it leads, else by whoever does (D15, D23). Every answer
 * of another tab is parsed, and every wait is bounded.
 */
export class DiagnosticsService {
  readonly #runtime: Runtime;
  readonly #term: () => Term | null;
  readonly #asks: LeaderAsks;

  constructor(runtime: Runtime, term: () => Term | null) {
    this.#runtime = runtime;
    this.#term = term;
    this.#asks = new LeaderAsks(runtime.ports, runtime.tabId);
  }

  async diagnostics(): Promise<Diagnostics> {
    const term = this.#term();
    if (term !== null) return diagnose(this.#runtime, await term.diagnose());
    return diagnose(this.#runtime, await this.#leaderReport());
  }

  async verify(): Promise<VerifyReport> {
    const term = this.#term();
    if (term !== null) return term.verify();
    const parsed = v.safeParse(verifyReportSchema, await this.#asks.ask('verify', WORK_WAIT_MS));
    if (!parsed.success) throw noLeader();
    return parsed.output;
  }

  async rebuild(): Promise<void> {
    const term = this.#term();
    if (term !== null) return term.rebuild();
    if ((await this.#asks.ask('rebuild', WORK_WAIT_MS)) === null) throw noLeader();
  }

  /** Another tab asks; silence unless this one leads. */
  asked(askId: string, what: LeaderQuestion): void {
    const term = this.#term();
    if (term === null) return;
    const { bus, log } = this.#runtime.ports;
    work(term, what)
      .then(
        (value): JsonRow => ({ value }),
        (thrown: unknown): JsonRow => ({ refused: toSyncError(thrown).message }),
      )
      .then((body) => bus.post({ type: 'answer', askId, body }))
      .catch((thrown: unknown) => log.event('warn', 'ask.unanswered', { what, error: String(thrown) }));
  }

  answered(askId: string, body: JsonRow): void {
    this.#asks.heard(askId, body);
  }

  stop(): void {
    this.#asks.stop();
  }

  async #leaderReport(): Promise<LeaderReport | null> {
    try {
      return readLeaderReport(await this.#asks.ask('diagnostics', REPORT_WAIT_MS));
    } catch (thrown) {
      // A leader that could not read its own stores has said so in its log; this tab still knows its part.
      this.#runtime.ports.log.event('warn', 'diagnostics.refused', { error: toSyncError(thrown).message });
      return null;
    }
  }
}

function work(term: Term, what: LeaderQuestion): Promise<unknown> {
  switch (what) {
    case 'diagnostics':
      return term.diagnose();
    case 'verify':
      return term.verify();
    case 'rebuild':
      return term.rebuild().then(() => true);
  }
}
