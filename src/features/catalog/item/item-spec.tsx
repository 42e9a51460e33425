import { GitCompare, Trash2 } from 'lucide-react';
import { Icon } from '#src/ui/icon.tsx';
import { TypeMark } from '#src/ui/type-mark.tsx';
import { useAttachAction } from '#src/views/attach-action.ts';
import type { Count, DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { compareSearch } from '../compare/compare-search.ts';
import { catalogSearch } from '../list/catalog-search.ts';
import { ConfigTab } from './config-tab.tsx';
import { Labels, Properties } from './fact-list.tsx';
import { ItemChanges } from './item-changes.tsx';
import { ItemFacts, StatusWords } from './item-facts.tsx';
import { itemName } from './item-row.ts';
import { useItem, type ItemRead } from './use-item.ts';

/** An item of the catalog (spec 2: "Config detail"). */
export const itemSpec: DetailSpec<ItemRead> = {
  subject: {
    label: 'Catalog item',
    notFound: 'Details not found',
    list: { label: 'Catalog', href: () => lastListHref(catalogSearch.path) },
  },
  useOne: useItem,
  useHead: useItemHead,
  tabs: [
    { id: 'config', label: 'Config', Body: ConfigTab },
    { id: 'changes', label: 'Changes', Body: ItemChanges, count: changesOf },
  ],
  aside: [
    { id: 'details', title: 'Details', Body: ItemFacts },
    { id: 'properties', title: 'Properties', Body: Properties },
    { id: 'labels', title: 'Labels', Body: Labels },
  ],
};

/** The server's own number, with the age of its answer. */
function changesOf({ item: { summary }, detail: { value } }: ItemRead): Count | null {
  if (summary === null || summary.changes === null || value === undefined) return null;
  const { asOf, reason } = value;
  const basis = reason === null ? 'server' : 'kept';
  return { n: summary.changes, claim: { state: 'complete', basis, asOf, lacks: [], reason } };
}

function useItemHead({ value: { item, again } }: DetailPartProps<ItemRead>): DetailHead {
  const { id, type, status, health, deleted_at: deleted } = item;
  const name = itemName(item);
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
    isOld: false,
    actions: [
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
        id: 'compare',
        label: 'Compare with…',
        icon: GitCompare,
        href: compareSearch.href({ left: id }),
      },
    ],
    refresh: async () => again(),
  };
}
