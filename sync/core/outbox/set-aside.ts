import type { Op } from '../../protocol/op.ts';

/** Class of the error that stands on what the journal made of a record it could not work with. */
export const UNREADABLE = 'unreadable';

/** Why a record of the journal cannot be worked with. */
export type UnreadableCode = 'newer-version' | 'not-lifted' | 'damaged' | 'other-owner';

type Marked = Pick<Op, 'lastError'>;

function codeOf({ lastError }: Marked): string | null {
  return lastError?.class === UNREADABLE ? lastError.code : null;
}

/** True of what stands for a damaged record: the record lies as it was found, and nothing is done by it but ending it. */
export function isDamaged(op: Marked): boolean {
  return codeOf(op) === 'damaged';
}

/** True of a record somebody else's journal must have left here: shown, never sent, never in a row. */
export function isOfOther(op: Marked): boolean {
  return codeOf(op) === 'other-owner';
}
