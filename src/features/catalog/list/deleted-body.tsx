import type { ReactElement, ReactNode } from 'react';
import { useSettled } from '#src/ui/forms/use-settled.ts';
import { ListBody } from '#src/views/list/list-page.tsx';
import type { ListSpec } from '#src/views/list/list-spec.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import type { ListAddress } from '#src/views/list/use-list-address.ts';
import { usePagedRows } from '#src/views/list/use-paged-rows.ts';
import { catalogColumns } from './catalog-columns.tsx';
import { tableSpec, words } from './catalog-list-spec.tsx';
import { deletedQuestion } from './catalog-query.ts';
import { readItem, type CatalogItem } from './catalog-row.ts';
import { catalogSearch, type CatalogParams, type CatalogSearch } from './catalog-search.ts';

/** The same table of what is deleted, page by page from the server. */
const deletedSpec: ListSpec<CatalogParams, CatalogItem> = {
  ...tableSpec,
  id: 'catalog-deleted',
  words: {
    ...words,
    rows: 'Deleted configs',
    find: {
      ...words.find,
      looksAt: 'The server searches the names, types and descriptions of deleted configs.',
    },
  },
  columns: catalogColumns.map((column) => (column.id === 'cost' ? { ...column, isSortable: false } : column)),
  useRows: useDeletedItems,
};

function useDeletedItems(search: CatalogSearch): RowSource<CatalogItem, CatalogParams> {
  // The server is asked when somebody pauses (spec 9), not with each key.
  const typed = useSettled(search.search ?? '', catalogSearch.typingMs);
  const question = deletedQuestion(catalogSearch.view({ ...search, search: typed }));
  return usePagedRows<CatalogItem, CatalogParams>({ question, toRow: readItem });
}

interface DeletedBodyProps {
  address: ListAddress<CatalogParams>;
  actions: ReactNode;
}

/** What the server knows of deleted configs. */
export function DeletedBody({ address, actions }: DeletedBodyProps): ReactElement {
  const source = useDeletedItems(address.search);
  return <ListBody actions={actions} address={address} source={source} spec={deletedSpec} />;
}
