import * as v from 'valibot';
import type { Pin } from '../protocol/document.ts';
import { pinKinds } from '../protocol/document.ts';

const pinSchema = v.object({ kind: v.picklist(pinKinds), id: v.string(), at: v.number() });

/** Reads pins; one that is damaged or of a newer version is left where it is and not given out. */
export function readPins(records: readonly unknown[]): readonly Pin[] {
  return records.flatMap((raw) => {
    const parsed = v.safeParse(pinSchema, raw);
    return parsed.success ? [parsed.output] : [];
  });
}
