import type { OutcomeClass } from '../../core/outbox/outcome.ts';
import { SLOW_MS } from '../../core/pull/schedule.ts';
import type { TableSpec } from '../../protocol/table.ts';
import type { Answer, Client } from '../tabs/client.ts';
import { pullActive } from './active.ts';
import { pullCursor, pullSnapshot } from './table.ts';
import type { PullResult } from './parts.ts';
import type { SweepParts } from './sweep.ts';

/** Small things first, then what the incident screen needs, then names, then the long lists (D11). */
export function rankOf(spec: TableSpec): number {
  const isSmall = spec.ownRow === true || (spec.feed.kind === 'snapshot' && spec.feed.unpaged === true);
  if (isSmall) return 0;
  return spec.group === 'hot' ? 1 : spec.group === 'cold' ? 2 : 3;
}

/** Pulls one table, and notes what that took (D23). */
export async function pullTable(parts: SweepParts, spec: TableSpec): Promise<PullResult> {
  const { diagnostics, ports } = parts.runtime;
  diagnostics.begin(spec, ports.clock.nowMs());
  const result = await pullByKind(parts, spec);
  diagnostics.pulled(spec, result.rows, result.stop === null && !result.isSkewed, ports.clock.nowMs());
  return result;
}

function pullByKind(parts: SweepParts, spec: TableSpec): Promise<PullResult> {
  if (spec.feed.kind === 'snapshot') return pullSnapshot(parts, spec);
  return spec.feed.kind === 'active' ? pullActive(parts, spec) : pullCursor(parts, spec);
}

/** Answers after which nothing else can be asked, unless it is the trouble of one view. */
const ENDING: readonly OutcomeClass[] = ['auth', 'captive', 'offline', 'cancelled', 'retryable'];
/** What one view may answer while the server is well. */
const OF_ONE_VIEW: readonly OutcomeClass[] = ['captive', 'offline', 'retryable'];

/**
 * True when nothing else can be asked after this answer. A view that fails, takes too long or is cut off ends nothing
 * where whoami answers right after it, and not slowly: then the trouble is its own (entities 3).
 */
export async function endsCycle(
  { runtime, session }: Pick<SweepParts, 'runtime' | 'session'>,
  answer: Answer,
): Promise<boolean> {
  if (!ENDING.includes(answer.class)) return false;
  // Nothing left the device, or we were told to ask less, whatever it is.
  const isHeld =
    answer.class === 'retryable' && answer.status === null && answer.error?.kind === 'unauthorized';
  if (!OF_ONE_VIEW.includes(answer.class) || isHeld || answer.status === 429) return true;
  const { clock, lifecycle } = runtime.ports;
  if (!lifecycle.isOnLine()) return true;
  const askedAt = clock.nowMs();
  const state = await session.look();
  const tookMs = clock.nowMs() - askedAt;
  return state !== 'ok' || tookMs < 0 || tookMs > SLOW_MS;
}

/** The same parts, and how long the slowest answer to them took. */
export function timed(parts: SweepParts): { readonly parts: SweepParts; readonly slowestMs: () => number } {
  let slowestMs = 0;
  const client: Client = {
    ...parts.client,
    async ask(...asked) {
      const answer = await parts.client.ask(...asked);
      slowestMs = Math.max(slowestMs, answer.durationMs);
      return answer;
    },
  };
  return { parts: { ...parts, client }, slowestMs: () => slowestMs };
}
