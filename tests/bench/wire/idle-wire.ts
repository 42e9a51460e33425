import {
  isComparedWhole,
  isCountedInParts,
  largeSweepMs,
  SWEEP_MS,
  sweepEveryMs,
} from '#sync/core/pull/schedule.ts';
import { actIdly } from '#tests/support/act-idly.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { FeedGroup } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { MemoryCache } from '#sync/store/cache/memory-cache.ts';
import { startGateway } from '#tests/contract/gateway-client.ts';
import { openWireDevice } from '#tests/support/wire-device.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { openH2Wire, type H2Wire, type Weighed } from './h2-wire.ts';
import { leftToPull } from '../pulled.ts';
import { letRest } from '../rest.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The first pulls and their comparisons are no idle minute, and the first hour after them follows what was just moving. */
const CALM_MINUTES = 75;
/** What is left of a change of attention. */
const SETTLE_MINUTES = 4;
/** Minutes of the device's clock after which a first pull hangs. */
const PULL_MINUTES = 120;
/** An hour holds every cadence but those of listings that come less often, whose share is added. */
const MINUTES = { visible: 60, focused: 60, idle: 60, hidden: 20, offline: 5 } as const;

/** Bytes over HTTP/2, and the same with compressed answers. */
interface Weight {
  readonly bytes: number;
  readonly compressedBytes: number;
}

/** What went over HTTP/2 in one minute, on average. */
export interface Minute {
  readonly requests: number;
  /** Everything the connection carried in both directions, and the share of this minute in listings that did not happen. */
  readonly bytes: number;
  readonly bodyBytes: number;
  /** The same where the server, or what stands before it, compresses what is worth it (B11). */
  readonly compressedBytes: number;
  /** What the feeds of every group carried (T11): all of it but `compared`. */
  readonly feeds: Weight;
  /** Of the cool and cold collections: what compares them whole, which has a target of its own (T12). */
  readonly compared: Weight;
  /** Of that: the hot and warm collections and the session, which T11 is about; with `rareBytes`. */
  readonly hotAndWarmBytes: number;
  /** What the requests of each group of collections carried; with `rareOfAllBytes` they are `bytes`. */
  readonly byGroup: Readonly<Record<FeedGroup, number>>;
  /** Of the hot and warm ones: listings of ids that compare a collection whole (T12). */
  readonly comparedBytes: number;
  /** The share of this minute in the hot and warm listings that did not happen while it was measured. */
  readonly rareBytes: number;
  /** The same of all collections. */
  readonly rareOfAllBytes: number;
  /** The same questions again over the same connection, each a plain fetch without a line of ours. */
  readonly plain: { readonly bytes: number; readonly hotAndWarmBytes: number };
  /** Rows written into the copy, which wake live queries and draw screens anew (T10). */
  readonly rowWrites: number;
  /** Writes of cursors and of the age of collections, which wake nothing but ages (T10). */
  readonly bookWrites: number;
}

/** What has been written so far. */
interface Written {
  rows: number;
  books: number;
}

/** T11 over HTTP/2: minutes in which nothing happens, by the attention the page gets (D14). */
export type IdleWireFigures = Readonly<Record<keyof typeof MINUTES, Minute>>;

const isPath = (path: string, spec: { readonly path: string }): boolean =>
  path === spec.path || path.startsWith(`${spec.path}?`);

const specOf = (path: string) =>
  [...Object.values(tables), ...Object.values(packedSpecs)].find((each) => isPath(path, each));

const isOfSet = (path: string): boolean => {
  const watch = specOf(path)?.watch;
  return watch !== undefined && path.includes(`${watch.column}=not.in.`);
};

/** The group of the collection a request is about; hot for the session. A membership set of a cool one is warm. */
function groupOf(path: string): FeedGroup {
  return isOfSet(path) ? 'warm' : (specOf(path)?.group ?? 'hot');
}

