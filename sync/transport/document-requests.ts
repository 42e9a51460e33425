import type { HttpRequest } from '../ports.ts';
import type { DocumentKind } from '../protocol/document.ts';
import { MAX_EDGES, partsOfWindow, RELATION_DEPTH } from '../protocol/document.ts';
import { graphPath, graphStart } from './health-requests.ts';
import { JOB_COLUMNS } from './paged-requests.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** Changes of a config that go with it (D13). */
const LAST_CHANGES = 50;
/** Rows of one list of a review; the server's own cap is 2,000. */
const MAX_RUNS_OF_CHECK = 1_000;
const RECENT_RUNS_OF_CHECK = 200;
const MAX_EVENTS = 500;
const MAX_PLAYBOOK_RUNS = 100;
/** Links that were deleted, and checks, of one item. */
const MAX_UNLINKED = 500;
const MAX_CHECKS = 1_000;

const statusColumns = 'check_id,time,duration,status,severity,message,error';
const changeColumns = 'id,config_id,change_type,severity,source,summary,created_at,external_created_by';
/** A check as its own screen shows it (reference api-endpoints: H5); the definition is a body of its own (D22). */
const checkColumns =
  'id,canary_id,agent_id,name,type,icon,namespace,description,labels,owner,severity,status,last_runtime,next_runtime,last_transition_time,silenced_at,deleted_at';
const checkJoins =
  'canary:canaries!checks_canary_id_fkey(id,name,source),agent:agents!checks_agent_id_fkey(id,name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))';
/** An item as its own page shows it (reference api-endpoints: C3f), of columns that both servers have; costs are pulled. */
const itemColumns =
  'id,scraper_id,config_class,type,name,description,status,health,labels,tags,properties,path,created_at,updated_at,deleted_at,last_scraped_time,summary';
/** By name: the server of 2026 has two ways from an item to scrapers and refuses to choose. */
const itemJoins = 'scraper:config_scrapers!config_items_scraper_id_fkey(id,name)';
/** Both ends of a link, by the columns that lead to them (C9b), from the table and not from a view that counts. */
const endColumns = 'id,name,type,deleted_at';
const endsOfLink = `from:config_items!config_relationships_config_id_fkey(${endColumns}),to:config_items!config_relationships_related_id_fkey(${endColumns})`;
const runColumns =
  'id,playbook_id,status,created_at,start_time,scheduled_time,end_time,created_by,check_id,config_id,component_id,error';
/** What a run was of and on, and its steps without what they gave (L5). */
const runJoins =
  'playbooks(id,name,title,icon),component:components(id,name,type),check:checks(id,name,type),config:config_items(id,name,type),actions:playbook_run_actions(id,name,status,start_time,scheduled_time,end_time,error)';

function runsOf(column: string): (id: string, from: string) => string {
  return (id, from) =>
    `/db/playbook_runs?${column}=eq.${id}&created_at=gte.${from}&select=${runColumns}&order=created_at.asc&limit=${MAX_PLAYBOOK_RUNS}`;
}

