import { overlaid } from '../../protocol/json-path.ts';
import type { Op } from '../../protocol/op.ts';
import { NO_STAMP } from './plan.ts';

type Guard = NonNullable<Op['guard']>;

/**
 * What two changes of a row were made on, as the guard of one that stands for both (D5, I31): for a field both watch,
 * what the older knew counts. The stamp of a version stands only beside values that version has; where neither guard's
 * can stand for all of them the joint one matches no row, and the check compares field by field.
 */
export function joinGuards(older: Guard, newer: Guard): Guard {
  const isCovered = Object.keys(newer.fields).every((field) => Object.hasOwn(older.fields, field));
  const isOneVersion = isCovered || older.updatedAt === newer.updatedAt;
  return {
    updatedAt: isOneVersion ? older.updatedAt : NO_STAMP,
    fields: overlaid(newer.fields, older.fields),
  };
}
