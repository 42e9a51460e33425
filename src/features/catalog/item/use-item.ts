import { useMemo, useState } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { useDocument, type DocumentRead } from '#src/platform/replica/use-document.ts';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { absentPart } from '#src/views/body-part.ts';
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
    const { asOf: servedAt = null, basis: served = 'kept', reason = null } = detail.value?.claim ?? {};
    const asOf = row === null ? servedAt : (collection.value?.asOf ?? null);
    const basis = row === null ? served : 'device';
    const lacks = row === null ? [] : (collection.value?.lacks ?? []);
    return { is: 'found', value, claim: { state: 'complete', basis, asOf, lacks, reason } };
  }
  // Rows leave this device for other reasons than that the thing is gone.
  const absent = absentPart(detail);
  if (absent.is !== 'failed' && (rows.status === 'loading' || rows.isBehind)) return { is: 'loading' };
  return absent.is === 'not-here' && rows.status === 'failed'
    ? { is: 'failed', error: rows.error.info }
    : absent;
}
