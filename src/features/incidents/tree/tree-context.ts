import { createContext, useContext } from 'react';
import type { ClosedBy } from './hypothesis-title.tsx';

/** A hypothesis that is being written: where it goes, and the row it has become once its title was saved. */
export interface NewNode {
  readonly parentId: string | null;
  readonly madeId: string | null;
}

/** What the nodes of a tree share. */
export interface TreeEditing {
  /** At most one is written at a time. */
  readonly adding: NewNode | null;
  readonly add: (parentId: string | null) => void;
  /** The row that has come of it; null when it was taken back. */
  readonly made: (id: string | null) => void;
  /** `by` keys, the focus goes on to the new node or back; a press elsewhere has taken it already. */
  readonly end: (by: ClosedBy) => void;
  /** Before a node is deleted: the focus goes on to its neighbour when it is gone. */
  readonly leave: (id: string) => void;
  /** Nodes made on this page: they begin open. */
  readonly madeIds: ReadonlySet<string>;
  /** The one that takes the focus. */
  readonly focusId: string | null;
}

const TreeEditingContext = createContext<TreeEditing | null>(null);

export const TreeEditingProvider = TreeEditingContext.Provider;

export function useTreeEditing(): TreeEditing {
  const editing = useContext(TreeEditingContext);
  if (editing === null) throw new Error('useTreeEditing is used outside TreeEditingProvider');
  return editing;
}

/**
 * Whether the controls of a tree can be used already. A tree is opened to be read: at first each control is only a
 * picture of itself, and making all of them follows the first paint.
 */
export const TreeControlsContext = createContext(true);
