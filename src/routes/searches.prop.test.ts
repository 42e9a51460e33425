import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TIME_RANGE_OPTIONS } from '#src/lib/time-range-options.ts';
import { parsePageQuestion } from '#sync/protocol/paged.ts';
import type { ChosenPage } from '#src/platform/replica/use-page.ts';
import { searchOfAddress } from '#src/platform/device/search-params.ts';
import { questionOf } from '#src/features/catalog/changes/change-query.ts';
import { askedOf as itemsOf, summaryQuestion } from '#src/features/catalog/list/catalog-query.ts';
import { NO_FACTS } from '#src/features/catalog/list/group-dimensions.ts';
import { catalogSearch } from '#src/features/catalog/list/catalog-search.ts';
import { itemQuestionOf } from '#src/features/catalog/item/item-change-query.ts';
import { itemChangeSearch } from '#src/features/catalog/item/item-change-search.ts';
import { compareSearch } from '#src/features/catalog/compare/compare-search.ts';
import { itemInsightSearch, itemInsightView } from '#src/features/catalog/item/item-insight-search.ts';
import { componentBlastSearch, itemBlastSearch } from '#src/features/blast/blast-search.ts';
import { relationSearch } from '#src/features/catalog/item/relations/relation-search.ts';
import { changeSearch } from '#src/features/catalog/changes/change-search.ts';
import { askedOf as insightsOf, itemsQuery } from '#src/features/catalog/insights/insight-query.ts';
import { insightSearch } from '#src/features/catalog/insights/insight-search.ts';
import { flagSearch } from '#src/features/flags/flag-search.ts';
import { teamSearch } from '#src/features/teams/team-search.ts';
import { scraperSearch } from '#src/features/catalog/scrapers/scraper-search.ts';
import { playbookSearch } from '#src/features/playbooks/list/playbook-search.ts';
import { runCompareSearch } from '#src/features/playbooks/runs/compare/run-compare-search.ts';
import { questionOf as playbookRunsOf } from '#src/features/playbooks/runs/list/run-query.ts';
import { runSearch } from '#src/features/playbooks/runs/list/run-search.ts';
import { questionOf as runsOf } from '#src/features/jobs/job-query.ts';
import { jobSearch } from '#src/features/jobs/job-search.ts';
import { componentGraphSearch } from '#src/features/topology/graph/graph-search.ts';
import { queryOf as queryOfComponents } from '#src/features/topology/topology-query.ts';
import { topologySearchAt } from '#src/features/topology/topology-search.ts';
import { queryOf } from '#src/features/health/health-query.ts';
import { healthSearch } from '#src/features/health/health-search.ts';
import { filterOf, incidentSearch } from '#src/features/incidents/list/incident-search.ts';
import { DEFAULT_START, logSearch } from '#src/features/logs/log-search.ts';
import { parseLogQuestion } from '#sync/protocol/log.ts';
import type { Params, SearchOf, SearchSpec } from '#src/views/list/search-spec.ts';

/** Every list of the product: its search, and the question it asks. */
interface Registered {
  readonly name: string;
  readonly keys: readonly string[];
  /** What an address of it shows, after any number of ways through the address. */
  readonly shown: (raw: object) => {
    readonly view: unknown;
    readonly question: unknown;
    readonly href: string;
  };
}

function registered<P extends Params>(
  spec: SearchSpec<P>,
  questionOf: (search: SearchOf<P>) => unknown,
): Registered {
  return {
    name: spec.path,
    keys: Object.keys(spec.params),
    shown(raw) {
      const search = v.parse(spec.schema, raw);
      // The router lays the answer over the raw address, so a dropped value must be an undefined key.
      expect({ ...raw, ...search }).toEqual({ ...raw, ...search, ...onlyKnown(raw, search) });
      return { view: spec.view(search), question: questionOf(search), href: spec.href(search) };
    },
  };
}

