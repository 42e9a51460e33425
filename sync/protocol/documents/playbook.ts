import type { DocumentSpecs } from './spec.ts';

const runColumns =
  'id,playbook_id,status,created_at,start_time,scheduled_time,end_time,created_by,check_id,config_id,component_id,error';
/** What a run was of and on, and its steps without what they gave (L5). */
const runJoins =
  'playbooks(id,name,title,icon),component:components(id,name,type),check:checks(id,name,type),config:config_items(id,name,type),actions:playbook_run_actions(id,name,status,start_time,scheduled_time,end_time,error)';

/** Playbook runs of one list of a review. */
const MAX_RUNS = 100;

function runsOf(column: 'check_id' | 'config_id' | 'component_id') {
  return {
    path: ({ id, from }) =>
      `/db/playbook_runs?${column}=eq.${id}&created_at=gte.${from}&select=${runColumns}&order=created_at.asc&limit=${MAX_RUNS}`,
    gives: 'window',
  } as const satisfies DocumentSpecs[string];
}

/** Bodies about playbooks and their runs. */
export const playbookDocuments = {
  /** One with its definition. */
  playbook: {
    path: ({ id }) =>
      `/db/playbooks?id=eq.${id}&select=id,namespace,name,title,icon,description,category,source,created_by,created_at,updated_at,deleted_at,spec`,
    isDefinition: true,
  },
  /** A run with its parameters and steps. */
  'playbook-run': {
    path: ({ id }) =>
      `/db/playbook_runs?id=eq.${id}&select=${runColumns},parameters,${runJoins}&actions.order=start_time.asc.nullslast,id.asc`,
  },
  /** What a step of a run gave. */
  'action-result': {
    path: ({ id }) =>
      `/db/playbook_run_actions?id=eq.${id}&select=id,status,start_time,end_time,result,error`,
    isOutput: true,
  },
  /** What the server offers to run for one thing. */
  'check-playbooks': { path: ({ id }) => `/playbook/list?check_id=${id}`, gives: 'list' },
  'component-playbooks': { path: ({ id }) => `/playbook/list?component_id=${id}`, gives: 'list' },
  'config-playbooks': { path: ({ id }) => `/playbook/list?config_id=${id}`, gives: 'list' },
  /** Runs on one thing from a moment on, for the review of an incident. */
  'check-runs': runsOf('check_id'),
  'config-runs': runsOf('config_id'),
  'component-runs': runsOf('component_id'),
} as const satisfies DocumentSpecs;
