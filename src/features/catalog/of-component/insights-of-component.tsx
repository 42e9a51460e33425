import type { ReactElement } from 'react';
import type { IndexFilter } from '#sync/protocol/index-query.ts';
import { Age } from '#src/ui/marks/age.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { PanelLine, PanelLines, PanelPart } from '#src/views/panel-lines.tsx';
import { insightTitle, readInsight, shortText, type Insight } from '../insights/insight-row.ts';
import { insightSearch } from '../insights/insight-search.ts';
import { useRowsOfItems } from './items-of-component.ts';

/** The index has the severities in their order, critical first. */
const WORST = { column: 'severity', descending: false } as const;
const OPEN: readonly IndexFilter[] = [{ kind: 'values', column: 'status', include: ['open'], exclude: [] }];

/** The open insights of what a component is linked to in the catalog: for its panel. */
export function InsightsOfComponent({ id }: { id: string }): ReactElement {
  const { live, rows, total, nameOf, isUnlinked } = useRowsOfItems('config_analysis', id, OPEN, WORST);
  const insights = rows.flatMap((row) => readInsight(row) ?? []);
  return (
    <PanelPart
      isEmpty={insights.length === 0}
      live={live}
      none={isUnlinked ? 'No insights: it is not linked to the catalog' : 'No open insights'}
      what="Insights"
    >
      <PanelLines idOf={(insight) => insight.id} label="Insights" nameOf={insightTitle} rows={insights}>
        {(insight) => <InsightLine componentId={id} insight={insight} itemName={nameOf(insight.config_id)} />}
      </PanelLines>
      <TextLink
        className="inline-flex min-h-target items-center"
        href={insightSearch.href({ component: id })}
      >
        {`All ${total.toLocaleString()} open insights`}
      </TextLink>
    </PanelPart>
  );
}

interface LineProps {
  componentId: string;
  insight: Insight;
  itemName: string;
}

function InsightLine({ componentId, insight, itemName }: LineProps): ReactElement {
  const { analysis_type: type, severity } = insight;
  const like = insightSearch.apply({ component: componentId }, {});
  return (
    <PanelLine
      below={
        <>
          <span className="truncate">{itemName}</span>
          {type !== null && (
            <TextLink
              className="inline-flex min-h-target min-w-6 shrink-0 items-center"
              href={likeHref(componentId, type, severity)}
            >
              {type.replaceAll('_', ' ')}
            </TextLink>
          )}
        </>
      }
      end={<Age at={insight.last_observed ?? insight.first_observed} className="text-muted" label="Seen" />}
    >
      {severity !== null && <SeverityBars isWordHidden severity={severity} />}
      <TextLink
        className="inline-flex min-h-target min-w-0 flex-1 items-center wrap-any"
        href={insightSearch.href({ ...like, insightId: insight.id })}
        tone="quiet"
      >
        <span className="line-clamp-3">{shortText(insightTitle(insight))}</span>
      </TextLink>
    </PanelLine>
  );
}

/** Spec 2: `/catalog/insights?component=&type=&severity=`. */
function likeHref(component: string, type: string, severity: string | null): string {
  const query = new URLSearchParams({ component, type, ...(severity === null ? {} : { severity }) });
  return `/catalog/insights?${query.toString()}`;
}
