import { choice, toggle } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type SearchSpec, type ViewOf } from '#src/views/list/search-spec.ts';

const params = {
  /** How far back changes upstream are looked for. */
  hours: choice(['1', '6', '24', '48', '168'], '24', { role: 'view' }),
  view: choice(['list', 'graph'], 'list', { role: 'view' }),
  direction: choice(['LR', 'TB'], 'LR', { role: 'view' }),
  edges: choice(['bezier', 'smoothstep'], 'bezier', { role: 'view' }),
  outline: toggle(false, { role: 'view' }),
};
type BlastParams = typeof params;
export type BlastSearch = SearchOf<BlastParams>;
export type BlastView = ViewOf<BlastParams>;

/** Query parameters of a blast radius; all of it is ours. */
function blastSearch(path: string): SearchSpec<BlastParams> {
  return searchSpec({ path, typingMs: 0, params });
}

export const itemBlastSearch = blastSearch('/catalog/$id/blast-radius');
export const componentBlastSearch = blastSearch('/topology/$id/blast-radius');