/** Counts what reaches the copy from now on. */
function watchWrites(cache: MemoryCache): Written {
  const written: Written = { rows: 0, books: 0 };
  // As they were before the counting ones took their place.
  const inner = { ...cache, packed: { ...cache.packed } };
  const counting: Pick<MemoryCache, 'mutate' | 'putFeeds'> = {
    mutate: (refs, epoch, decide) =>
      inner.mutate(refs, epoch, (at) => {
        const write = decide(at);
        written.rows += (write.putRows?.length ?? 0) + (write.deleteRows?.length ?? 0);
        if (write.cursor !== undefined || write.feed !== undefined) written.books += 1;
        return write;
      }),
    putFeeds: (feeds, epoch) => {
      written.books += 1;
      return inner.putFeeds(feeds, epoch);
    },
  };
  Object.assign(cache, counting);
  const apply: MemoryCache['packed']['apply'] = async (write, epoch) => {
    const done = await inner.packed.apply(write, epoch);
    written.rows += done.changed + done.removed;
    if (write.cursor !== undefined || write.feed !== undefined) written.books += 1;
    return done;
  };
  Object.assign(cache.packed, { apply });
  return written;
}

/** A page of a listing by key: ids and stamps, and no stamp to begin at. */
const isComparison = ({ path }: Weighed): boolean =>
  /[?&]select=id,/.test(path) && /&order=id\.asc&/.test(path) && !/_at=gte|_at\.gt|not\.in/.test(path);

/** A page of ids and stamps of a whole table, or of a membership set. */
const isWholeListing = ({ path }: Weighed): boolean =>
  path.endsWith('&order=id.asc&limit=1000') &&
  (isOfSet(path) || /[?&]select=id,updated_at(?:&deleted_at=is\.null)?(?:&id=gt\.[^&]*)?&order/.test(path));

/** Small answers are sent as they are, as the README has it for nginx, which compresses no part of a counted list (206) either. */
const COMPRESSED_FROM = 256;

const compressed = ({ status, bytes, bodyBytes, gzipBytes }: Weighed): number =>
  status !== 200 || bodyBytes < COMPRESSED_FROM ? bytes : bytes - bodyBytes + gzipBytes;

/** What is listed, without the page. */
const listingOf = ({ path }: Weighed): string => path.replace(/&id=gt\.[^&]*/, '');

const isHotOrWarm = ({ path }: Weighed): boolean => ['hot', 'warm'].includes(groupOf(path));

/** A page that compares a cool or cold collection whole: by lines of a range of keys, or by all of its rows. */
const isComparisonOfRest = (call: Weighed): boolean =>
  !isHotOrWarm(call) && (isComparison(call) || isWalk(call));

/** A listing that comes from time to time, as it weighed when it was made first. */
interface Rare extends Weight {
  readonly everyMinutes: number;
  readonly isHotOrWarm: boolean;
}

/** Everything that is listed from time to time, by what it asks. */
export type Listings = ReadonlyMap<string, Rare>;

/**
 * The first listings among these calls, and how often they come again by the rules of the engine: every six hours for a
 * set (WAT4), and for the large tables together in their share of the rows of a minute (REC11). Where one of them falls
 * into the measured hour it counts there as it came.
 */
async function firstListings(calls: readonly Weighed[], cache: MemoryCache): Promise<Listings> {
  const listed = calls.filter((call) => isHotOrWarm(call) && isWholeListing(call));
  let rows = 0;
  for (const spec of Object.values(tables)) {
    const here = await cache.count(spec.name);
    if (isCountedInParts(spec, here)) rows += here;
  }
  const listings = new Map<string, Rare>();
  const pages = new Set<string>();
  const add = (call: Weighed, everyMs: number): void => {
    // A second listing begins with a page that was there before.
    if (pages.has(call.path)) return;
    pages.add(call.path);
    const before = listings.get(listingOf(call));
    listings.set(listingOf(call), {
      bytes: (before?.bytes ?? 0) + call.bytes,
      compressedBytes: (before?.compressedBytes ?? 0) + compressed(call),
      everyMinutes: everyMs / MINUTE_MS,
      isHotOrWarm: isHotOrWarm(call),
    });
  };
  for (const call of listed) add(call, isOfSet(call.path) ? SWEEP_MS.warm : largeSweepMs(rows));
  for (const spec of Object.values(tables)) {
    if (!isComparedWhole(spec) || !['cool', 'cold'].includes(spec.group)) continue;
    const everyMs = sweepEveryMs(spec, await cache.count(spec.name));
    const isReadAgain = spec.feed.kind === 'cursor' && spec.feed.rereadMs !== undefined;
    for (const call of walkOf(spec, isReadAgain, calls)) add(call, everyMs);
  }
  // Of the rolling passes over a large collection one a day reads whole rows.
  for (const spec of Object.values(packedSpecs)) {
    if (spec.feed.kind === 'whole') for (const call of walkOf(spec, true, calls)) add(call, DAY_MS);
  }
  return listings;
}

