import { Package } from 'lucide-react';
import { Age } from '#src/ui/marks/age.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { useAttachAction } from '#src/views/attach-action.ts';
import type { DetailAction, DetailHead, DetailPartProps, DetailSpec } from '#src/views/detail/detail-spec.ts';
import { lastListHref } from '#src/views/list/list-href.ts';
import { catalogHref } from '../../catalog-href.ts';
import { insightTitle, itemName } from '../insight-row.ts';
import { insightSearch, valueTitle } from '../insight-search.ts';
import { AnalysisTab, InsightFacts, MessageTab } from './insight-parts.tsx';
import { useInsight, type OpenedInsight } from './use-insight.ts';

/** An insight about an item: what was found, and what it says. */
export const insightSpec: DetailSpec<OpenedInsight> = {
  subject: {
    label: 'Insight',
    notFound: 'No details found',
    list: { label: 'Insights', href: () => lastListHref(insightSearch.path) },
  },
  useOne: useInsight,
  useHead: useInsightHead,
  tabs: [
    { id: 'message', label: 'Message', Body: MessageTab },
    { id: 'analysis', label: 'Analysis', Body: AnalysisTab },
  ],
  aside: [{ id: 'facts', title: 'Insight', Body: InsightFacts }],
};

function useInsightHead({ value: { insight, again } }: DetailPartProps<OpenedInsight>): DetailHead {
  const { id, config_id: configId, analyzer, severity, status, first_observed: at } = insight;
  const title = insightTitle(insight);
  const attach = useAttachAction({ kind: 'config_analysis', analysisId: id, configId, name: title });
  const actions: DetailAction[] = [...attach];
  if (configId !== null) {
    actions.push({
      is: 'link',
      id: 'item',
      label: 'Open catalog item',
      icon: Package,
      href: catalogHref(configId),
    });
  }
  return {
    name: analyzer ?? 'Insight',
    title,
    marks: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {severity !== null && severity !== '' && <SeverityBars severity={severity} />}
        {status !== null && <span>{valueTitle(status)}</span>}
        {analyzer !== null && <span>{analyzer}</span>}
        <span>{itemName(insight)}</span>
        <Age at={at} label="First observed" />
      </span>
    ),
    isOld: false,
    actions,
    refresh: async () => again(),
  };
}
