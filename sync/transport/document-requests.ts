import type { HttpRequest } from '../ports.ts';
import type { DocumentKind } from '../protocol/document.ts';
import { REQUEST_TIMEOUT_MS, SLOW_REQUEST_TIMEOUT_MS } from './postgrest.ts';

/** Changes of a config that go with it (D13). */
const LAST_CHANGES = 50;

/** Where a body comes from, below `/api`; columns are named one by one (D22). */
const queries: Readonly<Record<DocumentKind, (id: string) => string>> = {
  config: (id) => `/db/config_items?id=eq.${id}&select=id,type,config,updated_at`,
  'config-changes': (id) =>
    `/db/config_changes?config_id=eq.${id}&select=id,config_id,change_type,severity,source,summary,created_at,external_created_by&order=created_at.desc&limit=${LAST_CHANGES}`,
  change: (id) =>
    `/db/config_changes?id=eq.${id}&select=id,config_id,diff,details,patches,config:configs(type)`,
  'check-spec': (id) => `/db/checks?id=eq.${id}&select=id,type,spec`,
  'action-result': (id) =>
    `/db/playbook_run_actions?id=eq.${id}&select=id,status,start_time,end_time,result,error`,
};

/** The request for one body. */
export function documentRequest(kind: DocumentKind, id: string, isConstrained: boolean): HttpRequest {
  return {
    method: 'GET',
    path: queries[kind](encodeURIComponent(id)),
    headers: { accept: 'application/json' },
    timeoutMs: isConstrained ? SLOW_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
  };
}
