import { useMemo, useState } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { missingOf } from '#src/views/missing.ts';
import { readItem, type Item } from './item-row.ts';

/** What is known of one item: three sources, each with its age. */
export interface ItemRead {
  readonly item: Item;
  /** What the server computes of it. */
  readonly detail: DocumentRead;
  /** What was scraped. */
  readonly content: DocumentRead;
  readonly again: () => void;
}

/** Of the collection only how old it is. */
const NO_ROWS: IndexQuery = {
  filters: [],
  text: '',
  sort: null,
  offset: 0,
  limit: 0,
  facets: [],
  groups: null,
};

/** One item by id: its row on this device, what the server adds to it, and what was scraped. */
export function useItem(id: string): Part<ItemRead> {
  const [turn, setTurn] = useState(0);
  const rows = useIndexRows(
    'config_items',
    useMemo(() => [id], [id]),
  );
  const collection = useIndexQuery('config_items', NO_ROWS);
  const detail = useDocument('config-detail', id, true, turn);
  const content = useDocument('config', id, true, turn);
  const row = rows.isBehind ? null : (rows.value?.[0] ?? null);
  const body = detail.value?.body;
  const item = useMemo(() => readItem(row, body), [row, body]);
  const value = useMemo(
    () => item && { item, detail, content, again: () => setTurn((before) => before + 1) },
    [item, detail, content],
  );
  if (value !== undefined) {
    const asOf = row === null ? (detail.value?.asOf ?? null) : (collection.value?.asOf ?? null);
    const basis = row === null ? (detail.value?.reason === null ? 'server' : 'kept') : 'device';
    const reason = detail.value?.reason ?? null;
    const lacks = row === null ? [] : (collection.value?.lacks ?? []);
    return { is: 'found', value, claim: { state: 'complete', basis, asOf, lacks, reason } };
  }
  if (detail.value === undefined && detail.status === 'failed')
    return { is: 'failed', error: detail.error.info };
  if (detail.value === undefined || rows.status === 'loading' || rows.isBehind) return { is: 'loading' };
  const missing = missingOf(detail.value);
  // Missing only where the server said so (I23): rows leave this device for other reasons, too.
  if (missing?.kind === 'gone') return { is: 'missing' };
  if (missing?.kind === 'forbidden') return { is: 'forbidden' };
  if (rows.status === 'failed') return { is: 'failed', error: rows.error.info };
  return { is: 'not-here', reason: missing?.reason ?? null };
}
