import type { Outcome } from '../core/outbox/outcome.ts';
import type { HttpRequest } from '../ports.ts';
import type { PageQuestion, Reading } from '../protocol/paged.ts';
import { JOB_COLUMNS } from '../protocol/job-columns.ts';
import type { JsonRow } from '../protocol/op.ts';
import { own } from '../protocol/own.ts';
import { quoted, REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** Steps of relations that changes are followed over (spec 001 section 9). */
const DEPTH = 5;

/** What a page is asked with, and how its answer is judged. */
export interface PageRequest {
  readonly kind: 'read' | 'service';
  readonly request: HttpRequest;
}

/** What an answer says: rows as they came, and how many there are in all. */
export interface PageAnswer {
  readonly rows: readonly unknown[];
  readonly total: number | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** Moments between which a reading holds still. */
type Window = Pick<Reading, 'fromAt' | 'toAt'>;

const withoutGaps = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ''));

type Asked<S extends PageQuestion['source']> = Extract<PageQuestion, { source: S }>;

/** api-endpoints-catalog C5: a POST that changes nothing. */
function changes(
  { query, page, size }: Asked<'changes'>,
  { fromAt, toAt }: Window,
): Omit<HttpRequest, 'timeoutMs'> {
  const body = withoutGaps({
    id: query.id,
    config_type: query.configType,
    type: query.type,
    severity: query.severity,
    created_by: query.createdBy,
    external_created_by: query.externalCreatedBy,
    summary: query.summary,
    source: query.source,
    tags: query.tags,
    from: fromAt ?? undefined,
    to: toAt ?? undefined,
    page,
    page_size: size,
    sort_by: `${query.isDescending ? '-' : ''}${query.sortBy}`,
    recursive: query.recursive ?? 'none',
    depth: query.id === undefined ? undefined : DEPTH,
    include_deleted_configs: query.includeDeleted,
  });
  return {
    method: 'POST',
    path: '/catalog/changes',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** api-endpoints-ops J1. */
function jobHistory(
  { query, page, size }: Asked<'job-history'>,
  { fromAt, toAt }: Window,
): Omit<HttpRequest, 'timeoutMs'> {
  const params = new URLSearchParams({
    select: JOB_COLUMNS,
    limit: String(size),
    offset: String((page - 1) * size),
  });
  const lists = { resource_type: query.resourceType, name: query.name, status: query.status };
  for (const [column, list] of Object.entries(lists)) {
    if (list !== undefined && list !== '') params.set(`${column}.filter`, list);
  }
  if (query.resourceId !== undefined) params.set('resource_id', `eq.${query.resourceId}`);
  if (query.minDurationMs !== undefined) params.set('duration_millis', `gte.${query.minDurationMs}`);
  if (fromAt !== null) params.append('created_at', `gte.${fromAt}`);
  if (toAt !== null) params.append('created_at', `lte.${toAt}`);
  params.set('order', `${query.sortBy}.${query.isDescending ? 'desc' : 'asc'}`);
  return {
    method: 'GET',
    path: `/db/job_histories?${params.toString()}`,
    headers: { accept: 'application/json', prefer: 'count=exact' },
  };
}

/** Columns of a run in a list; its parameters may hold a secret and are read when it is opened. */
const RUN_COLUMNS =
  'id,playbook_id,status,created_at,start_time,scheduled_time,end_time,created_by,component_id,config_id,check_id,error';

const RUN_SUBJECTS =
  'component:components(id,name,type),check:checks(id,name,type),config:config_items(id,name,type)';

/** api-endpoints-catalog L4, with columns by name. A run that has not begun counts by when it was asked for. */
function playbookRuns(
  { query, page, size }: Asked<'playbook-runs'>,
  { fromAt, toAt }: Window,
): Omit<HttpRequest, 'timeoutMs'> {
  const params = new URLSearchParams({
    select: `${RUN_COLUMNS},playbooks(id,name,title,icon),${RUN_SUBJECTS}`,
    // Two runs of the same moment keep their places from one page to the next.
    order: 'created_at.desc,id.desc',
    limit: String(size),
    offset: String((page - 1) * size),
  });
  const one = {
    playbook_id: query.playbookId,
    component_id: query.componentId,
    config_id: query.configId,
    check_id: query.checkId,
    status: query.status,
  };
  for (const [column, value] of Object.entries(one)) {
    if (value !== undefined && value !== '') params.set(column, `eq.${value}`);
  }
  const within = (column: string): readonly string[] => [
    ...(fromAt === null ? [] : [`${column}.gte.${fromAt}`]),
    ...(toAt === null ? [] : [`${column}.lte.${toAt}`]),
  ];
  const begun = within('start_time');
  if (begun.length > 0) {
    const yetTo = ['start_time.is.null', ...within('created_at')];
    params.set('or', `(and(${begun.join(',')}),and(${yetTo.join(',')}))`);
  }
  return {
    method: 'GET',
    path: `/db/playbook_runs?${params.toString()}`,
    headers: { accept: 'application/json', prefer: 'count=exact' },
  };
}

/** How far back the summary of the catalog counts (C1). */
const SUMMARY_SINCE = '30d';

/** api-endpoints-catalog C1: a POST that changes nothing. */
function catalogSummary({ query }: Asked<'catalog-summary'>): Omit<HttpRequest, 'timeoutMs'> {
  const body = withoutGaps({
    groupBy: query.groupBy ?? ['type'],
    deleted: query.deleted,
    filter: query.labels,
    health: query.health,
    status: query.status,
    changes: { since: SUMMARY_SINCE },
    analysis: { since: SUMMARY_SINCE },
    cost: SUMMARY_SINCE,
  });
  return {
    method: 'POST',
    path: '/catalog/summary',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** The last run of each scraper; its definition and what the run reported are read when they are opened. */
const LAST_RUN_COLUMNS =
  'id,job_name,job_status,job_success_count,job_error_count,job_duration_millis,job_time_start,job_time_end,job_created_at,job_last_failed';

/** api-endpoints-ops S1. */
function scraperRuns({ page, size }: Asked<'scraper-runs'>): Omit<HttpRequest, 'timeoutMs'> {
  const params = new URLSearchParams({
    select: LAST_RUN_COLUMNS,
    limit: String(size),
    offset: String((page - 1) * size),
    order: 'id.asc',
  });
  return {
    method: 'GET',
    path: `/db/config_scrapers_with_status?${params.toString()}`,
    headers: { accept: 'application/json', prefer: 'count=exact' },
  };
}

/** Columns that both servers have; content, labels and costs are read with the item itself. */
const CONFIG_COLUMNS =
  'id,name,type,config_class,status,health,description,tags,created_at,updated_at,deleted_at';

type Pairs = NonNullable<Asked<'deleted-configs'>['query']['tags']>;

/** Conditions of a logic tree on pairs: one of the included ones of each key, none of the excluded. */
function pairTerms(column: 'tags' | 'labels', pairs: Pairs = []): readonly string[] {
  const has = ({ key, value }: Pairs[number]): string =>
    `${column}.cs.${quoted(JSON.stringify({ [key]: value }))}`;
  const included = new Map<string, string[]>();
  for (const pair of pairs.filter(({ isExcluded }) => !isExcluded)) {
    included.set(pair.key, [...(included.get(pair.key) ?? []), has(pair)]);
  }
  return [
    ...[...included.values()].map((terms) => `or(${terms.join(',')})`),
    ...pairs
      .filter(({ isExcluded }) => isExcluded)
      .map((pair) => `or(${column}.is.null,${has(pair).replace('.cs.', '.not.cs.')})`),
  ];
}

/** A word anywhere in a text; what means something in a pattern stands for any one letter. */
function wordTerm(word: string): string {
  const pattern = quoted(`*${word.replaceAll(/[*%_\\]/gu, '_')}*`);
  return `or(${['name', 'type', 'description'].map((column) => `${column}.ilike.${pattern}`).join(',')})`;
}

/** What C2 asks of the view, of the table, and only what is deleted. */
function deletedConfigs({ query, page, size }: Asked<'deleted-configs'>): Omit<HttpRequest, 'timeoutMs'> {
  const params = new URLSearchParams({ select: CONFIG_COLUMNS, deleted_at: 'not.is.null' });
  if (query.type !== undefined) params.set('type', `eq.${query.type}`);
  for (const [column, list] of Object.entries({ health: query.health, status: query.status })) {
    if (list !== undefined && list !== '') params.set(`${column}.filter`, list);
  }
  const words = (query.search ?? '').split(/\s+/u).filter((word) => word !== '');
  const terms = [
    ...pairTerms('tags', query.tags),
    ...pairTerms('labels', query.labels),
    ...words.map(wordTerm),
  ];
  if (terms.length > 0) params.set('and', `(${terms.join(',')})`);
  params.set('order', `${query.sortBy}.${query.isDescending ? 'desc' : 'asc'}.nullslast,id.asc`);
  params.set('limit', String(size));
  params.set('offset', String((page - 1) * size));
  return {
    method: 'GET',
    path: `/db/config_items?${params.toString()}`,
    headers: { accept: 'application/json', prefer: 'count=exact' },
  };
}

/** api-endpoints-catalog P5: the view has no other columns. */
function logComponents({ page, size }: Asked<'log-components'>): Omit<HttpRequest, 'timeoutMs'> {
  const params = new URLSearchParams({
    order: 'name.asc,id.asc',
    limit: String(size),
    offset: String((page - 1) * size),
    select: 'id,name,agent_id,icon,type',
  });
  return {
    method: 'GET',
    path: `/db/components_with_logs?${params.toString()}`,
    headers: { accept: 'application/json', prefer: 'count=exact' },
  };
}

/** The request for one page of a reading. */
export function pageRequest(question: PageQuestion, window: Window, isConstrained: boolean): PageRequest {
  const timeoutMs = isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
  switch (question.source) {
    case 'changes':
      return { kind: 'service', request: { ...changes(question, window), timeoutMs } };
    case 'job-history':
      return { kind: 'read', request: { ...jobHistory(question, window), timeoutMs } };
    case 'scraper-runs':
      return { kind: 'read', request: { ...scraperRuns(question), timeoutMs } };
    case 'deleted-configs':
      return { kind: 'read', request: { ...deletedConfigs(question), timeoutMs } };
    case 'playbook-runs':
      return { kind: 'read', request: { ...playbookRuns(question, window), timeoutMs } };
    case 'log-components':
      return { kind: 'read', request: { ...logComponents(question), timeoutMs } };
    case 'catalog-summary':
      return { kind: 'service', request: { ...catalogSummary(question), timeoutMs } };
  }
}

/** Whose answers are rows of a table. */
const PLAIN_SOURCES: ReadonlySet<PageQuestion['source']> = new Set<PageQuestion['source']>([
  'job-history',
  'scraper-runs',
  'deleted-configs',
  'playbook-runs',
  'log-components',
]);

/** Reads the answer to a page; null where it is none of that source. */
export function readPageAnswer(question: PageQuestion, { rows, total }: Outcome): PageAnswer | null {
  const { source } = question;
  if (PLAIN_SOURCES.has(source)) return { rows, total, extra: null };
  if (source === 'catalog-summary') {
    const { groupBy } = question.query;
    const idOf = (row: JsonRow): unknown =>
      groupBy === undefined ? row['type'] : JSON.stringify(groupBy.map((name) => own(row, name) ?? null));
    return { rows: rows.map((row) => ({ ...row, id: idOf(row) })), total: rows.length, extra: null };
  }
  // What is empty is left out by the server: an object without anything says that there is nothing.
  const [answer] = rows;
  if (answer === undefined) return null;
  const { changes: list = [], total: all = 0, summary = {} } = answer;
  if (!Array.isArray(list) || typeof all !== 'number' || typeof summary !== 'object') return null;
  return { rows: list, total: all, extra: { summary } };
}
