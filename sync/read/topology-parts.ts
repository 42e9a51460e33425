import { shiftServerTime } from '../core/pull/server-time.ts';
import type { Completeness } from '../protocol/claim.ts';
import type { FeedState } from '../protocol/stored.ts';
import { configAnalysisPacked } from '../protocol/tables/config-analysis.ts';
import type { TopologyPart, TopologyParts } from '../protocol/topology.ts';

/** From what says most about a lack to what lacks nothing. */
const WORST_FIRST: readonly Completeness[] = ['forbidden', 'never', 'skew', 'partial', 'complete'];

function stateOf(feeds: readonly FeedState[], names: readonly string[]): Completeness {
  const states = names.map((name) => feeds.find(({ tbl }) => tbl === name)?.status ?? 'never');
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'never';
}

/** Insights that have ended are here only for so long. */
function insightsSince(feeds: readonly FeedState[]): string | undefined {
  const asOf = feeds.find(({ tbl }) => tbl === 'config_analysis')?.asOf ?? null;
  const { feed } = configAnalysisPacked;
  return asOf === null || feed.kind !== 'open' ? undefined : shiftServerTime(asOf, -feed.windowMs);
}

/** How far each part of the summaries is known, from the feeds it is made of. */
export function partsOf(feeds: readonly FeedState[]): TopologyParts {
  const part = (names: readonly string[]): TopologyPart => ({ state: stateOf(feeds, names) });
  return {
    components: part(['components', 'component_relationships']),
    checks: part(['check_component_relationships', 'checks']),
    incidents: part(['incidents', 'hypotheses', 'evidences']),
    insights: {
      ...part(['config_component_relationships', 'config_analysis']),
      since: insightsSince(feeds),
    },
    teams: part(['team_components', 'teams']),
  };
}
