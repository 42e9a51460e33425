import { text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';

const params = {
  search: text({ field: 'Search', isCut: true }),
  category: text({ field: 'Category' }),
};

/** Query parameters of `/playbooks`; both are ours. */
export const playbookSearch = searchSpec({ path: '/playbooks', typingMs: 400, params });
export type PlaybookParams = typeof params;
export type PlaybookSearch = SearchOf<PlaybookParams>;
export type PlaybookView = ViewOf<PlaybookParams>;
