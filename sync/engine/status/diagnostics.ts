import * as v from 'valibot';
import { attentionNow } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { sumOf } from '../../core/pull/fill-sum.ts';
import { countWaiting } from '../../core/outbox/status.ts';
import { earlierServerTime } from '../../core/pull/server-time.ts';
import { nothingKnown } from '../../core/pull/wire-facts.ts';
import { leaderReportSchema } from '../../protocol/diagnostics.ts';
import type { Diagnostics, FeedReport, LeaderReport, TabReport } from '../../protocol/diagnostics.ts';
import type { PackedSpec } from '../../protocol/packed.ts';
import type { Cursor } from '../../protocol/stored.ts';
import type { FeedGroup, TableSpec } from '../../protocol/table.ts';
import type { TabCard } from '../../ports.ts';
import type { FeedTiming } from './diagnostics-store.ts';

/** What one term adds to the report of the leader. */
export interface TermFacts {
  readonly epoch: number;
  readonly leadsSince: number;
  readonly session: string;
  readonly reach: string;
  readonly paceFactor: number;
  readonly timings: readonly FeedTiming[];
}

type FedSpec = TableSpec | PackedSpec;

function overlapOf({ feed }: FedSpec): number | null {
  return 'overlapMs' in feed ? feed.overlapMs : null;
}

function walkOf(cursor: Cursor | undefined): FeedReport['walk'] {
  if (cursor === undefined) return 'none';
  return cursor.walk === 'done' ? 'done' : 'walking';
}

/** How far a first download is (D11); a window has no more rows than it may. */
function fillOf({ feed }: FedSpec, cursor: Cursor | undefined): FeedReport['fill'] {
  if (walkOf(cursor) !== 'walking' || (feed.kind !== 'whole' && feed.kind !== 'window')) return null;
  const { taken, counted } = sumOf(cursor);
  const most = feed.kind === 'window' ? feed.maxRows : Number.POSITIVE_INFINITY;
  return { taken, counted: counted === null ? null : Math.min(counted, most) };
}

function feedReport(
  { diagnostics }: Runtime,
  spec: FedSpec,
  shape: FeedReport['shape'],
  timing: FeedTiming | undefined,
  cursor: Cursor | undefined,
): FeedReport {
  const state = timing?.state;
  return {
    tbl: spec.name,
    shape,
    group: spec.group,
    status: state?.status ?? 'never',
    asOf: state?.asOf ?? null,
    cursor: cursor?.values ?? {},
    walk: walkOf(cursor),
    fill: fillOf(spec, cursor),
    overlapMs: overlapOf(spec),
    pulledAt: diagnostics.okAt(spec.name),
    dueAt: timing?.dueAt ?? null,
    isResting: timing?.isResting ?? false,
    failures: timing?.failures ?? 0,
    isSlow: timing?.isSlow ?? false,
    last: diagnostics.traffic(spec.name),
    encoding: diagnostics.encoding(spec.path),
    badRows: state?.badRows ?? 0,
    badSample: state?.badSample ?? null,
    lastError: state?.lastError ?? null,
    windows: [...(cursor?.windows ?? [])],
  };
}

const feedGroups: readonly FeedGroup[] = ['hot', 'warm', 'cool', 'cold'];

/** The last successful pull of a group is that of its oldest feed; one without any leaves the group without (I24). */
function groupReport(
  group: FeedGroup,
  feeds: readonly FeedReport[],
  timings: readonly FeedTiming[],
): LeaderReport['groups'][number] {
  // A collection that is pulled on demand, or not for this role, says nothing about its group.
  const counted = feeds.filter((feed) => feed.group === group && feed.status !== 'forbidden');
  const times = counted.map(({ pulledAt }) => pulledAt);
  const known = times.filter((at): at is number => at !== null);
  const everyMs = timings.find(({ tbl }) => counted.some((feed) => feed.tbl === tbl))?.everyMs ?? null;
  const isWhole = counted.length > 0 && counted.every(({ asOf }) => asOf !== null);
  return {
    group,
    pulledAt: known.length === times.length && known.length > 0 ? Math.min(...known) : null,
    asOf: isWhole
      ? counted.reduce<string | null>((min, feed) => earlierServerTime(min, feed.asOf), null)
      : null,
    everyMs: everyMs === null ? null : Math.round(everyMs),
  };
}

/** Which server this is, by the marker that only the newer one has; null before the probe (decisions.md). */
function wireOf({ wire, packed = [] }: Runtime): LeaderReport['wire'] {
  if (wire.facts === nothingKnown) return null;
  const isNewer = packed.some(
    ({ path, feed }) => feed.kind === 'window' && wire.facts.has(path, feed.better),
  );
  return isNewer ? '2026' : '2024';
}

