import type { FeedReport } from '#sync/protocol/diagnostics.ts';
import { own } from '#sync/protocol/own.ts';

const NAMES: Readonly<Record<string, string>> = {
  incident_histories: 'Incident history',
  people_roles: 'Own roles',
  properties: 'Feature flags',
  component_relationships: 'Component links',
  config_component_relationships: 'Config links',
  playbook_runs: 'Playbook runs',
  playbook_run_actions: 'Playbook steps',
  team_members: 'Team members',
  config_scrapers: 'Scrapers',
  logging_backends: 'Logging backends',
  notifications_summary: 'Notification summary',
  connections_list: 'Connections',
  incident_rules: 'Incident rules',
  check_component_relationships: 'Check links',
  team_components: 'Components of teams',
  config_items: 'Catalog',
  config_changes: 'Config changes',
  config_analysis: 'Insights',
  check_statuses: 'Check results',
};

/** What people call a collection; anything unknown is its own name in words. */
export function collectionName(tbl: string): string {
  const words = own(NAMES, tbl) ?? tbl.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const GROUPS: Readonly<Record<FeedReport['group'], string>> = {
  hot: 'Incidents',
  warm: 'Health and runs',
  cool: 'Catalog and topology',
  cold: 'People and settings',
};

/** What a cadence group is about. */
export function groupName(group: FeedReport['group']): string {
  return GROUPS[group];
}
