import type { ReactNode } from 'react';

export interface GraphNode {
  readonly id: string;
  /** Accessible name of one without a role; the others go by their content. */
  readonly label: string;
  readonly content: ReactNode;
  /** In px; every node has its size before it is drawn. */
  readonly width: number;
  readonly height: number;
  /** What a press on it does; a mere group of words without. */
  readonly role?: 'link' | 'button' | undefined;
  /** Set for one that gathers others: whether they are drawn. */
  readonly isExpanded?: boolean | undefined;
}

/** An edge whose ends are not both there is not drawn. */
export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label?: string | undefined;
  /** Dashed, as for a soft relation. */
  readonly isSoft?: boolean | undefined;
}

/** Where it goes to: from left to right, or from top to bottom. */
export type Direction = 'LR' | 'TB';
export type EdgeForm = 'bezier' | 'smoothstep';

export interface GraphViewProps {
  /** Accessible name of the whole. */
  label: string;
  nodes: readonly GraphNode[];
  /**
   * The nodes are given in the order they are read, and neighbours are drawn in it: one more edge then changes no order.
   * Without, the fewest crossings decide.
   */
  isInOrder?: boolean | undefined;
  edges: readonly GraphEdge[];
  direction: Direction;
  edgeForm: EdgeForm;
  /** Room between ranks and between neighbours, in px (spec: 120 and 100). */
  rankSpacing?: number | undefined;
  nodeSpacing?: number | undefined;
  /** A press on a node, or Enter on it. */
  onOpen?: ((id: string) => void) | undefined;
  selectedId?: string | undefined;
  /** Stays where it is on the screen when another graph is drawn; without, or where it is new, the whole is shown. */
  anchorId?: string | undefined;
  /** Shown first where the whole has no room at a size that can be read. */
  startId?: string | undefined;
}
