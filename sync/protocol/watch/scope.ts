import * as v from 'valibot';
import { SyncError } from '../../errors.ts';
import { packedSpecs } from '../packed-specs.ts';
import { tableNames } from '../table.ts';
import { tables } from '../tables.ts';

/** A scope by its form; whether anything comes with it is what `parseWatchScope` asks. */
export const watchScopeSchema = v.object({
  table: v.picklist(tableNames),
  id: v.exactOptional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
  /** Rows that come with it are wanted from this moment on (RFC 3339). */
  from: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
});
/** What a screen looks at. What comes with it, and how often, its collection says (WCH1). */
export type WatchScope = Readonly<v.InferOutput<typeof watchScopeSchema>>;

function isDescribed({ table, id, from }: WatchScope): boolean {
  if (id === undefined) return from === undefined && tables[table].keep === 'visited';
  const isBegun = Object.values(packedSpecs).some(({ feed }) => feed.kind === 'opened' && feed.of === table);
  return isBegun ? from !== undefined : from === undefined && tables[table].opened !== undefined;
}

/** Checks what came from the page. Throws SyncError `bug`, also for what nothing comes with. */
export function parseWatchScope(scope: unknown): WatchScope {
  const parsed = v.safeParse(watchScopeSchema, scope);
  if (parsed.success && isDescribed(parsed.output)) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page watches what no description speaks of' });
}
