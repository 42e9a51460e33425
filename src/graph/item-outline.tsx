import { ChevronRight } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { Icon } from '#src/ui/marks/icon.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import { flip, type Entry, type GroupedGraph } from './grouped-graph.ts';
import { Facts, groupHealth, groupTitle, itemLabel, type GraphItem } from './item-card.tsx';

interface ItemOutlineProps {
  label: string;
  graph: GroupedGraph;
  items: ReadonlyMap<string, GraphItem>;
  unknownKind: string;
  onToggle: (groupId: string) => void;
}

/** What React Aria draws at once; of more only the first level stands open. */
const OPEN_WHOLE = 300;

/** The same facts as the drawing, as a tree: for keys, for who hears it, and for who would rather read. */
export function ItemOutline({ label, graph, items, unknownKind, onToggle }: ItemOutlineProps): ReactElement {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const isOpenByItself = (id: string): boolean =>
    graph.drawn.length <= OPEN_WHOLE || graph.outline.some((entry) => entry.id === id);
  const open = graph.drawn.filter((id) => {
    const group = graph.groups.get(id);
    return group === undefined ? isOpenByItself(id) !== flipped.has(id) : group.isOpen;
  });
  const handleExpanded = (keys: ReadonlySet<unknown>): void => {
    const changed = graph.drawn.filter((id) => keys.has(id) !== open.includes(id));
    for (const id of changed.filter((each) => graph.groups.has(each))) onToggle(id);
    const own = changed.filter((id) => !graph.groups.has(id));
    if (own.length > 0) setFlipped((before) => flip(before, own));
  };
  const render = (entry: Entry): ReactElement => {
    const group = graph.groups.get(entry.id);
    const item = items.get(entry.id);
    const href = group === undefined ? (item?.href ?? null) : null;
    const words = wordsOf(entry, items, graph, unknownKind);
    const text = group === undefined ? item && itemLabel(item) : groupTitle(group, unknownKind);
    return (
      <TreeItem
        className="group flex min-h-row cursor-default items-center rounded-control ps-[calc((var(--tree-item-level)-1)*1rem)] pe-2 text-table outline-offset-[-2px] data-hovered:bg-hover data-focus-visible:outline-2 data-focus-visible:outline-focus"
        hasChildItems={group !== undefined || entry.children.length > 0}
        id={entry.id}
        textValue={[text, words].filter(Boolean).join(', ')}
        {...(href !== null && { href })}
        {...(group !== undefined && { onAction: () => onToggle(group.id) })}
      >
        <TreeItemContent>
          <span className="flex min-w-0 flex-1 items-center gap-1">
            <Button
              className="invisible flex size-target shrink-0 items-center justify-center rounded-control text-muted group-data-has-child-items:visible"
              slot="chevron"
            >
              <Icon className="group-data-expanded:rotate-90" icon={ChevronRight} />
            </Button>
            {group === undefined ? (
              item !== undefined && <ItemLine item={item} words={words} />
            ) : (
              <GroupLine
                members={group.members.map((id) => items.get(id))}
                title={groupTitle(group, unknownKind)}
                type={group.kind}
                words={words}
              />
            )}
          </span>
        </TreeItemContent>
        <Collection
          dependencies={[items, graph]}
          items={group === undefined || group.isOpen ? entry.children : closedChildren(entry)}
        >
          {render}
        </Collection>
      </TreeItem>
    );
  };
  return (
    <Tree
      aria-label={label}
      className="min-h-0 flex-1 overflow-y-auto p-1 outline-none"
      dependencies={[items, graph]}
      expandedKeys={open}
      items={graph.outline}
      selectionMode="none"
      onExpandedChange={handleExpanded}
    >
      {render}
    </Tree>
  );
}

/** Never drawn: without a child nothing could be opened. */
function closedChildren({ id }: Entry): readonly Entry[] {
  return [{ id: `${id} closed`, way: null, is: 'hard', others: [], children: [] }];
}

function ItemLine({ item, words }: { item: GraphItem; words: string }): ReactElement {
  return (
    <span
      className="flex min-w-0 flex-1 items-center gap-2 overflow-hidden whitespace-nowrap"
      title={item.name}
    >
      <TypeMark className="shrink-0" type={item.kind} />
      <span className="truncate font-medium">{item.name}</span>
      <span className="flex min-w-0 items-center gap-2 text-caption text-muted">
        <Facts item={{ ...item, kind: null }} />
        {words !== '' && (
          <span className="truncate" title={words}>
            {words}
          </span>
        )}
      </span>
    </span>
  );
}

interface GroupLineProps {
  title: string;
  type: string | null;
  members: readonly (GraphItem | undefined)[];
  words: string;
}

function GroupLine({ title, type, members, words }: GroupLineProps): ReactElement {
  const health = groupHealth(members);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 overflow-hidden whitespace-nowrap" title={title}>
      <TypeMark className="shrink-0" type={type} />
      <span className="truncate font-medium tabular">{title}</span>
      <span className="flex min-w-0 items-center gap-1.5 text-caption text-muted tabular">
        {health.worst !== null && <HealthMark className="shrink-0" health={health.worst} isWordHidden />}
        {[health.words, words].filter((part) => part !== '').join(' · ')}
      </span>
    </span>
  );
}

/** How it hangs on what stands above it, and what else leads to it. */
function wordsOf(
  { way, is, others }: Entry,
  items: ReadonlyMap<string, GraphItem>,
  graph: GroupedGraph,
  unknownKind: string,
): string {
  const nameOf = (id: string): string => {
    const group = graph.groups.get(id);
    return group === undefined ? (items.get(id)?.name ?? '') : groupTitle(group, unknownKind);
  };
  return [
    way === 'incoming' ? 'incoming' : '',
    is === 'hard' ? '' : is === 'soft' ? 'soft' : 'link deleted',
    others.length === 0 ? '' : `also from ${others.map(nameOf).join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
