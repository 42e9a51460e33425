import type { Outcome } from '../../core/outbox/outcome.ts';
import { fullPace, stepPace } from '../../core/pull/schedule.ts';
import type { Pace } from '../../core/pull/schedule.ts';
import { serverTimeToMs } from '../../core/pull/server-time.ts';
import { isUnreachable, stepReach, unknownReach } from '../../core/outbox/status.ts';
import type { Reach } from '../../core/outbox/status.ts';
import { stepBreaker } from '../../core/pull/next-attempt.ts';
import type { Breaker } from '../../core/pull/next-attempt.ts';
import type { CancelSignal, HttpRequest } from '../../ports.ts';
import { classifyFailure, classifyResponse } from '../../transport/classify.ts';
import type { ExpectedRow, RequestKind } from '../../transport/classify.ts';
import { isWhoami } from '../../transport/postgrest.ts';
import type { RequestContext } from '../../transport/postgrest.ts';
import type { Runtime } from '../runtime.ts';

/** One judged answer and how long it took on the device's clock. */
export interface Answer extends Outcome {
  readonly durationMs: number;
}

/** The network as one leader sees it: sends, judges, and remembers how the server is doing. */
export interface Client {
  /** `cancel` stands in for the signal of the term, which it follows: for what may have to be given up on its own. */
  ask(
    kind: RequestKind,
    request: HttpRequest,
    expected?: ExpectedRow,
    cancel?: CancelSignal,
  ): Promise<Answer>;
  context(): RequestContext;
  reach(): Reach;
  breaker(): Breaker;
  pace(): Pace;
  /**
   * Ends a pull cycle: how slow whoami was, and that we were told to ask less, set the pace of the next ones (D14). What
   * one view answers is the business of its own collection (entities 3).
   */
  endCycle(): void;
}

/** True when the answer shows that our own server was reached, whatever it said. */
function provesServer(outcome: Outcome): boolean | null {
  if (outcome.class === 'cancelled') return null;
  if (outcome.status === null || outcome.class === 'captive') return false;
  if (outcome.class === 'auth') return outcome.status === 401;
  return ![502, 503, 504].includes(outcome.status);
}

/** Makes the client of one term. `changed` is called when reachability changes. */
export function createClient(
  runtime: Runtime,
  signal: CancelSignal,
  changed: (reach: Reach, before: Reach) => void,
): Client {
  const { ports, identity } = runtime;
  let reach: Reach = unknownReach;
  let breaker: Breaker = { serverFailures: 0 };
  let pace: Pace = fullPace;
  let slowestMs = 0;
  let isRefused = false;

  function note(kind: RequestKind, request: HttpRequest, outcome: Outcome, durationMs: number): void {
    // Only writes count: that whoami or a read is answered does not show that writes work again (D7).
    if (kind !== 'service' && kind !== 'read') breaker = stepBreaker(breaker, outcome);
    if (kind === 'read' && outcome.class === 'skew') runtime.wire.isDoubted = true;
    if (isWhoami(request)) slowestMs = Math.max(slowestMs, durationMs);
    if (outcome.status === 429 || (isWhoami(request) && outcome.status === 503)) isRefused = true;
    const serverMs = serverTimeToMs(outcome.serverTime);
    if (serverMs !== null) runtime.skew.ms = serverMs - ports.clock.nowMs();
    const isGood = provesServer(outcome);
    if (isGood === null) return;
    const before = reach;
    reach = stepReach(reach, isGood);
    if (before.state !== reach.state) changed(reach, before);
  }

  return {
    async ask(kind, request, expected = null, cancel = signal) {
      const startedAt = ports.clock.nowMs();
      const outcome = await ports.http.send(request, cancel).then(
        (response) => {
          runtime.diagnostics.answered(request, response);
          return classifyResponse(kind, response, expected);
        },
        (thrown: unknown) => classifyFailure(kind, thrown),
      );
      const durationMs = Math.min(60_000, Math.max(0, ports.clock.nowMs() - startedAt));
      note(kind, request, outcome, durationMs);
      return { ...outcome, durationMs };
    },
    context: () => ({
      userId: identity.userId,
      isConstrained: ports.lifecycle.isConstrained(),
      wire: runtime.wire.facts,
    }),
    reach: () => reach,
    breaker: () => breaker,
    pace: () => pace,
    endCycle() {
      pace = stepPace(pace, { slowestMs, isRefused });
      slowestMs = 0;
      isRefused = false;
    },
  };
}

/** True while only probes may be sent. */
export function mustProbe(client: Client): boolean {
  return isUnreachable(client.reach());
}
