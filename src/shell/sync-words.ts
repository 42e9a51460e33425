import type { UpdateState } from '#src/platform/service-worker-client.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';

export type ChipTone = 'live' | 'busy' | 'old' | 'offline' | 'attention' | 'update';

export interface ChipWords {
  readonly tone: ChipTone;
  readonly text: string;
  /** Why, in a sentence; for the tooltip. */
  readonly reason: string | null;
}

/** A live view younger than this says "Live"; an older one says its age. */
const LIVE_FOR_MS = 90_000;
const MINUTE_MS = 60_000;

/**
 * The one sentence about syncing (ux 4.6). What needs a person comes first, then what makes the data old, then work
 * on its way, then a new version, then calm.
 */
export function chipWords(status: SyncStatus, update: UpdateState, nowMs: number): ChipWords {
  const { phase, waiting, needsAttention, reason } = status;
  const suffix = waiting > 0 ? ` – ${waiting} waiting` : '';
  const attention = needsAttention > 0 ? ` – ${needsAttention} needs attention` : suffix;
  switch (phase) {
    case 'storage-failed':
      return { tone: 'attention', text: 'Storage failed', reason };
    case 'signed-out':
      return { tone: 'attention', text: `Signed out${attention}`, reason };
    case 'offline':
      return { tone: 'offline', text: `Offline${attention}`, reason };
    case 'unreachable':
      return { tone: 'offline', text: `Server unreachable${attention}`, reason };
    case 'starting':
    case 'syncing':
    case 'live':
      return onlineWords(status, update, nowMs);
  }
}

function onlineWords(status: SyncStatus, update: UpdateState, nowMs: number): ChipWords {
  const { phase, waiting, needsAttention, progress, reason } = status;
  if (needsAttention > 0) return { tone: 'attention', text: `Needs attention ${needsAttention}`, reason };
  if (progress !== null) {
    return { tone: 'busy', text: `Syncing ${progress.done}/${progress.total}`, reason };
  }
  if (waiting > 0) return { tone: 'busy', text: `Sending ${waiting}`, reason };
  if (phase === 'starting') return { tone: 'busy', text: 'Starting', reason };
  if (phase === 'syncing') return { tone: 'busy', text: 'Syncing', reason };
  if (update === 'waiting' || update === 'stale') return { tone: 'update', text: 'Update ready', reason };
  return ageWords(status, nowMs);
}

function ageWords({ asOf, reason }: SyncStatus, nowMs: number): ChipWords {
  const ageMs = asOf === null ? Number.NaN : nowMs - Date.parse(asOf);
  // A server clock ahead of this device's gives a negative age: that is fresh, not unknown.
  if (Number.isNaN(ageMs) || ageMs < LIVE_FOR_MS) return { tone: 'live', text: 'Live', reason };
  return { tone: 'old', text: `Updated ${longMinutes(ageMs)} ago`, reason };
}

function longMinutes(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
