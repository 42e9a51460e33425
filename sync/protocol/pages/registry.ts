import type { PageWire } from './spec.ts';
import type { InferOutput } from 'valibot';
import { catalogSummary } from './catalog-summary.ts';
import { changes } from './changes.ts';
import { deletedConfigs } from './deleted-configs.ts';
import { emails } from './emails.ts';
import { jobHistory } from './job-history.ts';
import { logComponents } from './log-components.ts';
import { playbookRuns } from './playbook-runs.ts';
import { scraperRuns } from './scraper-runs.ts';
import { teamRuns } from './team-runs.ts';

/** Every source of rows that are not pulled, by name: a closed list, so that a page never builds a request. */
export const pagedSpecs = {
  changes,
  'job-history': jobHistory,
  'catalog-summary': catalogSummary,
  'scraper-runs': scraperRuns,
  'deleted-configs': deletedConfigs,
  'playbook-runs': playbookRuns,
  'log-components': logComponents,
  'team-runs': teamRuns,
  emails,
} as const;

type Specs = typeof pagedSpecs;
/** Name of a source. */
export type PagedSource = keyof Specs;
/** What is asked of each source. */
export type PagedQueries = {
  readonly [S in PagedSource]: InferOutput<Specs[S]['question']>['query'];
};

/** How a source is asked; the only way from its name to a request. */
export function pageWire<S extends PagedSource>(source: S): PageWire<PagedQueries[S]> {
  const specs: { readonly [K in PagedSource]: { readonly wire: PageWire<PagedQueries[K]> } } = pagedSpecs;
  return specs[source].wire;
}

/** Whether its pages are held in memory alone: what is in them must not be on a disk (D22). */
export function isUnkept(source: PagedSource): boolean {
  const specs: Readonly<Record<PagedSource, { readonly isUnkept?: true | undefined }>> = pagedSpecs;
  return specs[source].isUnkept === true;
}
