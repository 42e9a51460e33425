import { useMemo, useState } from 'react';
import type { HypothesisNode } from '#sync/read/types.ts';
import { useNextFocus } from '../use-next-focus.ts';
import { flatTree, heirOf } from './subtree.ts';
import type { ClosedBy } from './hypothesis-title.tsx';
import type { TreeEditing } from './tree-context.ts';

/** Stands for the button under the tree where a node would be named. */
export const ADD_ROOT = '';

/** What is being added to a tree, and where the focus goes after it. */
export function useTreeEditingState(tree: readonly HypothesisNode[]): TreeEditing {
  const [state, setState] = useState<Pick<TreeEditing, 'adding' | 'madeIds' | 'focusId'>>({
    adding: null,
    madeIds: new Set(),
    focusId: null,
  });
  const leave = useNextFocus(
    flatTree(tree).map(({ node }) => node.id),
    (nextId) => setState((before) => ({ ...before, focusId: nextId ?? ADD_ROOT })),
  );
  const editing = useMemo(
    () => ({
      ...state,
      add: (parentId: string | null) =>
        setState((before) => ({ ...before, focusId: null, adding: { parentId, madeId: null } })),
      made: (madeId: string | null) =>
        setState((before) => ({
          ...before,
          madeIds: madeId === null ? before.madeIds : new Set([...before.madeIds, madeId]),
          // The place may have been given up while the title was on its way to the device.
          adding: before.adding === null ? null : { ...before.adding, madeId },
        })),
      end: (by: ClosedBy) =>
        setState((before) => ({
          ...before,
          adding: null,
          focusId: by === 'keys' ? (before.adding?.madeId ?? before.adding?.parentId ?? ADD_ROOT) : null,
        })),
    }),
    [state],
  );
  return { ...editing, leave: (id) => leave(id, heirOf(tree, id)) };
}
