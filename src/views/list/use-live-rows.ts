import type { Claim } from '#sync/protocol/claim.ts';
import type { Live } from '#src/platform/replica/live.ts';
import { sortOf } from './list-lines.tsx';
import type { ListColumn } from './list-spec.ts';
import type { RowSource } from './row-source.ts';
import type { Params, SearchOf, SearchSpec } from './search-spec.ts';
import { useLocalRows } from './use-local-rows.ts';

interface Asked<P extends Params, Row> {
  /** The read that the rows are of. */
  readonly live: Live<Claim>;
  /** Those that are wanted; a new array of the same rows is none. */
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly spec: SearchSpec<P>;
  readonly search: SearchOf<P>;
}

/** The source of a list whose rows are one read of this device; a screen with more to say spreads it and adds that. */
export function useLiveRows<P extends Params, Row extends { readonly id: string }>(
  asked: Asked<P, Row>,
): RowSource<Row, P> {
  const { live, rows, columns, spec, search } = asked;
  const read = live.value;
  const local = useLocalRows({
    rows,
    columns,
    sort: sortOf(spec.view(search)),
    orderKey: spec.orderKey(search),
    isWhole: read?.state === 'complete',
  });
  // Of what this role may not read, or was never read, nothing is counted: "0" would be a claim.
  const isUnread = read?.state === 'never' && rows.length === 0;
  const isKnown = read !== undefined && read.state !== 'forbidden' && !isUnread;
  return {
    ...local,
    claim: read,
    error: live.error,
    isStale: false,
    total: isKnown ? rows.length : null,
    counted: isKnown ? `Showing ${rows.length.toLocaleString()}` : '',
    hidden: null,
    show: null,
    toggle: null,
    press: null,
    pages: null,
    problems: [],
    refresh: null,
  };
}
