import { laneValues, lanesOf, probeOffsets, splitLanes, withoutLanes } from '../../core/pull/bulk.ts';
import type { BulkLane } from '../../core/pull/bulk.ts';
import { BEGINNING } from '../../core/pull/cursor.ts';
import { sumOf, sumValues, withoutSum } from '../../core/pull/fill-sum.ts';
import { evictionOf } from '../../core/pull/evicted.ts';
import type { PackedFeed, PackedSpec } from '../../protocol/packed.ts';
import type { Cursor } from '../../protocol/stored.ts';
import { afterKeyOf, PAGE_ROWS } from '../../transport/postgrest.ts';
import type { Param } from '../../protocol/query-text.ts';
import { aliveOnly, askPage, columnsFor, fillRows, idOf, pullsOf, staysQuiet, store } from './parts.ts';
import type { BulkPage, BulkParts } from './parts.ts';
import { lookArm, lookAtPacked, noteBulkCalm } from './look.ts';
import { pullMarker } from './marker.ts';
import { Tally } from '../pull/parts.ts';
import type { PullResult } from '../pull/parts.ts';

type WholeFeed = Extract<PackedFeed, { kind: 'whole' }>;

/** Tables smaller than this are walked in one lane. */
const SMALL_ROWS = 4 * PAGE_ROWS;
/** Every tenth pull looks further back, for rows that scrapers and agents bring late (D10.3). */
const WIDE_EVERY = 10;

function upTo(spec: PackedSpec, to: string | null): readonly Param[] {
  return to === null ? [] : [[spec.key, `lte.${to}`]];
}

/**
 * Counts the table and cuts it into lanes at ids that probes found. The walk begins at `since`, up to where the rows that
 * are here were followed, else at the server's time of the count.
 */
async function planWalk(
  parts: BulkParts,
  spec: PackedSpec,
  since: string | null,
  tally: Tally,
): Promise<Cursor | PullResult> {
  const where = aliveOnly(spec);
  const count = await askPage(parts, spec, { columns: [], where, limit: 1, withCount: true }, tally, true);
  if (count.answer.class !== 'ok') return tally.end(count.answer);
  const probes = await Promise.all(
    probeOffsets(count.answer.total ?? 0, SMALL_ROWS).map((offset) =>
      askPage(parts, spec, { columns: [], where, limit: 1, offset }, tally, true),
    ),
  );
  const failed = probes.find(({ answer }) => answer.class !== 'ok');
  if (failed !== undefined) return tally.end(failed.answer);
  const keys = probes.flatMap(({ answer }) => answer.rows.map((row) => idOf(spec, row)));
  const startedAt = since ?? count.answer.serverTime ?? BEGINNING;
  const values = laneValues(splitLanes(keys));
  const sum = sumValues({ taken: 0, counted: count.answer.total });
  return { tbl: spec.name, values: { ...values, ...sum }, walk: { afterId: null, startedAt }, pulls: 0 };
}

/** The walk of one collection: its lanes as they were last stored. */
class Walk {
  readonly #parts: BulkParts;
  readonly #spec: PackedSpec;
  readonly #tally: Tally;
  #cursor: Cursor;
  #lanes: readonly BulkLane[];
  /** A lane could not be stored: the others end at their next page. */
  #isBroken = false;

  constructor(parts: BulkParts, spec: PackedSpec, tally: Tally, cursor: Cursor) {
    this.#parts = parts;
    this.#spec = spec;
    this.#tally = tally;
    this.#cursor = cursor;
    this.#lanes = lanesOf(cursor);
  }

