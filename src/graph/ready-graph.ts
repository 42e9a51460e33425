import { pageStands } from '#src/platform/shell/start-painted.ts';

/**
 * A ref for what offers a graph: half a second of code and worker is begun once the page stands, and is kept for as long
 * as the offer is there.
 */
export function readyGraph(node: Element | null): (() => void) | undefined {
  if (node === null) return undefined;
  let release: (() => void) | undefined;
  let isOver = false;
  pageStands()
    .then(() => import('./graph-canvas.tsx'))
    .then(({ prepareLayout }) => {
      if (!isOver) release = prepareLayout();
    })
    // Who draws one asks for the same, and hears what is wrong with it.
    .catch(() => undefined);
  return () => {
    isOver = true;
    release?.();
  };
}
