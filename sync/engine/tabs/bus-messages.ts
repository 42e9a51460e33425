import * as v from 'valibot';
import type { SyncStatus } from '../../core/outbox/status.ts';
import type { BusMessage } from '../../ports.ts';
import { healthChangeSchema } from '../../protocol/health.ts';
import { topologyChangeSchema } from '../../protocol/topology.ts';
import { packedNames } from '../../protocol/packed.ts';
import { watchScopeSchema } from '../../protocol/watch/scope.ts';

const messageSchema = v.variant('type', [
  v.object({ type: v.literal('appended'), lanes: v.array(v.string()) }),
  v.object({ type: v.literal('status'), status: v.record(v.string(), v.unknown()) }),
  v.object({ type: v.literal('refresh') }),
  v.object({ type: v.literal('hold'), isHeld: v.boolean() }),
  v.object({ type: v.literal('session-restored'), userId: v.string() }),
  v.object({ type: v.literal('other-user') }),
  v.object({ type: v.literal('watch'), tabId: v.string(), scopes: v.array(watchScopeSchema) }),
  v.object({ type: v.literal('visibility'), tabId: v.string(), visible: v.boolean() }),
  v.object({
    type: v.literal('ask'),
    askId: v.string(),
    what: v.picklist(['diagnostics', 'verify', 'rebuild']),
  }),
  v.object({ type: v.literal('answer'), askId: v.string(), body: v.record(v.string(), v.unknown()) }),
  v.object({ type: v.literal('packed'), tbl: v.picklist(packedNames) }),
  v.object({ type: v.literal('health'), change: healthChangeSchema }),
  v.object({ type: v.literal('topology'), change: topologyChangeSchema }),
  v.object({ type: v.literal('wipe') }),
]);

const statusSchema = v.object({
  phase: v.picklist([
    'starting',
    'live',
    'syncing',
    'offline',
    'unreachable',
    'signed-out',
    'storage-failed',
  ]),
  waiting: v.number(),
  needsAttention: v.number(),
  progress: v.nullable(v.object({ done: v.number(), total: v.number() })),
  asOf: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  isFull: v.optional(v.boolean()),
  isHeld: v.optional(v.boolean()),
  skewMs: v.optional(v.number()),
  updatedAt: v.number(),
});

/** A message of another context, which may run another version of the app; null when it is none we know. */
export function readBusMessage(raw: unknown): BusMessage | null {
  const parsed = v.safeParse(messageSchema, raw);
  return parsed.success ? parsed.output : null;
}

/** The leader's status as a follower shows it; null when it cannot be read. */
export function readLeaderStatus(raw: unknown): SyncStatus | null {
  const parsed = v.safeParse(statusSchema, raw);
  return parsed.success ? { ...parsed.output, isLeader: false } : null;
}
