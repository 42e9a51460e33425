import { Boxes } from 'lucide-react';
import * as v from 'valibot';
import type { PagedRow } from '#sync/protocol/paged.ts';
import type { ListColumn, ListSpec } from '../list-spec.ts';
import { choice, text, triState, whole } from '../params.ts';
import { searchSpec } from '../search-spec.ts';
import { usePagedRows } from '../use-paged-rows.ts';

const rowSchema = v.object({ id: v.string(), summary: v.string(), severity: v.string() });
type Change = v.InferOutput<typeof rowSchema>;

function toRow(raw: PagedRow): Change | undefined {
  const row = v.safeParse(rowSchema, raw);
  return row.success ? row.output : undefined;
}

const params = {
  severity: triState('Severity'),
  summary: text({ field: 'Summary' }),
  kinds: triState('Kind'),
  sortBy: choice(['created_at', 'summary'], 'created_at', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'desc', { role: 'order' }),
  page: whole(1, { role: 'page', min: 1 }),
  pageSize: whole(2, { min: 1, max: 1_000 }),
};

const columns: readonly ListColumn<Change>[] = [
  {
    id: 'summary',
    header: 'Summary',
    isName: true,
    isSortable: true,
    cell: ({ summary }) => summary,
    text: ({ summary }) => summary,
  },
  {
    id: 'severity',
    header: 'Severity',
    width: '160px',
    cell: ({ severity }) => severity,
    text: ({ severity }) => severity,
    filter: ({ severity }) => ({ param: 'severity', value: severity, label: severity }),
  },
];

const search = searchSpec({ path: '/changes', typingMs: 400, params });

/** Rows that stay on the server: one page at a time, filtered from their cells. */
export const changeStory: ListSpec<typeof params, Change> = {
  id: 'changes',
  words: {
    title: 'Changes',
    rows: 'Changes',
    find: { param: 'summary', label: 'Find a change', shortcut: 'Find', className: '' },
    empty: { icon: Boxes, title: 'No changes' },
  },
  search,
  filters: [],
  columns,
  narrowColumns: columns,
  layoutKey: 'holdfast.healthColumns',
  pageSizes: [2, 10],
  useRows(asked) {
    const { severity, summary, kinds, sortBy, sortOrder, page, pageSize } = search.view(asked);
    return usePagedRows({
      question: {
        source: 'changes',
        query: {
          severity: severity || undefined,
          summary: summary || undefined,
          type: kinds || undefined,
          sortBy,
          isDescending: sortOrder === 'desc',
        },
        range: null,
        page,
        size: pageSize,
      },
      toRow,
    });
  },
  rowName: ({ summary }) => summary,
  rowHref: ({ id }) => `/changes/${id}`,
};
