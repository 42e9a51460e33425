import * as v from 'valibot';
import type { JsonRow } from '../../protocol/op.ts';
import { opStates } from '../../protocol/op.ts';
import type { Cursor, FeedState, Shadow, Stored, Tombstone } from '../../protocol/stored.ts';

/** Columns may hold anything: looking at each of them, and copying the row, would say no more. */
const row = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const shadowSchema = v.object({
  tbl: v.string(),
  id: v.string(),
  base: v.nullable(row),
  fence: v.number(),
  pending: v.array(
    v.object({
      id: v.string(),
      seq: v.number(),
      kind: v.picklist(['insert', 'update', 'delete']),
      patch: row,
      state: v.picklist(opStates),
    }),
  ),
});
const tombstoneSchema = v.object({ tbl: v.string(), id: v.string(), fence: v.number(), at: v.number() });
const cursorSchema = v.object({
  tbl: v.string(),
  values: v.record(v.string(), v.string()),
  walk: v.union([v.object({ afterId: v.nullable(v.string()), startedAt: v.string() }), v.literal('done')]),
  pulls: v.number(),
  windows: v.exactOptional(
    v.array(
      v.object({
        scopeKey: v.string(),
        from: v.nullable(v.string()),
        to: v.nullable(v.string()),
        complete: v.boolean(),
        asOf: v.nullable(v.string()),
      }),
    ),
  ),
  shape: v.exactOptional(v.string()),
});
const feedSchema = v.object({
  tbl: v.string(),
  status: v.picklist(['never', 'partial', 'complete', 'forbidden', 'skew']),
  asOf: v.nullable(v.string()),
  lastRows: v.number(),
  lastError: v.nullable(v.string()),
  badRows: v.number(),
  badSample: v.nullable(v.string()),
  swept: v.exactOptional(v.object({ at: v.number(), to: v.nullable(v.string()), passes: v.number() })),
  unread: v.exactOptional(v.literal(true)),
  visitedAt: v.exactOptional(v.number()),
  shape: v.exactOptional(v.string()),
});
const metaSchema = v.object({ _v: v.string(), _p: v.number(), _f: v.number(), _seen: v.number() });

function read<T>(schema: v.GenericSchema<unknown, T>, raw: unknown): T | undefined {
  const parsed = v.safeParse(schema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** A shadow from disk; undefined when damaged, so that the row is rebuilt from a fresh pull. */
export function readShadow(raw: unknown): Shadow | undefined {
  return read(shadowSchema, raw);
}

/** A tombstone from disk; undefined when damaged. */
export function readTombstone(raw: unknown): Tombstone | undefined {
  return read(tombstoneSchema, raw);
}

/** A cursor from disk; undefined when damaged, which makes the feed walk again. */
export function readCursor(raw: unknown): Cursor | undefined {
  return read(cursorSchema, raw);
}

/** A feed state from disk; undefined when damaged, which the screens show as "never". */
export function readFeed(raw: unknown): FeedState | undefined {
  return read(feedSchema, raw);
}

/** A cached row from disk; damaged metadata reads as "nothing known", so the next pull writes the row again. */
export function readStored(raw: unknown): Stored | undefined {
  const columns = read(row, raw);
  if (columns === undefined) return undefined;
  const meta = read(metaSchema, raw) ?? { _v: '', _p: 0, _f: 0, _seen: 0 };
  return { ...columns, ...meta };
}

/** Server columns of a cached row. */
export function columnsOf(stored: Stored): JsonRow {
  const { _v, _p, _f, _seen, ...columns } = stored;
  return columns;
}
