import type { GraphLook } from '#src/graph/item-graph.tsx';
import { choice, toggle } from '../list/params.ts';

/** Spec 2: "a graph layout toggle (LR/TB); an edge style toggle (bezier/smoothstep)"; the outline is ours. */
export const lookParams = {
  direction: choice(['LR', 'TB'], 'LR', { role: 'view' }),
  edges: choice(['bezier', 'smoothstep'], 'bezier', { role: 'view' }),
  outline: toggle(false, { role: 'view' }),
};

interface LookView {
  readonly direction: GraphLook['direction'];
  readonly edges: GraphLook['edgeForm'];
  readonly outline: boolean;
}

/** How an address draws a graph. */
export function lookOf({ direction, edges, outline }: LookView): GraphLook {
  return { direction, edgeForm: edges, hasOutline: outline };
}

/** What an address is changed by where a graph is drawn another way; what is usual does not stand in it. */
export function lookChange({ direction, edgeForm, hasOutline }: Partial<GraphLook>): {
  direction?: 'TB' | undefined;
  edges?: 'smoothstep' | undefined;
  outline?: true | undefined;
} {
  return {
    ...(direction !== undefined && { direction: direction === 'LR' ? undefined : direction }),
    ...(edgeForm !== undefined && { edges: edgeForm === 'bezier' ? undefined : edgeForm }),
    ...(hasOutline !== undefined && { outline: hasOutline ? true : undefined }),
  };
}
