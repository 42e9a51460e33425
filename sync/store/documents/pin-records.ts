import * as v from 'valibot';
import type { Pin } from '../../protocol/document.ts';
import { pinKinds } from '../../protocol/document.ts';

const pinSchema = v.object({ kind: v.picklist(pinKinds), id: v.string(), at: v.number() });

/** Reads one pin; undefined when it is damaged or of a newer version. */
export function readPin(raw: unknown): Pin | undefined {
  const parsed = v.safeParse(pinSchema, raw);
  return parsed.success ? parsed.output : undefined;
}

/** Reads pins; one that cannot be read is left where it is, and listed with what was set aside. */
export function readPins(records: readonly unknown[]): readonly Pin[] {
  return records.flatMap((raw) => readPin(raw) ?? []);
}
