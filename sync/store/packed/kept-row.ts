import type { Kept } from '../../core/pull/kept-things.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { PackedSpec } from '../../protocol/packed.ts';

/** What a step that makes room goes by. */
export interface FreeInput {
  readonly kept: Kept;
  /** Epoch of whoever leads: a leader that is over takes nothing. */
  readonly epoch: number;
  /** By the device's clock. */
  readonly nowMs: number;
}

/** Whether something on this device speaks for a row: it stays although room is wanted (D13, D18). */
export function isKeptRow({ keptBy = {} }: Pick<PackedSpec, 'keptBy'>, row: JsonRow, kept: Kept): boolean {
  return Object.entries(keptBy).some(([column, thing]) => {
    const id = row[column];
    return typeof id === 'string' && kept[`${thing}s`].has(id);
  });
}
