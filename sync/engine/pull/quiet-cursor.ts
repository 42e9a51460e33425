import { followQuiet } from '../../core/pull/cursor.ts';
import { textAt } from '../../core/outbox/json.ts';
import { compareServerTime } from '../../core/pull/server-time.ts';
import type { Clock } from '../../ports.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { Cursor } from '../../protocol/stored.ts';

/** Since when a term has seen the cursor of a marker stand where it is, in ticks of this device. */
export type HeldCursors = Map<string, { readonly value: string; readonly sinceMs: number }>;

/** Everything the server has from a moment on, by one marker: none of it was kept out by a fence. */
interface Overlap {
  readonly arm: { readonly marker: string; readonly from: string };
  readonly rows: readonly JsonRow[];
  readonly serverTime: string | null;
}

/**
 * The cursor after a whole overlap was read (CUR14). It stands where no row was in it: there is nothing to read again. It
 * notes where the cursor stands; the caller stores what it returns.
 */
export function followHeld(held: HeldCursors, clock: Clock, cursor: Cursor, overlap: Overlap): Cursor {
  const { arm, rows, serverTime } = overlap;
  const value = own(cursor.values, arm.marker);
  const isEmpty = !rows.some((row) => compareServerTime(textAt(row, arm.marker), arm.from) >= 0);
  if (value === undefined || isEmpty) return cursor;
  // A device that sleeps may lose ticks, and then the cursor stays longer.
  const ticksMs = clock.ticksMs?.() ?? clock.nowMs();
  const name = `${cursor.tbl} ${arm.marker}`;
  const known = held.get(name);
  if (known?.value !== value || known.sinceMs > ticksMs) {
    held.set(name, { value, sinceMs: ticksMs });
    return cursor;
  }
  return followQuiet(cursor, arm.marker, ticksMs - known.sinceMs, serverTime);
}