/** What only the leader knows (D23). Reads cursors; asks nothing of the server. */
export async function leaderReport(runtime: Runtime, facts: TermFacts): Promise<LeaderReport> {
  const { ports, tabId, appVersion, skew, pulled, packed = [], diagnostics } = runtime;
  const timings = new Map(facts.timings.map((timing) => [timing.tbl, timing]));
  const report = async (spec: FedSpec, shape: FeedReport['shape']): Promise<FeedReport> =>
    feedReport(runtime, spec, shape, timings.get(spec.name), await ports.cache.cursor(spec.name));
  const feeds = await Promise.all([
    ...pulled.map((spec) => report(spec, 'rows')),
    ...packed.map((spec) => report(spec, 'packed')),
  ]);
  // What is pulled only while somebody looks says nothing of its group.
  const now = new Set<string>(pulled.filter(({ keep }) => keep === 'visited').map(({ name }) => name));
  for (const { name, feed } of packed) if (feed.kind === 'opened') now.add(name);
  const followed = feeds.filter(({ tbl }) => !now.has(tbl));
  return {
    tabId,
    appVersion,
    epoch: facts.epoch,
    leadsSince: facts.leadsSince,
    attention: attentionNow(runtime),
    session: facts.session,
    reach: facts.reach,
    paceFactor: facts.paceFactor,
    wire: wireOf(runtime),
    skewMs: skew.ms,
    groups: feedGroups.map((group) => groupReport(group, followed, facts.timings)),
    feeds,
    reconcile: [...diagnostics.reconcile()],
  };
}

/** A report that came over the bus; null when it cannot be read, for example from another version of the app. */
export function readLeaderReport(raw: unknown): LeaderReport | null {
  const parsed = v.safeParse(leaderReportSchema, raw);
  return parsed.success ? parsed.output : null;
}

/** `cards`: who is open for certain; null where nobody keeps such a list, and only tabs that were heard of are known. */
function tabsOf(
  { page, tabId, appVersion }: Runtime,
  leader: LeaderReport | null,
  cards: readonly TabCard[] | null,
): readonly TabReport[] {
  const own: TabReport = {
    tabId,
    isVisible: page.isVisible,
    isLeader: leader?.tabId === tabId,
    isThis: true,
    appVersion,
  };
  const heard = [...page.visibleTabs, ...(leader === null ? [] : [leader.tabId])];
  const others = new Set(cards === null ? heard : cards.map((card) => card.tabId));
  const versions = new Map(cards?.map((card) => [card.tabId, card.appVersion]));
  others.delete(tabId);
  return [
    own,
    ...[...others].toSorted().map((id) => ({
      tabId: id,
      isVisible: page.visibleTabs.has(id),
      isLeader: leader?.tabId === id,
      isThis: false,
      appVersion: versions.get(id) ?? (leader?.tabId === id ? leader.appVersion : null),
    })),
  ];
}

/** A registry that cannot be read is none: the report says less then, and never nothing. */
async function openTabs({ ports }: Runtime): Promise<readonly TabCard[] | null> {
  try {
    return (await ports.registry?.open()) ?? null;
  } catch (thrown) {
    ports.log.event('warn', 'tabs.unlisted', { message: String(thrown) });
    return null;
  }
}

/** Everything this tab can say (D23). `leader` is null when no tab that leads has answered. */
export async function diagnose(runtime: Runtime, leader: LeaderReport | null): Promise<Diagnostics> {
  const { journal, clock } = runtime.ports;
  const [open, notices, cards] = await Promise.all([
    journal.read({ open: true }),
    journal.notices(),
    openTabs(runtime),
  ]);
  const unsent = open.filter(({ state }) => state !== 'acked');
  return {
    takenAt: clock.nowMs(),
    pending: countWaiting(open),
    failed:
      open.filter(({ state }) => state === 'parked').length +
      notices.filter(({ kind, readAt }) => readAt === null && (kind === 'failed' || kind === 'cancelled'))
        .length,
    conflicts: open.filter(({ state }) => state === 'conflict').length,
    oldestPendingAt: unsent.length === 0 ? null : Math.min(...unsent.map(({ createdAt }) => createdAt)),
    tabs: tabsOf(runtime, leader, cards),
    tabsAreAll: cards !== null,
    skewMs: runtime.skew.ms ?? leader?.skewMs ?? null,
    leader,
  };
}