  /**
   * Runs every lane to its end, side by side; the first answer that stopped one, or null. Rejects when a lane could not
   * be stored, and only when no lane runs any more: one left behind would write into the walk or the term after this.
   */
  async run(): Promise<PullResult | null> {
    const lanes = this.#lanes.map(async (_lane, at) => {
      try {
        return await this.#runLane(at);
      } catch (thrown) {
        this.#isBroken = true;
        throw thrown;
      }
    });
    const settled = await Promise.allSettled(lanes);
    const ends = settled.map((lane) => {
      if (lane.status === 'rejected') throw lane.reason;
      return lane.value;
    });
    return ends.find((end) => end !== null) ?? null;
  }

  /** After the lanes: the feeds begin where the walk began. */
  async finish(feed: WholeFeed): Promise<Cursor> {
    const { walk } = this.#cursor;
    const startedAt = walk === 'done' ? BEGINNING : walk.startedAt;
    const markers = Object.fromEntries(feed.markers.map((marker) => [marker, startedAt]));
    const cursor: Cursor = {
      ...this.#cursor,
      values: { ...withoutSum(withoutLanes(this.#cursor)), ...markers },
      walk: 'done',
    };
    await store(this.#parts, this.#spec.name, { cursor });
    return cursor;
  }

  /** What is left comes with a later pull. */
  #openEnd(): PullResult {
    return { ...this.#tally.end(null), isOpen: true };
  }

  /** The next page of a lane. An empty one is asked for again, with a count: only nothing of nothing ends a lane. */
  async #askLane(lane: BulkLane): Promise<BulkPage> {
    const [parts, spec] = [this.#parts, this.#spec];
    const where = [...aliveOnly(spec), ...afterKeyOf(spec, lane.after ?? lane.from), ...upTo(spec, lane.to)];
    const query = { columns: columnsFor(parts, spec), where, limit: fillRows(parts) };
    const page = await askPage(parts, spec, query, this.#tally);
    if (page.answer.class !== 'ok' || page.answer.rows.length > 0) return page;
    return askPage(parts, spec, { ...query, withCount: true }, this.#tally);
  }

  async #runLane(at: number): Promise<PullResult | null> {
    const [parts, spec] = [this.#parts, this.#spec];
    for (;;) {
      const lane = this.#lanes[at];
      if (lane === undefined || lane.isDone || this.#isBroken || parts.lead.isOver()) return null;
      if (parts.runtime.hold.isHeld) return this.#openEnd();
      const { answer, parsed } = await this.#askLane(lane);
      if (answer.class !== 'ok') return this.#tally.end(answer);
      if (parsed.isSkewed) return this.#tally.end(null, true);
      const last = answer.rows.at(-1);
      if (last === undefined && answer.total !== 0) return this.#openEnd();
      const next = last === undefined ? { ...lane, isDone: true } : { ...lane, after: idOf(spec, last) };
      await parts.serial(async () => {
        const lanes = this.#lanes.map((other, index) => (index === at ? next : other));
        const { taken, counted } = sumOf(this.#cursor);
        const sum = sumValues({ taken: taken + answer.rows.length, counted });
        const values = { ...withoutLanes(this.#cursor), ...sum, ...laneValues(lanes) };
        const cursor = { ...this.#cursor, values };
        await store(parts, spec.name, { put: parsed.rows, cursor });
        this.#lanes = lanes;
        this.#cursor = cursor;
      });
    }
  }
}

async function walkAll(
  parts: BulkParts,
  spec: PackedSpec,
  feed: WholeFeed,
  stored: Cursor | undefined,
  tally: Tally,
): Promise<Cursor | PullResult> {
  // A walk without lanes is one that only knows from when on its rows were not followed.
  const isPlanned = stored !== undefined && lanesOf(stored).length > 0;
  const since = stored === undefined || stored.walk === 'done' ? null : stored.walk.startedAt;
  const planned = isPlanned ? stored : await planWalk(parts, spec, since, tally);
  if ('stop' in planned) return planned;
  const walk = new Walk(parts, spec, tally, planned);
  const end = await walk.run();
  if (end !== null) return end;
  return parts.lead.isOver() ? tally.end(null, true) : walk.finish(feed);
}

/** Pulls a large table whole: its walk in parallel lanes first (D11), then every marker since the cursor (D10). */
export async function pullWhole(parts: BulkParts, spec: PackedSpec, feed: WholeFeed): Promise<PullResult> {
  const tally = new Tally();
  const { cache, pressure } = parts.runtime.ports;
  const found = await cache.cursor(spec.name);
  const evicted = evictionOf(found);
  // There is room again for what left this device: it is walked anew, and only what is missing is written (D18).
  const stored = evicted !== null && (pressure?.mayRefill?.(evicted) ?? true) ? undefined : found;
  const walked =
    stored === undefined || stored.walk !== 'done' ? await walkAll(parts, spec, feed, stored, tally) : stored;
  if ('stop' in walked) return walked;
  const pulls = pullsOf(parts, spec.name, walked);
  const isWide = pulls % WIDE_EVERY === WIDE_EVERY - 1;
  let cursor: Cursor = walked;
  const arms = feed.markers.map((marker) => lookArm(walked, marker, feed.overlapMs));
  const looked = isWide
    ? { end: null, cursor: null }
    : await lookAtPacked(parts, spec, { arms, digest: feed.digest }, walked, tally);
  if (looked.end !== null) return looked.end;
  for (const marker of looked.cursor === null ? feed.markers : []) {
    const pulled = await pullMarker(
      parts,
      spec,
      {
        marker,
        overlapMs: isWide ? feed.wideOverlapMs : feed.overlapMs,
        digest: feed.digest,
        isWide,
        where: marker === 'deleted_at' ? [] : aliveOnly(spec),
      },
      cursor,
      tally,
    );
    if (pulled.end !== null) return pulled.end;
    cursor = pulled.cursor;
  }
  cursor = looked.cursor ?? cursor;
  noteBulkCalm(parts, spec, tally);
  if (staysQuiet(parts, spec.name, cursor !== walked, tally.asOf)) return tally.end(null);
  await store(parts, spec.name, { cursor: { ...cursor, pulls: pulls + 1 } });
  return tally.end(null);
}
