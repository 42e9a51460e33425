import { useState, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import type { Direction, EdgeForm, GraphEdge, GraphNode } from '../graph-props.ts';
import { GraphView } from '../graph-view.tsx';

const NAMES = ['web', 'api', 'worker', 'db', 'cache', 'queue', 'mail'] as const;
const LINKS = [
  'web>api',
  'api>db',
  'api>cache',
  'api>queue',
  'queue>worker',
  'worker>db',
  'worker>mail',
] as const;

const NODES: readonly GraphNode[] = NAMES.map((id) => ({
  id,
  label: `Service ${id}`,
  // Text is text: nothing of it is ever read as markup.
  content: <span>{`<b>${id}</b>`}</span>,
  width: 160,
  height: 48,
}));
const EDGES: readonly GraphEdge[] = LINKS.map((id) => {
  const [from = '', to = ''] = id.split('>');
  return { id, from, to, isSoft: to === 'cache' };
});

/** A graph of services that can be turned, drawn in another form, and given in another order. */
export function GraphStory(): ReactElement {
  const [direction, setDirection] = useState<Direction>('LR');
  const [edgeForm, setEdgeForm] = useState<EdgeForm>('bezier');
  const [isTurned, setTurned] = useState(false);
  const [isWhole, setWhole] = useState(true);
  const [opened, setOpened] = useState<string>();
  const nodes = isWhole ? NODES : NODES.slice(0, -2);
  return (
    <>
      <h2 className="text-section font-semibold">Graph</h2>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onPress={() => setDirection(direction === 'LR' ? 'TB' : 'LR')}>
          {direction === 'LR' ? 'Top to bottom' : 'Left to right'}
        </Button>
        <Button size="small" onPress={() => setEdgeForm(edgeForm === 'bezier' ? 'smoothstep' : 'bezier')}>
          {edgeForm === 'bezier' ? 'Angular edges' : 'Curved edges'}
        </Button>
        <Button aria-pressed={isTurned} size="small" onPress={() => setTurned(!isTurned)}>
          Other order
        </Button>
        <Button aria-pressed={!isWhole} size="small" onPress={() => setWhole(!isWhole)}>
          Fewer nodes
        </Button>
        <p className="text-table">{opened === undefined ? 'Nothing opened' : `Opened ${opened}`}</p>
      </div>
      <div className="h-[32rem] rounded-control border border-line">
        <GraphView
          direction={direction}
          edgeForm={edgeForm}
          edges={isTurned ? EDGES.toReversed() : EDGES}
          label="Services"
          nodes={isTurned ? nodes.toReversed() : nodes}
          selectedId={opened}
          onOpen={setOpened}
        />
      </div>
    </>
  );
}