/** A page of a table with a key, by its key and from no stamp on. */
const isWalk = ({ path }: Weighed): boolean =>
  specOf(path)?.key === 'id' &&
  /[&?]order=(?:\w+\.asc,?)+&limit=\d+$/.test(path) &&
  !/_at=g|_at\.g|=in\.|not\.in/.test(path);

/** How a cool or cold table is compared: read in full where its columns change without a marker, else by ids and stamps. */
function walkOf(
  spec: { readonly path: string },
  isReadAgain: boolean,
  calls: readonly Weighed[],
): readonly Weighed[] {
  const walks = calls.filter((call) => isPath(call.path, spec) && isWalk(call));
  const selected = ({ path }: Weighed): number => /[?&]select=([^&]*)/.exec(path)?.[1]?.length ?? 0;
  const widths = walks.map(selected);
  const width = isReadAgain ? Math.max(...widths) : Math.min(...widths);
  return walks.filter((call) => selected(call) === width);
}

/** What one minute has of the listings that none of these calls belongs to. */
interface Share extends Weight {
  readonly hotAndWarmBytes: number;
  /** Of the cool and cold ones. */
  readonly ofRest: Weight;
}

function shareOf(listings: Listings, calls: readonly Weighed[]): Share {
  const seen = new Set(calls.map(listingOf));
  const rare = [...listings].filter(([listing]) => !seen.has(listing)).map(([, each]) => each);
  const sum = (over: readonly Rare[], of: (each: Rare) => number): number =>
    over.reduce((total, each) => total + of(each) / each.everyMinutes, 0);
  const weightOf = (over: readonly Rare[]): Weight => ({
    bytes: sum(over, ({ bytes }) => bytes),
    compressedBytes: sum(over, (each) => each.compressedBytes),
  });
  return {
    ...weightOf(rare),
    hotAndWarmBytes: weightOf(rare.filter((each) => each.isHotOrWarm)).bytes,
    ofRest: weightOf(rare.filter((each) => !each.isHotOrWarm)),
  };
}

function average(
  calls: readonly Weighed[],
  plain: readonly Weighed[],
  minutes: number,
  written: Written,
  rare: Share,
): Minute {
  const sum = (over: readonly Weighed[], of: (call: Weighed) => number): number =>
    over.reduce((total, call) => total + of(call), 0) / minutes;
  const ofGroup = (group: FeedGroup): readonly Weighed[] =>
    calls.filter(({ path }) => groupOf(path) === group);
  const bytesOf = (over: readonly Weighed[]): Minute['plain'] => ({
    bytes: sum(over, (call) => call.bytes) + rare.bytes,
    hotAndWarmBytes: sum(over.filter(isHotOrWarm), (call) => call.bytes) + rare.hotAndWarmBytes,
  });
  const bytes = sum(calls, (call) => call.bytes) + rare.bytes;
  const compressedBytes = sum(calls, compressed) + rare.compressedBytes;
  const comparisons = calls.filter(isComparisonOfRest);
  const compared = {
    bytes: sum(comparisons, (call) => call.bytes) + rare.ofRest.bytes,
    compressedBytes: sum(comparisons, compressed) + rare.ofRest.compressedBytes,
  };
  return {
    compared,
    feeds: {
      bytes: bytes - compared.bytes,
      compressedBytes: compressedBytes - compared.compressedBytes,
    },
    rareBytes: rare.hotAndWarmBytes,
    rareOfAllBytes: rare.bytes,
    requests: sum(calls, () => 1),
    bodyBytes: sum(calls, (call) => call.bodyBytes),
    compressedBytes,
    byGroup: {
      hot: sum(ofGroup('hot'), (call) => call.bytes),
      warm: sum(ofGroup('warm'), (call) => call.bytes),
      cool: sum(ofGroup('cool'), (call) => call.bytes),
      cold: sum(ofGroup('cold'), (call) => call.bytes),
    },
    comparedBytes: sum(
      calls.filter((call) => isComparison(call) && isHotOrWarm(call)),
      (call) => call.bytes,
    ),
    ...bytesOf(calls),
    plain: bytesOf(plain),
    rowWrites: written.rows / minutes,
    bookWrites: written.books / minutes,
  };
}

