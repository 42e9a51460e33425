import '@xyflow/react/dist/base.css';
import './graph.css';
import {
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore as useFlowStore,
  useStoreApi,
} from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useStore } from '#src/platform/device/store.ts';
import { IconButton } from '#src/ui/button.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { flowEdges, flowNodes, middlesOf, NODE_TYPES } from './flow-parts.tsx';
import type { GraphViewProps } from './graph-props.ts';
import { layoutQuestion, type Layout, type Point } from './layout-question.ts';
import { layOut, layoutWorker } from './layout-service.ts';
import { createLayoutStore } from './layout-store.ts';
import { nextNode } from './next-node.ts';

/** The specification's; none for who wants no motion. */
const MOTION_MS = 300;
const ZOOM = { minZoom: 0.1, maxZoom: 2 } as const;
/** Beyond so many only what is seen is drawn. */
const DRAWN_WHOLE = 300;
/** Smaller than this no name can be read: the beginning is shown then, and the whole by its button. */
const LEAST_READABLE = 0.6;
const START_ZOOM = 0.8;

const SMALLEST = layoutQuestion({
  label: '',
  nodes: ['a', 'b'].map((id) => ({ id, label: id, content: id, width: 1, height: 1 })),
  edges: [{ id: 'ab', from: 'a', to: 'b' }],
  direction: 'LR',
  edgeForm: 'bezier',
});

const WORDS = {
  'node.a11yDescription.default': 'Arrow keys lead to the next node.',
  'node.a11yDescription.keyboardDisabled': 'Arrow keys lead to the next node.',
};

/** Holds the worker as long as its element is there. */
function holdWorker(node: HTMLElement | null): (() => void) | undefined {
  return node === null ? undefined : layoutWorker.hold();
}

/** Starts the worker before there is a graph; returns how to let it go. */
export function prepareLayout(): () => void {
  const release = layoutWorker.hold();
  // The next question starts another one, and says what is wrong.
  layOut(SMALLEST).catch(() => undefined);
  return release;
}

/** Asks for its layout whenever the graph is another one; see code-editor.tsx for refs in place of effects. */
export function GraphCanvas(props: GraphViewProps): ReactElement {
  const [layouts] = useState(() => createLayoutStore(layOut));
  const { layout, former, key, isBehind, failure } = useStore(layouts);
  const question = layoutQuestion(props);
  return (
    <section
      aria-busy={isBehind}
      aria-label={props.label}
      className="relative h-full min-h-0 w-full"
      ref={(node) => {
        if (node !== null) layouts.ask(question);
      }}
    >
      <div className="size-full" ref={holdWorker}>
        {failure !== null && (
          <ErrorPanel details={failure} message="The graph could not be drawn." onRetry={layouts.retry} />
        )}
        {failure === null && layout !== null && (
          <ReactFlowProvider>
            <Drawn former={former} layout={layout} layoutKey={key} props={props} />
          </ReactFlowProvider>
        )}
      </div>
    </section>
  );
}

interface DrawnProps {
  props: GraphViewProps;
  layout: Layout;
  former: Layout | null;
  layoutKey: string;
}

