import '@xyflow/react/dist/base.css';
import './graph.css';
import { Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { useStore } from '#src/platform/device/store.ts';
import { IconButton } from '#src/ui/button.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { flowEdges, flowNodes, middlesOf, NODE_TYPES } from './flow-parts.tsx';
import type { GraphViewProps } from './graph-props.ts';
import { layoutQuestion, type Layout } from './layout-question.ts';
import { layOut, layoutWorker } from './layout-service.ts';
import { createLayoutStore } from './layout-store.ts';
import { nextNode } from './next-node.ts';

/** The specification's; none for who wants no motion. */
const MOTION_MS = 300;
const ZOOM = { minZoom: 0.1, maxZoom: 2 } as const;
/** Beyond so many only what is seen is drawn. */
const DRAWN_WHOLE = 300;

const WORDS = {
  'node.a11yDescription.default': 'Arrow keys lead to the next node.',
  'node.a11yDescription.keyboardDisabled': 'Arrow keys lead to the next node.',
};

/** Holds the worker as long as its element is there. */
function holdWorker(node: HTMLElement | null): (() => void) | undefined {
  return node === null ? undefined : layoutWorker.hold();
}

/** Asks for its layout whenever the graph is another one; see code-editor.tsx for refs in place of effects. */
export function GraphCanvas(props: GraphViewProps): ReactElement {
  const [layouts] = useState(() => createLayoutStore(layOut));
  const { layout, key, isBehind, failure } = useStore(layouts);
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
            <Drawn layout={layout} layoutKey={key} props={props} />
          </ReactFlowProvider>
        )}
      </div>
    </section>
  );
}

interface DrawnProps {
  props: GraphViewProps;
  layout: Layout;
  layoutKey: string;
}

function Drawn({ props, layout, layoutKey }: DrawnProps): ReactElement {
  const flow = useReactFlow();
  const { onOpen } = props;
  const nodes = flowNodes(props, layout);
  const fit = (): void => {
    void flow.fitView({ duration: motionMs(), ...ZOOM, maxZoom: 1 });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const id = nodeIdOf(event.target);
    if (id === undefined) return;
    const next = nextNode(middlesOf(props, layout), id, event.key);
    if (next !== undefined) nodeElement(event.currentTarget, next)?.focus();
    else if (event.key === 'Enter') onOpen?.(id);
    else return;
    event.preventDefault();
  };
  return (
    <ReactFlow
      ariaLabelConfig={WORDS}
      edges={flowEdges(props, layout)}
      edgesFocusable={false}
      elementsSelectable={false}
      fitView
      fitViewOptions={{ maxZoom: 1 }}
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
      {/* Another graph is seen whole; the same one stays where somebody has moved it. */}
      <FitOnce key={layoutKey} fit={fit} />
    </ReactFlow>
  );
}

function FitOnce({ fit }: { fit: () => void }): ReactElement {
  const [once] = useState(() => {
    let isDone = false;
    return (node: HTMLElement | null): void => {
      if (node === null || isDone) return;
      isDone = true;
      fit();
    };
  });
  return <span hidden ref={once} />;
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