/** What is measured: the wire, and the copy behind it. */
interface Measured {
  readonly wire: H2Wire;
  readonly time: VirtualTime;
  readonly written: Written;
  readonly listings: Listings;
}

async function minutesOf(
  { wire, time, written, listings }: Measured,
  minutes: number,
  everyMinute: () => Promise<void> = () => Promise.resolve(),
): Promise<Minute> {
  const from = wire.seen.length;
  const before = { ...written };
  for (let minute = 0; minute < minutes; minute += 1) {
    await everyMinute();
    await time.pass(MINUTE_MS);
  }
  const calls = wire.seen.slice(from);
  if (process.env['BENCH_VERBOSE'] !== undefined) tell(calls, minutes);
  const since = { rows: written.rows - before.rows, books: written.books - before.books };
  return average(calls, await askedPlainly(wire, calls), minutes, since, shareOf(listings, calls));
}

/** The limit: what cannot be saved without asking less. The device's clock stands still meanwhile. */
async function askedPlainly(wire: H2Wire, calls: readonly Weighed[]): Promise<readonly Weighed[]> {
  const from = wire.seen.length;
  for (const { method, path } of calls) {
    if (method !== 'GET') throw new Error(`An idle device sends ${method} ${path}`);
    await wire.http.send({ method, path, headers: { accept: 'application/json' }, timeoutMs: 20_000 });
  }
  return wire.seen.slice(from);
}

/** Which requests there were, for whoever wants to know where the bytes go. */
function tell(calls: readonly Weighed[], minutes: number): void {
  for (const path of [...new Set(calls.map((call) => call.path))].toSorted()) {
    const same = calls.filter((call) => call.path === path);
    const bytes = same.reduce((sum, call) => sum + call.bytes, 0);
    const bodies = same.reduce((sum, call) => sum + call.bodyBytes, 0);
    const each = `${Math.round(bytes / same.length)} B each, body ${Math.round(bodies / same.length)}`;
    console.log(`${(same.length / minutes).toFixed(2)}/min  ${each}  ${path}`);
  }
}

/** Idle minutes of the engine with everything of the large seed, in front of the real backend, on a clock that jumps from timer to timer. */
export async function measureIdleWire(): Promise<IdleWireFigures> {
  const gateway = await startGateway({ size: 'large' });
  await letRest(gateway.pool);
  const client = await gateway.signedIn('admin');
  const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const wire = await openH2Wire(gateway.url, cookie);
  const time = createVirtualTime(() => wire.open() > 0);
  const { clock, timers } = time;
  const rng = { next: () => 0.5 };
  const device = openWireDevice(wire.http, me.payload.user.id, gateway.url, { clock, timers, rng });
  const { engine } = device;
  const written = watchWrites(device.cache);
  try {
    await engine.start();
    for (let minute = 0; (await leftToPull(device.cache)).length > 0; minute += 1) {
      if (minute > PULL_MINUTES) throw new Error('The first pull does not end');
      await time.pass(MINUTE_MS);
    }
    await time.pass(CALM_MINUTES * MINUTE_MS);
    const measured = { wire, time, written, listings: await firstListings(wire.seen, device.cache) };
    const visible = await minutesOf(measured, MINUTES.visible, () => actIdly(engine));
    const [incident] = await device.cache.ids('incidents', null, null);
    const scope = { table: 'incidents', id: incident ?? '' } as const;
    const focused = await minutesOf(measured, MINUTES.focused, async () => {
      await engine.unwatch(scope);
      await engine.watch(scope);
    });
    await engine.unwatch(scope);
    await time.pass(SETTLE_MINUTES * MINUTE_MS);
    const idle = await minutesOf(measured, MINUTES.idle);
    device.setVisible(false);
    // Behind other tabs, and without a network, nothing is listed because of its time.
    const unread = { ...measured, listings: new Map() };
    const hidden = await minutesOf(unread, MINUTES.hidden);
    device.setVisible(true);
    device.setOnLine(false);
    await time.pass(MINUTE_MS);
    const offline = await minutesOf(unread, MINUTES.offline);
    return { visible, focused, idle, hidden, offline };
  } finally {
    await engine.stop();
    await wire.stop();
    await gateway.stop();
  }
}
