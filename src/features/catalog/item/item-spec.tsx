import { GitCompare, Radar, Trash2 } from 'lucide-react';
import type { ComponentType, ReactElement } from 'react';
import { Icon } from '#src/ui/marks/icon.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import { usePlaybookAction } from '#src/views/playbook-menu.ts';
import { useAttachAction } from '#src/views/attach-action.ts';
import type { Count, DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { catalogHref } from '../catalog-href.ts';
import { compareSearch } from '../compare/compare-search.ts';
import { catalogSearch } from '../list/catalog-search.ts';
import { ConfigTab } from './config-tab.tsx';
import { Labels, Properties } from './fact-list.tsx';
import { ComponentsOfItem } from '../of-component/components-of-item.tsx';
import { ItemChanges } from './item-changes.tsx';
import { ItemFacts, StatusWords } from './item-facts.tsx';
import { ItemInsights } from './item-insights.tsx';
import { itemName, type Item } from './item-row.ts';
import { KeepItem } from './keep-item.tsx';
import { ItemRelations } from './relations/item-relations.tsx';
import { TabFrame } from './tab-frame.tsx';
import { useItem, type ItemRead } from './use-item.ts';

type OfItem = ComponentType<{ id: string }>;

/** Parts of other areas, which the route hands in. */
export interface ItemParts {
  readonly Runs: OfItem;
  readonly Checks: OfItem;
  readonly Incidents: OfItem;
}

/** An item of the catalog (spec 2: "Config detail"); where incidents are switched off it has no panel of them. */
export function itemSpecOf(
  { Runs, Checks, Incidents }: ItemParts,
  incidents: 'shown' | 'hidden',
): DetailSpec<ItemRead> {
  return {
    subject: {
      label: 'Catalog item',
      notFound: 'Details not found',
      list: { label: 'Catalog', href: () => lastListHref(catalogSearch.path) },
    },
    useOne: useItem,
    useHead: useItemHead,
    tabs: [
      { id: 'config', label: 'Config', Body: ConfigTab },
      { id: 'changes', label: 'Changes', Body: ItemChanges, count: countOf('changes') },
      { id: 'insights', label: 'Insights', Body: ItemInsights, count: countOf('analysis') },
      { id: 'relationships', label: 'Relationships', Body: ItemRelations, count: countOf('relationships') },
      { id: 'playbooks', label: 'Playbooks', Body: framed(Runs), count: countOf('playbook_runs') },
      { id: 'checks', label: 'Checks', Body: framed(Checks), count: countOf('checks') },
    ],
    aside: [
      { id: 'details', title: 'Details', Body: ItemFacts },
      { id: 'properties', title: 'Properties', Body: Properties },
      { id: 'labels', title: 'Labels', Body: Labels },
      { id: 'components', title: 'Components', Body: bare(ComponentsOfItem) },
      ...(incidents === 'shown' ? [{ id: 'incidents', title: 'Incidents', Body: bare(Incidents) }] : []),
    ],
  };
}

/** A list of another area in a tab. */
function framed(List: OfItem) {
  return function Framed({ id }: { id: string }): ReactElement {
    return (
      <TabFrame>
        <List id={id} />
      </TabFrame>
    );
  };
}

function bare(Part: OfItem) {
  return function Bare({ id }: { id: string }): ReactElement {
    return <Part id={id} />;
  };
}

/** The server's own number, with the age of its answer: this device holds too little to count by itself. */
export function countOf(name: keyof NonNullable<Item['summary']>): (read: ItemRead) => Count | null {
  return ({ item: { summary }, detail: { value } }) => {
    const n = summary?.[name] ?? null;
    return n === null || value === undefined ? null : { n, claim: value.claim };
  };
}

function useItemHead({ value: { item, content, again } }: DetailPartProps<ItemRead>): DetailHead {
  const { id, type, status, health, deleted_at: deleted } = item;
  const name = itemName(item);
  const playbooks = usePlaybookAction({ kind: 'config', id });
  return {
    name,
    title: name,
    marks: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusWords health={health} status={status} />
        {type !== null && (
          <span>
            <TypeMark type={type} />
            {type}
          </span>
        )}
        {deleted !== null && (
          <span className="inline-flex items-center gap-1.5">
            <Icon icon={Trash2} size={14} />
            Deleted
          </span>
        )}
      </span>
    ),
    tools: <KeepItem content={content} id={id} />,
    isOld: false,
    actions: [
      // Nothing runs what is deleted.
      ...(deleted === null ? playbooks : []),
      ...useAttachAction({
        kind: 'config',
        configId: id,
        name,
        configType: type,
        lines: [],
        selected: [],
      }),
      {
        is: 'link',
        id: 'blast-radius',
        label: 'Blast radius',
        icon: Radar,
        href: `${catalogHref(id)}/blast-radius`,
      },
      {
        is: 'link',
        id: 'compare',
        label: 'Compare with…',
        icon: GitCompare,
        href: compareSearch.href({ left: id }),
      },
    ],
    refresh: async () => again(),
  };
}
