import { expect, test } from 'vitest';
import { filesBelow, isTest, readCode } from './source-files.ts';

const KIT = 'src/views/list/';
const kit = filesBelow(KIT).filter((path) => !isTest(path) && !path.includes('/story/'));

/** What is made of the kit: the registered lists, and the stories on fakes. */
const LISTS = [
  'src/features/catalog/list/catalog-columns.tsx',
  'src/features/catalog/list/catalog-list-spec.tsx',
  'src/features/catalog/list/catalog-search.ts',
  'src/features/catalog/list/summary-columns.tsx',
  'src/features/catalog/changes/change-columns.tsx',
  'src/features/catalog/changes/change-list-spec.tsx',
  'src/features/catalog/changes/change-search.ts',
  'src/features/catalog/item/item-changes.tsx',
  'src/features/catalog/item/item-change-search.ts',
  'src/features/catalog/item/item-insights.tsx',
  'src/features/catalog/item/item-insight-search.ts',
  'src/features/catalog/item/relations/item-relations.tsx',
  'src/features/catalog/item/relations/relation-columns.tsx',
  'src/features/catalog/item/relations/relation-search.ts',
  'src/features/catalog/insights/insight-columns.tsx',
  'src/features/catalog/insights/insight-list-spec.tsx',
  'src/features/catalog/insights/insight-search.ts',
  'src/features/catalog/scrapers/scraper-columns.tsx',
  'src/features/catalog/scrapers/scraper-list-spec.tsx',
  'src/features/catalog/scrapers/scraper-search.ts',
  'src/features/jobs/job-columns.tsx',
  'src/features/jobs/job-search.ts',
  'src/features/jobs/resource-jobs.tsx',
  'src/features/incidents/list/incident-columns.tsx',
  'src/features/incidents/list/incident-list-spec.tsx',
  'src/features/incidents/list/incident-search.ts',
  'src/features/topology/topology-page.tsx',
  'src/features/topology/topology-search.ts',
  'src/features/health/health-page.tsx',
  'src/features/health/health-search.ts',
  'src/features/health/of-item/checks-of-item.tsx',
  'src/features/playbooks/runs/run-columns.tsx',
  'src/features/playbooks/runs/runs-of-item.tsx',
  'src/views/list/story/change-story.tsx',
  'src/views/list/story/item-story.tsx',
] as const;

/** Things of screens; a label filter of the address is written `canary:key:value` on the wire. */
const NAMES =
  /incident|hypothes|evidence|\bchecks?\b|health|canar(?!y:)|catalog|playbook|topolog|responder|comments?\b/iu;

test('the kit of lists knows no screen, table or feature by name', () => {
  expect(kit.length).toBeGreaterThan(15);
  const found = kit.flatMap((path) => {
    const name = NAMES.exec(readCode(path))?.[0];
    return name === undefined ? [] : [`${path} ${name}`];
  });
  expect(found).toEqual([]);
});

test('a search is data: a plain module that draws nothing', () => {
  const searches = LISTS.filter((path) => path.endsWith('-search.ts'));
  expect(searches.length).toBeGreaterThan(1);
  expect(searches.filter((path) => /from 'react'/u.test(readCode(path)))).toEqual([]);
});
