import type { TableSpec } from '../../protocol/table.ts';
import type { Answer } from '../tabs/client.ts';
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

/** True when nothing else can be asked after this answer. */
export function endsCycle(answer: Answer): boolean {
  return ['auth', 'captive', 'offline', 'cancelled', 'retryable'].includes(answer.class);
}
