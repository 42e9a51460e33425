import { Handle, MarkerType, Position, type Edge, type Node, type NodeProps } from '@xyflow/react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '#src/ui/class-names.ts';
import type { Direction, GraphViewProps } from './graph-props.ts';
import type { Layout, Point } from './layout-question.ts';

export type FlowNode = Node<{
  readonly content: ReactNode;
  readonly isSelected: boolean;
  readonly direction: Direction;
}>;

const SIDES = {
  LR: { into: Position.Left, outOf: Position.Right },
  TB: { into: Position.Top, outOf: Position.Bottom },
} as const;

const ARROW = {
  type: MarkerType.ArrowClosed,
  width: 16,
  height: 16,
  color: 'var(--border-control)',
} as const;
const SOFT_LINE = { strokeDasharray: '4 4' } as const;

/** Where edges begin and end is no thing to be seen: nothing can be drawn by hand here. */
function CardNode({ data: { content, isSelected, direction } }: NodeProps<FlowNode>): ReactElement {
  const { into, outOf } = SIDES[direction];
  return (
    <>
      <Handle className="invisible" isConnectable={false} position={into} type="target" />
      <div
        className={cx(
          'flex h-full w-full items-center overflow-hidden rounded-control border bg-panel px-3 text-table text-fg',
          isSelected ? 'border-accent' : 'border-line-strong',
        )}
      >
        {content}
      </div>
      <Handle className="invisible" isConnectable={false} position={outOf} type="source" />
    </>
  );
}

export const NODE_TYPES = { card: CardNode };

type FlowProps = Pick<GraphViewProps, 'nodes' | 'direction' | 'selectedId'> & { canOpen: boolean };

/** The nodes that have a place, in the order of the layout, which is the order of the Tab key. */
export function flowNodes(props: FlowProps, layout: Layout): FlowNode[] {
  const { nodes, direction, selectedId, canOpen } = props;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return [...layout].flatMap(([id, position]) => {
    const node = byId.get(id);
    if (node === undefined) return [];
    const { width, height, label, content, role, isExpanded } = node;
    return [
      {
        id,
        type: 'card',
        position: { ...position },
        width,
        height,
        // What is pressed is called what stands on it.
        ...(role === undefined ? { ariaLabel: label, ariaRole: 'group' as const } : { ariaRole: role }),
        ...(isExpanded !== undefined && { domAttributes: { 'aria-expanded': isExpanded } }),
        className: cx('nopan', canOpen && 'cursor-pointer'),
        data: { content, direction, isSelected: id === selectedId },
      } satisfies FlowNode,
    ];
  });
}

export function flowEdges(
  { edges, edgeForm }: Pick<GraphViewProps, 'edges' | 'edgeForm'>,
  layout: Layout,
): Edge[] {
  return edges
    .filter(({ from, to }) => layout.has(from) && layout.has(to))
    .map(({ id, from, to, label, isSoft }) => ({
      id,
      source: from,
      target: to,
      type: edgeForm === 'bezier' ? 'default' : 'smoothstep',
      markerEnd: ARROW,
      focusable: false,
      ...(label === undefined ? {} : { label }),
      ...(isSoft === true ? { style: SOFT_LINE } : {}),
    }));
}

/** Where the middle of every node is. */
export function middlesOf({ nodes }: GraphViewProps, layout: Layout): Map<string, Point> {
  return new Map(
    nodes.flatMap(({ id, width, height }) => {
      const corner = layout.get(id);
      return corner === undefined ? [] : [[id, { x: corner.x + width / 2, y: corner.y + height / 2 }]];
    }),
  );
}
