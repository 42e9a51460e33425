import { shiftServerTime } from '../../core/pull/server-time.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import type { ParsedRows } from '../../transport/parse-page.ts';
import type { PageEffect } from '../../core/pull/apply-page.ts';
import type { CacheWriter } from '../cache/cache-writer.ts';
import type { Answer, Client } from '../tabs/client.ts';
import type { HeldCursors } from './quiet-cursor.ts';
import type { Lead, Runtime } from '../runtime.ts';

/** Parts of one term that pulls and sweeps need. */
export interface PullParts {
  readonly runtime: Runtime;
  readonly lead: Lead;
  readonly client: Client;
  readonly cache: CacheWriter;
  /** Collections whose last pull found nothing new, and since when that is so: the next one begins with a look. */
  readonly calm: Map<TableName, number>;
  readonly held: HeldCursors;
  /** Called between two requests for one table: others that are due may pass it. */
  readonly pass?: ((spec: TableSpec) => Promise<void>) | undefined;
}

/** How a pull of one table ended. `stop` carries the answer that ended it early. */
export interface PullResult {
  readonly stop: Answer | null;
  readonly isSkewed: boolean;
  /** What was read does not add up yet: the next pull goes on. */
  readonly isOpen?: true | undefined;
  readonly rows: number;
  readonly badRows: number;
  readonly badSample: string | null;
  /** Server time that everything pulled is at least as new as (I24). */
  readonly asOf: string | null;
  /** Rows a listing of the whole table showed, for snapshot feeds; null for the others. */
  readonly listing: {
    readonly ids: ReadonlySet<string>;
    readonly counted: number | null;
    readonly fence: number;
  } | null;
}

/** Collects what the pages of one pull had in common. */
export class Tally {
  rows = 0;
  badRows = 0;
  badSample: string | null = null;
  asOf: string | null = null;
  /** Rows that were written, removed or kept out by a fence. */
  changed = 0;
  /** A fence kept out what may be newer than what is here. */
  #hasMissed = false;

  add(parsed: ParsedRows, answer: Answer): void {
    this.rows += parsed.rows.length;
    this.badRows += parsed.badRows;
    this.badSample ??= parsed.badSample;
    if (this.asOf === null && answer.serverTime !== null) {
      // `Date` is written when the answer is sent; the data was read at most one request earlier.
      this.asOf = shiftServerTime(answer.serverTime, -answer.durationMs);
    }
  }

  took(effect: PageEffect): void {
    const { written, removed, fenced } = effect;
    this.changed += written + removed + fenced.length;
    this.stored(effect);
  }

  /** A page of a walk or a listing, which says nothing of whether the table is calm. */
  stored({ hasMissed }: PageEffect): void {
    this.#hasMissed ||= hasMissed;
  }

  end(stop: Answer | null, isSkewed = false, listing: PullResult['listing'] = null): PullResult {
    const { rows, badRows, badSample } = this;
    // What was kept out is read again with the next pull, and until then nothing here is as new as this one.
    const asOf = this.#hasMissed ? null : this.asOf;
    return { stop, isSkewed, rows, badRows, badSample, asOf, listing };
  }
}

/** One page as it came and as it was read. */
export interface Turn {
  readonly answer: Answer;
  readonly parsed: ParsedRows;
  readonly fence: number;
  readonly stamp: number;
}
