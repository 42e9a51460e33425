import type { TableName } from '../../protocol/table.ts';

/**
 * Secondary indexes of the cache. Few on purpose: each one costs about a tenth of a bulk write (sync.md Appendix A).
 * `CacheStore.where` accepts these columns and no others.
 */
export const indexedColumns: Readonly<Record<TableName, readonly string[]>> = {
  incidents: [],
  hypotheses: ['incident_id', 'parent_id'],
  evidences: ['hypothesis_id', 'component_id'],
  comments: ['incident_id', 'hypothesis_id', '[incident_id+created_by]'],
  responders: ['incident_id'],
  incident_histories: ['incident_id'],
  people: [],
  people_roles: [],
  teams: [],
  checks: ['canary_id'],
  components: ['parent_id', 'topology_id'],
  properties: [],
  canaries: [],
  component_relationships: ['component_id', 'relationship_id'],
  config_component_relationships: ['component_id', 'config_id'],
  playbooks: [],
  playbook_runs: ['playbook_id', 'config_id', 'component_id', 'check_id'],
  playbook_run_actions: ['playbook_run_id'],
  team_members: ['team_id', 'person_id'],
  agents: [],
  topologies: [],
  config_scrapers: [],
  logging_backends: [],
  notifications: [],
  notifications_summary: [],
  connections_list: [],
  incident_rules: [],
  check_component_relationships: ['component_id', 'check_id'],
  team_components: ['component_id', 'team_id'],
};

/**
 * Dexie's description of the cache at version 1: one table per collection of then, the engine's own, and the packed ones
 * (D19). Only ever extended, by `cacheAdditions`: what is on the device stays there (UPG12).
 */
const firstLayout: Readonly<Record<string, string>> = {
  base_rows: '[tbl+id]',
  tombstones: '[tbl+id], at',
  cursors: 'tbl',
  feeds: 'tbl',
  cache_meta: 'key',
  packed_meta: 'tbl',
  packed_heads: '[tbl+page], [tbl+at]',
  packed_pages: '[tbl+page]',
  packed_delta: '[tbl+segment], [tbl+at]',
  index_snapshots: 'tbl, [tbl+version]',
  documents: '[kind+id]',
  incidents: 'id',
  hypotheses: 'id, incident_id, parent_id',
  evidences: 'id, hypothesis_id, component_id',
  comments: 'id, incident_id, hypothesis_id, [incident_id+created_by]',
  responders: 'id, incident_id',
  incident_histories: 'id, incident_id',
  people: 'id',
  people_roles: 'id',
  teams: 'id',
  checks: 'id, canary_id',
  components: 'id, parent_id, topology_id',
  properties: 'name',
  canaries: 'id',
  component_relationships: '_k, component_id, relationship_id',
  config_component_relationships: '_k, component_id, config_id',
  playbooks: 'id',
  playbook_runs: 'id, playbook_id, config_id, component_id, check_id',
  playbook_run_actions: 'id, playbook_run_id',
  team_members: '_k, team_id, person_id',
  agents: 'id',
  topologies: 'id',
  config_scrapers: 'id',
  logging_backends: 'id',
  notifications: 'id',
  notifications_summary: 'id',
  connections_list: 'id',
  incident_rules: 'id',
};

/** The cache at version 1. */
export function cacheStores(): Record<string, string> {
  return { ...firstLayout };
}

/**
 * What version 2 and later of the cache added: a table, or a table again with an index more. Nothing of what was there is
 * pulled again. The ledger has a document's key,
 * weight and claims without its body; parts are what a body has beyond its first piece.
 */
export const cacheAdditions: readonly Readonly<Record<string, string>>[] = [
  { document_ledger: '[kind+id]', document_parts: '[kind+id+part]' },
  {
    check_component_relationships: '_k, component_id, check_id',
    team_components: '_k, component_id, team_id',
  },
];

/** Dexie's description of the journal at version 1; only ever extended (D17). */
export const journalStores: Readonly<Record<string, string>> = {
  ops: 'id, seq, lane, state, [tbl+rowId]',
  notices: 'id',
  drafts: 'key',
  device_meta: 'key',
};

/** What version 2 and later of the journal added. */
export const journalAdditions: readonly Readonly<Record<string, string>>[] = [
  { pins: '[kind+id]' },
  { effects: 'id' },
];
