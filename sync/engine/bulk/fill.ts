import type { FillSum } from '../../core/pull/fill-sum.ts';
import type { PackedSpec } from '../../protocol/packed.ts';
import type { PageQuery } from '../../transport/postgrest.ts';
import { askPage } from './parts.ts';
import type { BulkPage, BulkParts } from './parts.ts';
import type { Tally } from '../pull/parts.ts';

/** One page of a filling. `doubtful`: it is empty, and what was taken is less than what was counted. */
export interface FillPage extends BulkPage {
  readonly sum: FillSum;
  readonly end: 'more' | 'end' | 'doubtful';
}

function addsUp({ taken, counted }: FillSum): boolean {
  return counted !== null && taken >= counted;
}

/**
 * Asks for a page of a filling, newest row first. Nothing compares a window with the server once it is filled, so an empty
 * page is believed only where what was taken is what the server had counted, or where asking again gives nothing either
 * (D13, I14). `isBounded`: the page is asked for down to the edge of the window; without it a count would be of the table.
 */
export async function askFillPage(
  parts: BulkParts,
  spec: PackedSpec,
  query: PageQuery,
  state: { readonly sum: FillSum; readonly isBounded: boolean },
  tally: Tally,
): Promise<FillPage> {
  const { sum, isBounded } = state;
  const withCount = isBounded && sum.counted === null;
  let page = await askPage(parts, spec, { ...query, withCount }, tally);
  const isEmpty = page.answer.class === 'ok' && page.answer.rows.length === 0;
  if (isEmpty && !addsUp(sum)) page = await askPage(parts, spec, { ...query, withCount: true }, tally);
  const { answer } = page;
  if (answer.class !== 'ok') return { ...page, sum, end: 'doubtful' };
  if (answer.rows.length === 0) {
    const isSure = addsUp(sum) || (sum.counted === null && answer.total === 0);
    return { ...page, sum, end: isSure ? 'end' : 'doubtful' };
  }
  const counted = answer.total !== null && isBounded ? sum.taken + answer.total : null;
  const taken = sum.taken + answer.rows.length;
  return { ...page, sum: { taken, counted: sum.counted ?? counted }, end: 'more' };
}