/** Where a body comes from, below `/api`; columns are named one by one (D22). Both texts are encoded. */
const queries: Readonly<Record<Exclude<DocumentKind, 'check-graph'>, (id: string, from: string) => string>> =
  {
    config: (id) => `/db/config_items?id=eq.${id}&select=id,type,config,updated_at`,
    'config-detail': (id) => `/db/config_detail?id=eq.${id}&select=${itemColumns},${itemJoins}`,
    'config-changes': (id) =>
      `/db/config_changes?config_id=eq.${id}&select=${changeColumns}&order=created_at.desc&limit=${LAST_CHANGES}`,
    // Every link is asked for, whatever its kind: which of them are followed is decided on the device. The nearest come first.
    'config-edges': (id) =>
      `/db/rpc/config_relationships_recursive?config_id=${id}&type_filter=all&max_depth=${RELATION_DEPTH}&incoming_relation=both&outgoing_relation=both&select=id,related_id,relation_type,depth&order=depth.asc&limit=${MAX_EDGES}`,
    'config-unlinked': (id) =>
      `/db/config_relationships?or=(config_id.eq.${id},related_id.eq.${id})&deleted_at=not.is.null&select=config_id,related_id,relation,deleted_at,${endsOfLink}&order=deleted_at.desc&limit=${MAX_UNLINKED}`,
    'config-checks': (id) =>
      `/db/check_config_relationships?config_id=eq.${id}&deleted_at=is.null&check.deleted_at=is.null&select=check_id,check:checks!inner(id,name,type,severity,status,last_runtime)&limit=${MAX_CHECKS}`,
    change: (id) =>
      `/db/config_changes?id=eq.${id}&select=id,config_id,change_type,severity,source,summary,created_at,external_created_by,created_by,count,first_observed,diff,details,patches,config:configs(type,name)`,
    analysis: (id) =>
      `/db/config_analysis?id=eq.${id}&select=id,config_id,source,analyzer,analysis_type,severity,status,summary,message,analysis,first_observed,last_observed,config:configs(type,name)`,
    'check-spec': (id) => `/db/checks?id=eq.${id}&select=id,type,spec`,
    'check-recent': (id) =>
      `/db/check_statuses?check_id=eq.${id}&select=${statusColumns}&order=time.desc&limit=${RECENT_RUNS_OF_CHECK}`,
    'check-history': (id, from) =>
      `/db/check_statuses?check_id=eq.${id}&time=gte.${from}&select=${statusColumns}&order=time.asc&limit=${MAX_RUNS_OF_CHECK}`,
    'config-events': (id, from) =>
      `/db/config_changes?config_id=eq.${id}&created_at=gte.${from}&select=${changeColumns}&order=created_at.asc&limit=${MAX_EVENTS}`,
    'check-runs': runsOf('check_id'),
    'config-runs': runsOf('config_id'),
    'component-runs': runsOf('component_id'),
    'check-detail': (id) =>
      `/db/checks?id=eq.${id}&components.deleted_at=is.null&configs.deleted_at=is.null&select=${checkColumns},${checkJoins}`,
    'check-playbooks': (id) => `/playbook/list?check_id=${id}`,
    'component-playbooks': (id) => `/playbook/list?component_id=${id}`,
    'config-playbooks': (id) => `/playbook/list?config_id=${id}`,
    playbook: (id) =>
      `/db/playbooks?id=eq.${id}&select=id,namespace,name,title,icon,description,category,source,created_by,created_at,updated_at,deleted_at,spec`,
    schema: (id) => `/schemas/${id}`,
    scraper: (id) =>
      `/db/config_scrapers?id=eq.${id}&select=id,name,description,source,agent_id,created_by,created_at,updated_at,deleted_at,spec`,
    team: (id) =>
      `/db/teams?id=eq.${id}&select=id,name,icon,source,created_by,created_at,updated_at,deleted_at,spec`,
    'job-run': (id) => `/db/job_histories?id=eq.${id}&select=${JOB_COLUMNS},details`,
    'component-logs': (id) => `/db/topology?id=eq.${id}&select=id,name,logs`,
    'playbook-run': (id) =>
      `/db/playbook_runs?id=eq.${id}&select=${runColumns},parameters,${runJoins}&actions.order=start_time.asc.nullslast,id.asc`,
    'action-result': (id) =>
      `/db/playbook_run_actions?id=eq.${id}&select=id,status,start_time,end_time,result,error`,
  };

/** The request for one body; `nowMs` is server time, for a range that reaches back from now. */
export function documentRequest(
  kind: DocumentKind,
  id: string,
  isConstrained: boolean,
  nowMs: number,
): HttpRequest {
  const { parentId, from } = partsOfWindow(id);
  return {
    method: 'GET',
    path:
      kind === 'check-graph'
        ? graphPath(parentId, graphStart(from, nowMs))
        : queries[kind](encodeURIComponent(parentId), encodeURIComponent(from)),
    headers: { accept: 'application/json' },
    timeoutMs: isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
  };
}