function onlyKnown(raw: object, search: object): object {
  const names = Object.keys(raw).filter((name) => Object.hasOwn(search, name));
  return Object.fromEntries(names.map((name) => [name, Reflect.get(search, name) as unknown]));
}

/** The question as it reaches the engine, which refuses what is none; open ends instead of moments. */
function askedOf(chosen: ChosenPage): unknown {
  const range = chosen.range === null ? null : { ...chosen.range, fromAt: null, toAt: null };
  return JSON.parse(JSON.stringify({ ...chosen, range }));
}

const ITEM = '019acc36-0e2a-4f3b-76a6-1ea17f7abda4';

const SEARCHES: readonly Registered[] = [
  registered(incidentSearch, filterOf),
  registered(healthSearch, (search) => queryOf(healthSearch.view(search), 0, 0)),
  registered(topologySearchAt('/topology'), (search) =>
    queryOfComponents(null, topologySearchAt('/topology').view(search), 0),
  ),
  registered(catalogSearch, (search) => [
    itemsOf(catalogSearch.view(search), NO_FACTS),
    summaryQuestion(catalogSearch.view(search), true),
  ]),
  registered(insightSearch, (search) => [
    insightsOf(insightSearch.view(search), null),
    itemsQuery(insightSearch.view(search), []),
  ]),
  registered(compareSearch, (search) => compareSearch.view(search)),
  registered(itemInsightSearch(ITEM), (search) => insightsOf(itemInsightView(ITEM, search), null)),
  registered(relationSearch(ITEM), (search) => relationSearch(ITEM).view(search)),
  registered(itemBlastSearch, (search) => itemBlastSearch.view(search)),
  registered(componentGraphSearch, (search) => componentGraphSearch.view(search)),
  registered(componentBlastSearch, (search) => componentBlastSearch.view(search)),
  registered(componentGraphSearch, (search) => componentGraphSearch.view(search)),
  registered(changeSearch, (search) => parsePageQuestion(askedOf(questionOf(search, true)))),
  registered(itemChangeSearch(ITEM), (search) =>
    parsePageQuestion(askedOf(itemQuestionOf(ITEM, search, true))),
  ),
  registered(logSearch, (search) => {
    const { topologyId = ITEM, logsSelector, query, start = DEFAULT_START } = logSearch.view(search);
    return parseLogQuestion({ componentId: topologyId, selector: logsSelector, query, start });
  }),
  registered(playbookSearch, (search) => playbookSearch.view(search)),
  registered(runSearch, (search) => parsePageQuestion(askedOf(playbookRunsOf(search)))),
  registered(runCompareSearch, (search) => runCompareSearch.view(search)),
  registered(teamSearch, (search) => teamSearch.view(search)),
  registered(flagSearch, (search) => flagSearch.view(search)),
  registered(scraperSearch, (search) => scraperSearch.view(search)),
  registered(jobSearch('/runs'), (search) =>
    parsePageQuestion(askedOf(runsOf({ id: ITEM, type: 'config_scraper' }, search))),
  ),
];

const values = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.object(),
  fc.uuid(),
  fc.constantFrom(...TIME_RANGE_OPTIONS, 'all', 'open', 'card', 'true', '__proto__', 'constructor'),
  fc.constantFrom(
    'a__b:1,c:-1',
    'k____v:1,k____w:1',
    'relative',
    'now-7d',
    'Yesterday',
    'mapped',
    'created_at',
  ),
  fc
    .dictionary(fc.string({ maxLength: 6 }), fc.constantFrom(1, -1, 0, 'x'), { maxKeys: 4 })
    .map((items) =>
      Object.fromEntries(Object.entries(items).map(([key, state]) => [`canary:${key}:${key}`, state])),
    ),
);

describe.each(SEARCHES)('an address of $name', ({ keys, shown }) => {
  it('shows the same after it was written and read again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), values), (raw) => {
        const first = shown(raw);
        const { search } = new URL(first.href, 'http://host');
        expect(shown(searchOfAddress.parseSearch(search))).toEqual(first);
      }),
    );
  });
});
