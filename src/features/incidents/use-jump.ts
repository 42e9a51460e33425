import { useTabs } from '#src/views/detail/tab-state.ts';
import { nodeDomId } from './tree/subtree.ts';

/** Shows a hypothesis in its place in the tree, from wherever on the page. */
export function useJump(): (hypothesisId: string) => void {
  const { showIn } = useTabs();
  return (hypothesisId) => showIn('comments', `#${CSS.escape(nodeDomId(hypothesisId))}`);
}
