import { choice } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf, type SearchSpec, type ViewOf } from '#src/views/list/search-spec.ts';
import { lookParams } from '#src/views/relations/graph-look.ts';

const params = {
  /** How far back changes upstream are looked for. */
  hours: choice(['1', '6', '24', '48', '168'], '24', { role: 'view' }),
  view: choice(['list', 'graph'], 'list', { role: 'view' }),
  ...lookParams,
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
