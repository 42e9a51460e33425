import { choice, toggle } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type ViewOf } from '#src/views/list/search-spec.ts';
import { lookParams } from '#src/views/relations/graph-look.ts';

/**
 * Called as on the relationships of a catalog item. All is on at first: a component has few neighbours, and what it is
 * made of is tied to it softly.
 */
const params = {
  outgoing: toggle(true),
  incoming: toggle(true),
  relation: choice(['hard', 'soft'], 'soft'),
  view: choice(['table', 'graph'], 'graph', { role: 'view' }),
  ...lookParams,
};
export type ComponentGraphSearch = SearchOf<typeof params>;
export type ComponentGraphView = ViewOf<typeof params>;

/** Query parameters of `/topology/{id}/graph`; all of it is ours. */
export const componentGraphSearch = searchSpec({ path: '/topology/$id/graph', typingMs: 0, params });
