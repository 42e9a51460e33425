import type { Op } from '../../protocol/op.ts';
import { own } from '../../protocol/own.ts';
import type { TableName } from '../../protocol/table.ts';
import { textAt } from '../outbox/json.ts';

/** Foreign keys that an operation of this console can trip over (reference schema.md 3.6). */
const references: Readonly<Partial<Record<string, Readonly<Record<string, TableName>>>>> = {
  hypotheses: { incident_id: 'incidents', parent_id: 'hypotheses' },
  comments: { incident_id: 'incidents', hypothesis_id: 'hypotheses' },
  evidences: { hypothesis_id: 'hypotheses' },
  responders: { incident_id: 'incidents' },
  config_component_relationships: { component_id: 'components' },
};

/** Rows an operation points at: what to look for after 23503. */
export function parentsOf(
  op: Pick<Op, 'tbl' | 'patch'>,
): readonly { readonly tbl: TableName; readonly id: string }[] {
  return Object.entries(own(references, op.tbl) ?? {}).flatMap(([column, tbl]) => {
    const id = textAt(op.patch, column);
    return id === null ? [] : [{ tbl, id }];
  });
}
