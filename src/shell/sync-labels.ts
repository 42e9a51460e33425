import type { UpdateState } from '#src/platform/shell/service-worker-client.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';

export type ChipTone = 'live' | 'busy' | 'old' | 'offline' | 'attention' | 'update';

export interface ChipWords {
  readonly tone: ChipTone;
  readonly text: string;
  /** Part of `text` for narrow windows: what waits for a person or the network, if anything does. */
  readonly shortText: string;
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
export function chipWords(
  status: SyncStatus,
  update: UpdateState,
  nowMs: number,
  /** Actions that were prepared and wait for the person (ux 4.6 C). */
  prepared = 0,
): ChipWords {
  const { reason } = status;
  const count = countWords(status, prepared);
  const { tone, text } = words(status, count, update, nowMs);
  const isCountIn = count !== null && text.endsWith(count);
  return { tone, text, shortText: isCountIn ? count : text, reason };
}

type Words = Pick<ChipWords, 'tone' | 'text'>;

function countWords({ waiting, needsAttention }: SyncStatus, prepared: number): string | null {
  const parts = [];
  if (needsAttention > 0)
    parts.push(`${needsAttention} ${needsAttention === 1 ? 'needs' : 'need'} attention`);
  else if (waiting > 0) parts.push(`${waiting} waiting`);
  if (prepared > 0) parts.push(`${prepared} prepared`);
  return parts.length === 0 ? null : parts.join(', ');
}

function words(status: SyncStatus, count: string | null, update: UpdateState, nowMs: number): Words {
  const suffix = count === null ? '' : ` – ${count}`;
  // Said before anything about the server: what is written now does not show here.
  if (status.isFull === true && status.phase !== 'signed-out')
    return { tone: 'attention', text: `Device full${suffix}` };
  switch (status.phase) {
    case 'storage-failed':
      return { tone: 'attention', text: 'Storage failed' };
    case 'signed-out':
      return { tone: 'attention', text: `Signed out${suffix}` };
    case 'offline':
      return { tone: 'offline', text: `Offline${suffix}` };
    case 'unreachable':
      return { tone: 'offline', text: `Server unreachable${suffix}` };
    case 'starting':
    case 'syncing':
    case 'live':
      return withSuffix(onlineWords(status, update, nowMs), suffix);
  }
}

/** Online, what waits and what needs a person is in the words; what is prepared stands behind the calm ones. */
function withSuffix({ tone, text }: Words, suffix: string): Words {
  return tone === 'live' || tone === 'old' ? { tone, text: `${text}${suffix}` } : { tone, text };
}

function onlineWords(status: SyncStatus, update: UpdateState, nowMs: number): Words {
  const { phase, waiting, needsAttention, progress } = status;
  if (needsAttention > 0) return { tone: 'attention', text: `Needs attention ${needsAttention}` };
  if (progress !== null) {
    return { tone: 'busy', text: `Syncing ${progress.done}/${progress.total}` };
  }
  if (waiting > 0) return { tone: 'busy', text: `Sending ${waiting}` };
  if (phase === 'syncing') return { tone: 'busy', text: 'Syncing' };
  if (update === 'waiting' || update === 'stale') return { tone: 'update', text: 'Update ready' };
  return ageWords(status, nowMs);
}

/** "Live" is the engine's word for a hot pull within two intervals; without that, or without a time, never. */
function ageWords({ phase, asOf }: SyncStatus, nowMs: number): Words {
  const ageMs = asOf === null ? Number.NaN : nowMs - Date.parse(asOf);
  if (Number.isNaN(ageMs)) return { tone: 'busy', text: 'Starting' };
  // A server clock ahead of this device's gives a negative age: that is fresh, not unknown.
  if (phase === 'live' && ageMs < LIVE_FOR_MS) return { tone: 'live', text: 'Live' };
  const isNow = ageMs < MINUTE_MS;
  return { tone: 'old', text: isNow ? 'Updated now' : `Updated ${longMinutes(ageMs)} ago` };
}

function longMinutes(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
