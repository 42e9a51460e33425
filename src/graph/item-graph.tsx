import { ListTree } from 'lucide-react';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Segmented } from '#src/ui/forms/segmented.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import type { Direction, EdgeForm, GraphEdge, GraphNode } from './graph-props.ts';
import { GraphView } from './graph-view.tsx';
import { flip, groupGraph, type GroupedGraph, type Link } from './grouped-graph.ts';
import {
  CARD,
  GroupCard,
  groupHealth,
  groupTitle,
  ItemCard,
  itemLabel,
  type GraphItem,
} from './item-card.tsx';
import { ItemOutline } from './item-outline.tsx';

/** How a graph is drawn. */
export interface GraphLook {
  readonly direction: Direction;
  readonly edgeForm: EdgeForm;
  readonly hasOutline: boolean;
}

export interface ItemGraphProps {
  /** Accessible name. */
  label: string;
  roots: readonly string[];
  items: readonly GraphItem[];
  links: readonly Link[];
  look: GraphLook;
  onLook: (part: Partial<GraphLook>) => void;
  /** What is gathered where nobody knows what it is: "not on this device". */
  unknownKind: string;
  onOpen: (href: string) => void;
  /** What is not known and therefore not drawn. */
  notes?: ReactNode;
  /** Stands in its place where more would be drawn than can be read. */
  table: ReactNode;
}

/** Ux 4.10: a table by itself above so many. */
export const MOST_DRAWN = 150;

/** Items and what leads from one to the other, gathered by kind, with an outline that says the same. */
export function ItemGraph(props: ItemGraphProps): ReactElement {
  const { label, roots, items, links, look, onLook, unknownKind, onOpen, notes, table } = props;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  /** What was toggled before the last press. */
  const [before, setBefore] = useState(toggled);
  const [pressed, setPressed] = useState<string>();
  const [isWanted, setWanted] = useState(false);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const graph = useMemo(
    () =>
      groupGraph(
        {
          roots,
          kinds: new Map(items.map(({ id, kind }) => [id, kind])),
          names: new Map(items.map(({ id, name }) => [id, name])),
          links,
        },
        toggled,
      ),
    [roots, items, links, toggled],
  );
  const nodes = useMemo(() => nodesOf(graph, byId, unknownKind), [graph, byId, unknownKind]);
  const edges = useMemo(() => edgesOf(graph), [graph]);
  const toggle = (id: string): void => {
    setPressed(id);
    setBefore(toggled);
    setToggled((present) => flip(present, [id]));
  };
  if (graph.drawn.length > MOST_DRAWN && !isWanted)
    return (
      <>
        <TooMany
          count={graph.drawn.length}
          onClose={before === toggled ? undefined : () => setToggled(before)}
          onShow={() => setWanted(true)}
        />
        {table}
      </>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-page pb-2">
        <Button
          aria-pressed={look.hasOutline}
          className={cx(look.hasOutline && 'bg-chip')}
          icon={ListTree}
          size="small"
          onPress={() => onLook({ hasOutline: !look.hasOutline })}
        >
          Outline
        </Button>
        <Segmented
          label="Graph layout"
          options={DIRECTIONS}
          value={look.direction}
          onChange={(direction) => {
            // Turned, nothing is where it was: the whole is shown again.
            setPressed(undefined);
            onLook({ direction });
          }}
        />
        <Segmented
          label="Edge style"
          options={FORMS}
          value={look.edgeForm}
          onChange={(edgeForm) => onLook({ edgeForm })}
        />
        <output className="text-caption text-muted tabular">{countWords(graph)}</output>
      </div>
      {notes !== undefined && <div className="flex flex-col gap-2 px-page pb-2 empty:hidden">{notes}</div>}
      <div className="flex min-h-0 flex-1 flex-col border-t border-line sm:flex-row">
        {look.hasOutline && (
          <div className="flex min-h-0 flex-1 flex-col border-line sm:max-w-96 sm:min-w-72 sm:flex-[0_0_38%] sm:border-e">
            <ItemOutline
              graph={graph}
              items={byId}
              label={`Outline: ${label}`}
              unknownKind={unknownKind}
              onToggle={toggle}
            />
          </div>
        )}
        <div className="min-h-0 min-w-0 flex-1">
          <GraphView
            isInOrder
            anchorId={pressed}
            direction={look.direction}
            edgeForm={look.edgeForm}
            edges={edges}
            label={label}
            nodes={nodes}
            selectedId={roots[0]}
            startId={roots[0]}
            onOpen={(id) => {
              if (graph.groups.has(id)) toggle(id);
              else {
                const href = byId.get(id)?.href ?? null;
                if (href !== null) onOpen(href);
              }
            }}
          />
        </div>
      </div>
    </div>
  );
}

interface TooManyProps {
  count: number;
  /** Undefined where nothing was opened: it is too much by itself. */
  onClose: (() => void) | undefined;
  onShow: () => void;
}

/** Why there is a table, and the ways back to the graph. */
function TooMany({ count, onClose, onShow }: TooManyProps): ReactElement {
  return (
    <div className="px-page pb-2">
      <InlineBar
        action={
          <>
            {onClose !== undefined && (
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the node that had the focus is not drawn any more
              <Button autoFocus size="small" onPress={onClose}>
                Close the group
              </Button>
            )}
            <Button size="small" onPress={onShow}>
              Show the graph
            </Button>
          </>
        }
        tone="info"
      >
        The graph would have {count.toLocaleString()} nodes, so the table is shown.
      </InlineBar>
    </div>
  );
}

const DIRECTIONS = [
  { id: 'LR', label: 'LR', title: 'Left to right' },
  { id: 'TB', label: 'TB', title: 'Top to bottom' },
] as const;
const FORMS = [
  { id: 'bezier', label: 'Bezier' },
  { id: 'smoothstep', label: 'Smoothstep' },
] as const;

function countWords({ drawn, groups, hidden }: GroupedGraph): string {
  const items = drawn.length - groups.size;
  const shown = items === 1 ? '1 item' : `${items.toLocaleString()} items`;
  return hidden === 0 ? shown : `${shown}, ${hidden.toLocaleString()} more in closed groups`;
}

function nodesOf(
  graph: GroupedGraph,
  items: ReadonlyMap<string, GraphItem>,
  unknownKind: string,
): readonly GraphNode[] {
  return graph.drawn.flatMap((id): readonly GraphNode[] => {
    const group = graph.groups.get(id);
    if (group !== undefined) {
      const title = groupTitle(group, unknownKind);
      const members = group.members.map((member) => items.get(member));
      const label = [title, groupHealth(members).words].filter((part) => part !== '').join(', ');
      const content = <GroupCard group={group} members={members} title={title} />;
      return [{ id, label, content, ...CARD, role: 'button', isExpanded: group.isOpen }];
    }
    const item = items.get(id);
    if (item === undefined) return [];
    const role = item.href === null ? undefined : 'link';
    return [{ id, label: itemLabel(item), content: <ItemCard item={item} />, ...CARD, role }];
  });
}

function edgesOf(graph: GroupedGraph): readonly GraphEdge[] {
  return graph.edges.map(({ id, from, to, is }) => ({
    id,
    from,
    to,
    isSoft: is !== 'hard',
    label: is === 'deleted' ? 'deleted' : undefined,
  }));
}
