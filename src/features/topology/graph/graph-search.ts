import { choice, toggle } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf } from '#src/views/list/search-spec.ts';

const params = {
  direction: choice(['LR', 'TB'], 'LR', { role: 'view' }),
  edges: choice(['bezier', 'smoothstep'], 'bezier', { role: 'view' }),
  outline: toggle(false, { role: 'view' }),
};
export type ComponentGraphSearch = SearchOf<typeof params>;

/** Query parameters of `/topology/{id}/graph`; all of it is ours. */
export const componentGraphSearch = searchSpec({ path: '/topology/$id/graph', typingMs: 0, params });
