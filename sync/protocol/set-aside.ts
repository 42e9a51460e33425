import * as v from 'valibot';
import { SyncError } from '../errors.ts';

/** Collections of the journal in which a record that cannot be read holds something a person did. */
export const setAsideStores = ['ops', 'effects', 'drafts', 'pins'] as const;

/** Where a record lies that could not be read; `key` is its primary key as JSON. */
export const setAsideRefSchema = v.object({ store: v.picklist(setAsideStores), key: v.string() });
export type SetAsideRef = v.InferOutput<typeof setAsideRefSchema>;

/** A record of the journal that could not be read, as it lies (D17, I21). */
export interface SetAside extends SetAsideRef {
  readonly record: unknown;
}

/** References as they came from the page. Throws SyncError `bug` when they are none. */
export function parseSetAsideRefs(raw: unknown): readonly SetAsideRef[] {
  const parsed = v.safeParse(v.array(setAsideRefSchema), raw);
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'These are no records of this device.' });
}
