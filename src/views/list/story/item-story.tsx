import { Boxes } from 'lucide-react';
import * as v from 'valibot';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { ListColumn, ListSpec } from '../list-spec.ts';
import { dimension, text } from '../params.ts';
import { searchSpec } from '../search-spec.ts';
import { useIndexRows } from '../use-index-rows.ts';

const rowSchema = v.object({ id: v.string(), name: v.string() });
type Item = v.InferOutput<typeof rowSchema>;

function toRow(raw: JsonRow): Item | undefined {
  const row = v.safeParse(rowSchema, raw);
  return row.success ? row.output : undefined;
}

const params = {
  find: text({ field: 'Search' }),
  groupBy: dimension('', (name) => name),
};

const columns: readonly ListColumn<Item>[] = [
  { id: 'name', header: 'Name', isName: true, cell: ({ name }) => name, text: ({ name }) => name },
];

const search = searchSpec({ path: '/items', typingMs: 400, params });

/** A hundred thousand rows from the index, gathered by two tags. */
export const itemStory: ListSpec<typeof params, Item> = {
  id: 'items',
  words: {
    title: 'Items',
    rows: 'Items',
    find: { param: 'find', label: 'Find an item', shortcut: 'Find', className: '' },
    empty: { icon: Boxes, title: 'No items' },
  },
  search,
  filters: [],
  columns,
  narrowColumns: columns,
  layoutKey: 'holdfast.healthColumns',
  pageSizes: [],
  useRows(asked) {
    const { find, groupBy } = search.view(asked);
    const keys = groupBy === '' ? [] : groupBy.split(',');
    return useIndexRows({
      tbl: 'config_items',
      asked: {
        filters: [],
        text: find,
        sort: { column: 'name', descending: false },
        facets: [],
        groupBy: keys.map((key) => ({ column: 'tags', key })),
      },
      toRow,
    });
  },
  rowName: ({ name }) => name,
  rowHref: ({ id }) => `/items/${id}`,
};
