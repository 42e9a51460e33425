import { COUNT_MS, hasPassed } from '../../core/pull/schedule.ts';
import type { PackedFeed, PackedName, PackedSpec } from '../../protocol/packed.ts';
import { aliveOnly, askPage, columnsFor } from './parts.ts';
import type { BulkParts } from './parts.ts';
import { RANGE_ROWS, rangeAfter, sweepRange } from './sweep.ts';
import type { Answer } from '../tabs/client.ts';
import { FEED_WRITE_MS } from '../pull/feed-store.ts';
import type { FeedStore } from '../pull/feed-store.ts';
import { Tally } from '../pull/parts.ts';

type WholeFeed = Extract<PackedFeed, { kind: 'whole' }>;

/** An undecided range, or a number of rows that differs, is looked at again after the wait of the breaker. */
const AGAIN_MS = 2 * FEED_WRITE_MS;
/** Pause between two ranges while a difference is looked for. */
const HASTE_MS = 1000;
/** Every so many passes rows are compared whole: most columns of an item change without a stamp (reference schema.md 2.4). */
const WHOLE_EVERY = 4;

interface Position {
  sweptAt: number;
  /** Key up to which the present pass has come; null between two passes. */
  sweptTo: string | null;
  /** Passes that came to their end. */
  passes: number;
  countedAt: number | null;
  /** Counts in a row that differed from ours. */
  mismatches: number;
  isHasty: boolean;
}

/** What one turn did. */
export interface Rolled {
  readonly stop: Answer | null;
  readonly pass: Awaited<ReturnType<typeof sweepRange>> | null;
}

/**
 * The rolling comparison of the large collections (D12.4): one range at a time, so that every row is compared once per
 * sweep time and no minute is busy. Where it stands survives the term, because many terms are shorter than a pass; a
 * number of rows that keeps differing (D12.1) makes a pass run through at once. One pass a day reads whole rows.
 */
export class RollingSweep {
  readonly #parts: BulkParts;
  readonly #feeds: FeedStore;
  readonly #positions = new Map<PackedName, Position>();

  constructor(parts: BulkParts, feeds: FeedStore) {
    this.#parts = parts;
    this.#feeds = feeds;
  }

  /** Does what is due for one collection, at most one count and one range. */
  async turn(spec: PackedSpec, feed: WholeFeed): Promise<Rolled> {
    const position = this.#positionOf(spec);
    const counted = await this.#count(spec, position);
    if (counted !== null) return { stop: counted, pass: null };
    const nowMs = this.#nowMs();
    const rows = await this.#parts.runtime.ports.packed.count(spec.name);
    const calmMs = feed.sweepMs / Math.max(1, Math.ceil(rows / RANGE_ROWS));
    const everyMs = position.isHasty ? HASTE_MS : calmMs;
    if (!hasPassed(position.sweptAt, everyMs, nowMs)) return { stop: null, pass: null };
    const range = await rangeAfter(this.#parts, spec, position.sweptTo);
    const isWhole = !position.isHasty && position.passes % WHOLE_EVERY === WHOLE_EVERY - 1;
    const columns = isWhole ? columnsFor(this.#parts, spec) : feed.digest;
    const pass = await sweepRange(this.#parts, spec, columns, range);
    if (pass.stop !== null) return { stop: pass.stop, pass };
    if (!pass.isSettled) {
      position.isHasty = false;
      position.sweptAt = nowMs - calmMs + Math.min(calmMs, AGAIN_MS);
      return { stop: null, pass };
    }
    position.sweptAt = nowMs;
    position.sweptTo = range.to;
    if (range.to === null) {
      position.passes += position.isHasty ? 0 : 1;
      position.isHasty = false;
    }
    this.#keep(spec, position);
    return { stop: null, pass };
  }

  #nowMs(): number {
    return this.#parts.runtime.ports.clock.nowMs();
  }

  #positionOf(spec: PackedSpec): Position {
    const known = this.#positions.get(spec.name);
    if (known !== undefined) return known;
    const stored = this.#feeds.get(spec)?.swept;
    const fresh: Position = {
      // A walk that has just ended is as good as a pass.
      sweptAt: stored?.at ?? this.#nowMs(),
      sweptTo: stored?.to ?? null,
      passes: stored?.passes ?? 0,
      countedAt: null,
      mismatches: 0,
      isHasty: false,
    };
    this.#positions.set(spec.name, fresh);
    if (stored === undefined) this.#keep(spec, fresh);
    return fresh;
  }

  #keep(spec: PackedSpec, { sweptAt, sweptTo, passes }: Position): void {
    this.#feeds.noteSwept(spec, { at: sweptAt, to: sweptTo, passes });
  }

  /** Existence filter (D12.1). One difference may be a row on its way; the second in a row is looked into. */
  async #count(spec: PackedSpec, position: Position): Promise<Answer | null> {
    const everyMs = position.mismatches === 1 ? AGAIN_MS : COUNT_MS[spec.group];
    if (position.isHasty || !hasPassed(position.countedAt, everyMs, this.#nowMs())) return null;
    const query = { columns: [], where: aliveOnly(spec), limit: 1, withCount: true };
    const { answer } = await askPage(this.#parts, spec, query, new Tally(), true);
    if (answer.class !== 'ok') return answer;
    position.countedAt = this.#nowMs();
    const rows = await this.#parts.runtime.ports.packed.count(spec.name);
    const differs = answer.total !== null && answer.total !== rows;
    position.mismatches = differs ? position.mismatches + 1 : 0;
    if (position.mismatches > 1) {
      position.isHasty = true;
      position.sweptTo = null;
      position.mismatches = 0;
    }
    return null;
  }
}
