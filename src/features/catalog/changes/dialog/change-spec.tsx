import { GitCompare, Package, Radar } from 'lucide-react';
import { Age } from '#src/ui/marks/age.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { useAttachAction } from '#src/views/attach-action.ts';
import type { DetailAction, DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { catalogHref } from '../../catalog-href.ts';
import { compareSearch } from '../../compare/compare-search.ts';
import { changeTitle } from '../change-row.ts';
import { changeSearch } from '../change-search.ts';
import { useOpenedChange, type OpenedChange } from './change-context.ts';
import { ChangeFacts, ChangeIncidents } from './change-facts.tsx';
import { DetailsTab, DiffTab, PatchesTab } from './change-tabs.tsx';

/** A change of an item: what it was, and what it changed. */
export const changeSpec: DetailSpec<OpenedChange> = {
  subject: {
    label: 'Change',
    notFound: 'No details found',
    list: { label: 'Changes', href: () => lastListHref(changeSearch.path) },
  },
  useOne: useOpenedChange,
  useHead: useChangeHead,
  tabs: [
    { id: 'diff', label: 'Diff', Body: DiffTab },
    { id: 'patches', label: 'Patches', Body: PatchesTab },
    { id: 'details', label: 'Details', Body: DetailsTab },
  ],
  aside: [
    { id: 'facts', title: 'Change', Body: ChangeFacts },
    { id: 'incidents', title: 'Incidents around this change', Body: ChangeIncidents },
  ],
};

function useChangeHead({ value: { change, again } }: DetailPartProps<OpenedChange>): DetailHead {
  const { id, config_id: configId, name, change_type: type, severity, created_at: at } = change;
  const title = changeTitle(change);
  const attach = useAttachAction({ kind: 'config_change', changeId: id, configId, name: title });
  const actions: DetailAction[] = [...attach];
  if (configId !== null) {
    actions.push({
      is: 'link',
      id: 'item',
      label: 'Open catalog item',
      icon: Package,
      href: catalogHref(configId),
    });
    actions.push({
      is: 'link',
      id: 'blast-radius',
      label: 'Blast radius',
      icon: Radar,
      href: `${catalogHref(configId)}/blast-radius`,
    });
    if (type === 'diff') {
      actions.push({
        is: 'link',
        id: 'compare',
        label: 'Compare before with now',
        icon: GitCompare,
        href: compareSearch.href({ left: configId, right: configId, leftBefore: id }),
      });
    }
  }
  return {
    name: type ?? 'Change',
    title,
    marks: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {severity !== null && severity !== '' && <SeverityBars severity={severity} />}
        {type !== null && <span>{type}</span>}
        {name !== null && <span>{name}</span>}
        <Age at={at} label="Last seen" />
      </span>
    ),
    isOld: false,
    actions,
    refresh: async () => again(),
  };
}
