import type { Result } from '#sync/errors.ts';
import type { IndexQuery, IndexResult, IndexState } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';

/**
 * The columnar index of this tab's worker as the page sees it (D19). Questions are parsed before anything is done;
 * one that does not fit is a `bug`. Answers hold ids and counts only: whole rows are asked for by id, for the lines
 * that are on the screen.
 */
export interface IndexContract {
  /** One window of a collection, with the claim that goes with it (I23). */
  queryIndex(tbl: PackedName, query: IndexQuery): Promise<Result<IndexResult>>;
  /** Rows in the asked order, null for one that is not there; at most a thousand. */
  indexRows(tbl: PackedName, ids: readonly string[]): Promise<Result<readonly (JsonRow | null)[]>>;
  /**
   * Calls back with the present state and with every change of version, completeness or age; answers with the number
   * that ends it. It ends by itself when the session of its identity does.
   */
  subscribeIndex(tbl: PackedName, listener: (state: IndexState) => void): Promise<Result<number>>;
  /** Builds every index of this tab anew from the stored rows, because an answer is doubted; rows indexed (D23). */
  rebuildIndexes(): Promise<Result<number>>;
  /** Unknown numbers do no harm. */
  unsubscribeIndex(subscription: number): Promise<Result<null>>;
}
