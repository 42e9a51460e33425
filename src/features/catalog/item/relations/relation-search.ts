import { configTypeFromUrl, configTypeToUrl } from '#src/lib/config-type.ts';
import { choice, toggle, triState } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type SearchSpec, type ViewOf } from '#src/views/list/search-spec.ts';
import { lookParams } from '#src/views/relations/graph-look.ts';

const SORT_COLUMNS = ['steps', 'name', 'type', 'status', 'updated_at'] as const;

/**
 * Spec 2: "Toggles Outgoing, Incoming, Soft"; what is asked beside them is that of spec 7. Outgoing is what the product
 * assumes (C8); `relation=soft` follows soft links, too.
 */
const params = {
  outgoing: toggle(true),
  incoming: toggle(false),
  relation: choice(['soft'], undefined, { role: 'filter' }),
  configTypes: triState('Type', { titleOf: configTypeFromUrl }),
  status: triState('Status'),
  health: triState('Health'),
  tags: triState('Tag', {
    titleOf: (value) => value.replace(':', '='),
    fits: (value) => value.includes(':'),
  }),
  hideDeleted: toggle(true),
  sortBy: choice(SORT_COLUMNS, 'steps', { role: 'order' }),
  sortOrder: choice(['asc', 'desc'], 'asc', { role: 'order' }),
  // "A Table/Graph switch".
  view: choice(['table', 'graph'], 'table', { role: 'view' }),
  ...lookParams,
};
export type RelationParams = typeof params;
export type RelationSearch = SearchOf<RelationParams>;
export type RelationView = ViewOf<RelationParams>;

/** Query parameters of `/catalog/{id}/relationships`. */
export function relationSearch(itemId: string): SearchSpec<RelationParams> {
  return searchSpec({ path: `/catalog/${itemId}/relationships`, typingMs: 400, params });
}

/** A type as the address has it. */
export const typeValue = configTypeToUrl;
