import { id, text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf } from '#src/views/list/search-spec.ts';

const params = {
  /** Two runs of one playbook, the earlier first. */
  a: id({ role: 'place' }),
  b: id({ role: 'place' }),
  /** Name of the step whose output is compared. */
  step: text({ role: 'view' }),
};
export type RunCompareSearch = SearchOf<typeof params>;

/** Query parameters of `/playbooks/runs/compare`; all of it is ours. */
export const runCompareSearch = searchSpec({ path: '/playbooks/runs/compare', typingMs: 0, params });