function Drawn({ props, layout, former, layoutKey }: DrawnProps): ReactElement {
  const flow = useReactFlow();
  const { onOpen } = props;
  const { nodes: given, edges: links, direction, edgeForm, selectedId } = props;
  // What is the same is not drawn again: a canvas of hundreds is dear.
  const canOpen = onOpen !== undefined;
  const nodes = useMemo(
    () => flowNodes({ nodes: given, direction, selectedId, canOpen }, layout),
    [given, direction, selectedId, canOpen, layout],
  );
  const edges = useMemo(() => flowEdges({ edges: links, edgeForm }, layout), [links, edgeForm, layout]);
  const fit = (): void => {
    void flow.fitView({ duration: motionMs(), ...ZOOM, maxZoom: 1 });
  };
  const place = (around: Size): void => {
    const [was, is] = [former?.get(props.anchorId ?? ''), layout.get(props.anchorId ?? '')];
    const middles = middlesOf(props, layout);
    const start = middles.get(props.startId ?? '');
    const middle = middles.get(props.anchorId ?? '');
    const { x, y, zoom } = flow.getViewport();
    const duration = former === null ? 0 : motionMs();
    const isSeen = was !== undefined && isWithin(around, { x: was.x * zoom + x, y: was.y * zoom + y });
    if (isSeen && is !== undefined)
      void flow.setViewport(
        { x: x + (was.x - is.x) * zoom, y: y + (was.y - is.y) * zoom, zoom },
        { duration },
      );
    else if (middle !== undefined)
      void flow.setCenter(middle.x, middle.y, { zoom: Math.max(zoom, START_ZOOM), duration });
    else if (start !== undefined && fittingZoom(props, layout, around) < LEAST_READABLE)
      void flow.setCenter(start.x, start.y, { zoom: START_ZOOM, duration });
    else fit();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const id = nodeIdOf(event.target);
    if (id === undefined) return;
    const next = nextNode(middlesOf(props, layout), id, event.key);
    if (next !== undefined) nodeElement(event.currentTarget, next)?.focus();
    else if (event.key === 'Enter' || event.key === ' ') onOpen?.(id);
    else return;
    event.preventDefault();
  };
  return (
    <ReactFlow
      ariaLabelConfig={WORDS}
      edges={edges}
      edgesFocusable={false}
      elementsSelectable={false}
      nodeTypes={NODE_TYPES}
      nodes={nodes}
      nodesConnectable={false}
      nodesDraggable={false}
      nodesFocusable
      onlyRenderVisibleElements={nodes.length > DRAWN_WHOLE}
      {...ZOOM}
      onKeyDown={handleKeyDown}
      onNodeClick={(_event, { id }) => onOpen?.(id)}
    >
      <Panel className="flex gap-1 rounded-control bg-overlay" position="top-right">
        <IconButton icon={Plus} label="Zoom in" size="small" onPress={() => void flow.zoomIn()} />
        <IconButton icon={Minus} label="Zoom out" size="small" onPress={() => void flow.zoomOut()} />
        <IconButton icon={Maximize} label="Fit" size="small" onPress={fit} />
      </Panel>
      {/* Another graph is placed anew; the same one stays where somebody has moved it. */}
      <PlaceOnce key={layoutKey} place={place} />
    </ReactFlow>
  );
}

/** Of the canvas, as it was measured last: asked of the page it would be laid out once more, with all its nodes. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Once the canvas can be moved, which it cannot before its own first frame. */
function PlaceOnce({ place }: { place: (around: Size) => void }): ReactElement | null {
  const flow = useStoreApi();
  const isReady = useFlowStore(({ panZoom }) => panZoom !== null);
  const [once] = useState(() => {
    let isDone = false;
    return (node: HTMLElement | null): void => {
      if (node === null || isDone) return;
      isDone = true;
      place(flow.getState());
    };
  });
  return isReady ? <span hidden ref={once} /> : null;
}

function isWithin({ width, height }: Size, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** How large the whole would be drawn. */
function fittingZoom({ nodes }: GraphViewProps, layout: Layout, around: Size): number {
  const [width, height] = [nodes[0]?.width ?? 0, nodes[0]?.height ?? 0];
  const [xs, ys] = [[...layout.values()].map(({ x }) => x), [...layout.values()].map(({ y }) => y)];
  const span = (all: readonly number[], own: number): number => Math.max(...all) - Math.min(...all) + own;
  return Math.min(around.width / span(xs, width), around.height / span(ys, height));
}

function motionMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOTION_MS;
}

/** The node that has the focus itself; what stands inside one has keys of its own. */
function nodeIdOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement && target.classList.contains('react-flow__node')
    ? target.dataset['id']
    : undefined;
}

function nodeElement(around: HTMLElement, id: string): HTMLElement | null {
  return around.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
}
