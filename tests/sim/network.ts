import type { Http, HttpRequest, HttpResponse } from '#sync/ports.ts';
import { SyncError } from '#sync/errors.ts';
import { noteHandled } from './answers.ts';
import { commandOf } from './effects.ts';
import { userId } from './facts.ts';
import type { ModelServer } from './model/model-server.ts';
import type { Prng } from './prng.ts';
import type { Scheduler } from './scheduler.ts';

/** Kinds of trouble on the wire (sync.md 3b). */
export const networkFaults = [
  'refuse',
  'hang-before',
  'lose-reply',
  'truncate',
  'duplicate',
  'bad-gateway-after-commit',
  'unavailable',
  'rate-limited',
  'rate-limited-plain',
  'deadlock',
  'statement-timeout',
  'internal-error',
  'schema-reload',
  'login-redirect',
  'captive-html',
  'unauthorized',
  'unauthorized-writes',
  'drip',
  'overtaken',
  'empty-page',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** Live settings of the wire; the script turns them. */
export interface NetworkConditions {
  isUp: boolean;
  /** Chance that a request meets a fault at all. */
  faultRate: number;
  faults: readonly NetworkFault[];
  minDelayMs: number;
  maxDelayMs: number;
  /** Set once an `empty-page` was delivered: until the next sweep a walk may believe that it has seen everything. */
  hasLied: boolean;
  /** A glitch, not a habit: against a proxy that always lies nothing can be known. */
  lastLieMs: number;
  /** Requests that false empty answers are kept for; null: any. */
  liesAbout: RegExp | null;
  /** What a gateway answers that has lost the server after it committed. */
  gatewayStatus: 502 | 504;
  /** What the next request for a run of a playbook meets, whatever else is drawn. */
  nextRunFault?: NetworkFault | undefined;
}

const lieGapMs = 30_000;

/** What became of a request: it left, its sender has its answer or none, or it took effect under another name. */
export type FlightPhase = 'sent' | 'ended' | 'foreign';

/** A write that left a tab, for the single-sender check (I15). */
export interface InFlight {
  readonly tabId: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Delivers requests of one tab to the model server, with the present conditions. */
export function createNetwork(
  scheduler: Scheduler,
  server: ModelServer,
  conditions: NetworkConditions,
  prng: Prng,
  watch: (request: InFlight, phase: FlightPhase, body?: string) => void,
): (tabId: string, owner: string) => Http {
  const delay = (): number =>
    conditions.minDelayMs + prng.int(conditions.maxDelayMs - conditions.minDelayMs + 1);
  return (tabId, owner) => ({
    send: (request, cancel) =>
      new Promise<HttpResponse>((resolve, reject) => {
        const cancelled = (): void =>
          reject(new SyncError({ kind: 'cancelled', message: 'simulated abort' }));
        // As the port of the browser does: what was cancelled before it was sent does not leave (I15).
        if (cancel?.aborted === true) return cancelled();
        const flight: InFlight = {
          tabId,
          method: request.method,
          path: request.path,
          body: request.body ?? '',
        };
        const drawn =
          conditions.isUp && prng.chance(conditions.faultRate) && conditions.faults.length > 0
            ? prng.pick(conditions.faults)
            : null;
        const isTooSoon = scheduler.nowMs - conditions.lastLieMs < lieGapMs;
        const isSpared = isTooSoon || conditions.liesAbout?.test(request.path) === false;
        const isRun = flight.path === '/playbook/run';
        const aimed = isRun && conditions.isUp ? conditions.nextRunFault : undefined;
        if (aimed !== undefined) conditions.nextRunFault = undefined;
        const fault = aimed ?? (drawn === 'empty-page' && isSpared ? null : drawn);
        if (fault === 'empty-page') conditions.lastLieMs = scheduler.nowMs;
        const fail = (kind: 'offline' | 'timeout', afterMs: number): void => {
          scheduler.schedule(owner, afterMs, () => {
            watch(flight, 'ended');
            reject(
              new SyncError(
                kind === 'timeout'
                  ? { kind, message: 'simulated timeout', afterMs: request.timeoutMs }
                  : { kind, message: 'simulated network failure' },
              ),
            );
          });
        };
        let tell = (): void => undefined;
        const answer = (response: HttpResponse, extraMs = 0): void => {
          scheduler.schedule(owner, delay() + extraMs, () => {
            tell();
            watch(flight, 'ended', response.body);
            resolve(response);
          });
        };
        watch(flight, 'sent');
        const cookieOf = server.session.userId;
        const handle = (): HttpResponse => {
          const doneBefore = server.effects.length + server.commands.length;
          const response = server.session.as(cookieOf, () => server.handle(request));
          tell = noteHandled(server, flight);
          const hasActed = server.effects.length + server.commands.length > doneBefore;
          if (hasActed && cookieOf !== userId) watch(flight, 'foreign');
          return response;
        };
        cancel?.addEventListener('abort', () => {
          watch(flight, 'ended');
          cancelled();
        });
        if (!conditions.isUp || fault === 'refuse') return fail('offline', delay());
        if (fault === 'hang-before') return fail('timeout', request.timeoutMs);
        const early = earlyAnswer(fault, request);
        if (early !== null) return answer(early);
        // The request is on its way: what happens at the server no longer depends on the tab being alive.
        scheduler.schedule('network', delay(), () => {
          const response = handle();
          conditions.hasLied ||= fault === 'empty-page';
          // What repeats a command on the way is beyond every client; the engine speaks of its own requests.
          if (fault === 'duplicate' && commandOf(flight) === null) answer(handle());
          else if (fault === 'lose-reply') fail(prng.chance(0.5) ? 'offline' : 'timeout', delay());
          else if (fault === 'drip' && response.body.length >= request.timeoutMs) {
            fail('timeout', request.timeoutMs);
          } else {
            answer(lateAnswer(fault, request, response, conditions.gatewayStatus), lateness(fault, response));
          }
        });
      }),
  });
}

function plain(status: number, contentType: string, body: string, redirected = false): HttpResponse {
  return { status, headers: { 'content-type': contentType }, body, redirected };
}

function postgrestError(status: number, code: string): HttpResponse {
  return plain(
    status,
    'application/json',
    JSON.stringify({ code, message: 'simulated', details: null, hint: null }),
  );
}

/** Slow wires: a thousand bytes a second, or an answer that others overtake. */
function lateness(fault: NetworkFault | null, response: HttpResponse): number {
  if (fault === 'drip') return response.body.length;
  return fault === 'overtaken' ? 9000 : 0;
}

function earlyAnswer(fault: NetworkFault | null, request: HttpRequest): HttpResponse | null {
  switch (fault) {
    case 'unavailable':
      return postgrestError(503, 'PGRST001');
    case 'rate-limited':
      return {
        ...plain(429, 'text/plain', 'slow down'),
        headers: { 'content-type': 'text/plain', 'retry-after': '2' },
      };
    case 'rate-limited-plain':
      return plain(429, 'text/plain', 'slow down');
    case 'deadlock':
      return postgrestError(500, '40P01');
    case 'statement-timeout':
      return postgrestError(500, '57014');
    case 'internal-error':
      return postgrestError(500, 'XX000');
    case 'schema-reload':
      return request.method === 'GET' ? postgrestError(404, 'PGRST205') : postgrestError(400, 'PGRST204');
    case 'unauthorized-writes':
      return request.method === 'GET' ? null : plain(401, 'text/plain', 'Authorization Error');
    case 'login-redirect':
      return plain(0, '', '', true);
    case 'captive-html':
      return plain(200, 'text/html', '<!doctype html><title>Wi-Fi</title>');
    case 'unauthorized':
      return plain(401, 'text/plain', 'Authorization Error');
    default:
      return null;
  }
}

function lateAnswer(
  fault: NetworkFault | null,
  request: HttpRequest,
  response: HttpResponse,
  gatewayStatus: NetworkConditions['gatewayStatus'],
): HttpResponse {
  switch (fault) {
    case 'truncate':
      return { ...response, body: response.body.slice(0, Math.floor(response.body.length / 2)) };
    case 'bad-gateway-after-commit':
      return gatewayStatus === 502
        ? plain(502, 'application/json', '{"message":"remote unreachable, could not forward"}')
        : plain(504, 'text/html', '<html><title>504 Gateway Time-out</title></html>');
    case 'empty-page':
      // A proxy that answers `200 []` for everything must not erase the console (I14).
      return request.method === 'GET' && response.status === 200 && response.body.startsWith('[')
        ? { ...response, body: '[]', headers: { ...response.headers, 'content-range': '*/0' } }
        : response;
    default:
      return response;
  }
}
