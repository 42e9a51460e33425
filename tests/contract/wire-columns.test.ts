import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wire } from '#tests/backend/migrate.ts';
import { ask, startServers, stopServers, write } from './wire-servers.ts';

/*
 * Each difference between the server of September 2024 and that of August 2026 a client can meet, asked of both: what
 * the one has the other refuses, in PostgREST's own words.
 */

beforeAll(startServers, 180_000);
afterAll(stopServers);

const other = (wire: Wire): Wire => (wire === '2024' ? '2026' : '2024');

/** Columns one of the two servers has. */
const columns: readonly [Wire, string, string][] = [
  ...['cost_per_minute', 'cost_total_1d', 'cost_total_7d', 'cost_total_30d', 'last_scraped_time'].map(
    (name): [Wire, string, string] => ['2024', 'config_items', name],
  ),
  ...['cost_per_minute', 'cost_total_1d', 'cost_total_7d', 'cost_total_30d', 'components'].map(
    (name): [Wire, string, string] => ['2024', 'config_detail', name],
  ),
  ['2024', 'configs', 'cost_total_7d'],
  ['2024', 'config_summary', 'cost_total_7d'],
  ['2024', 'config_class_summary', 'cost_total_7d'],
  ...['cost_total_1h', 'billing_currency', 'mixed_currency', 'properties', 'tags_values'].map(
    (name): [Wire, string, string] => ['2026', 'configs', name],
  ),
  ['2026', 'config_summary', 'cost_total_1h'],
  ['2026', 'config_class_summary', 'cost_total_1h'],
  ['2026', 'config_items', 'inserted_at'],
  ['2026', 'config_items', 'properties_values'],
  ['2026', 'config_changes', 'inserted_at'],
  ...['inserted_at', 'deleted_at', 'config', 'details', 'diff', 'path'].map(
    (name): [Wire, string, string] => ['2026', 'catalog_changes', name],
  ),
  ...['scraper', 'agent_name'].map((name): [Wire, string, string] => ['2026', 'config_detail', name]),
  ['2026', 'config_analysis', 'properties'],
  ...['config_name', 'tags', 'agent_id', 'deleted_at'].map((name): [Wire, string, string] => [
    '2026',
    'config_analysis_items',
    name,
  ]),
  ['2026', 'config_relationships', 'scraper_id'],
  ['2026', 'config_scrapers', 'namespace'],
  ['2026', 'check_summary', 'agent_id'],
  ['2026', 'agents_summary', 'health'],
  ['2026', 'agents_summary', 'status'],
  ['2026', 'team_members', 'source'],
  ['2026', 'event_queue', 'event_id'],
  ['2026', 'event_queue_summary', 'event_id'],
  ...['notification_send_id', 'parent_id', 'timeout', 'spec'].map((name): [Wire, string, string] => [
    '2026',
    'playbook_runs',
    name,
  ]),
  ['2026', 'playbook_run_actions', 'retry_count'],
  ['2026', 'playbook_names', 'namespace'],
  ...['name', 'namespace', 'error_at', 'wait_for', 'last_failed_at'].map((name): [Wire, string, string] => [
    '2026',
    'notifications_summary',
    name,
  ]),
  ['2026', 'notification_send_history', 'body_payload'],
];

describe('a column', () => {
  it.each(columns)('of %s, %s.%s, is refused by the other server as unknown', async (wire, table, column) => {
    const there = await ask(wire, `${table}?select=${column}&limit=1`);
    expect([there.status, there.message]).toEqual([200, undefined]);
    const missing = await ask(other(wire), `${table}?select=${column}&limit=1`);
    expect([missing.status, missing.code]).toEqual([400, '42703']);
    expect(missing.message).toBe(`column ${table}.${column} does not exist`);
  });

  it('that is written where it is not, is refused with PGRST204', async () => {
    const id = (await ask('2024', 'config_items?select=id&limit=1')).rows[0]?.['id'];
    for (const [wire, column] of [
      ['2024', 'inserted_at'],
      ['2026', 'cost_total_7d'],
    ] as const) {
      const answer = await write(wire, 'PATCH', `config_items?id=eq.${String(id)}`, { [column]: null });
      expect([answer.status, answer.code]).toEqual([400, 'PGRST204']);
    }
  });

  it('that orders or filters a page is refused like one that is selected', async () => {
    for (const query of [
      'select=id&order=inserted_at.asc,id.asc&limit=1',
      'select=id&inserted_at=gt.2020-01-01&limit=1',
    ]) {
      expect((await ask('2024', `config_changes?${query}`)).code).toBe('42703');
      expect((await ask('2026', `config_changes?${query}`)).status).toBe(200);
    }
  });
});

describe('a relation of 2026', () => {
  it.each([
    'config_costs',
    'config_cost_compact',
    'config_cost_summary',
    'config_item_summary_7d',
    'config_items_last_scraped_time',
    'config_tags_labels_keys',
    'checks_labels_keys',
    'component_labels_keys',
    'checks_unlogged',
    'connection_details',
    'job_history_summary',
    'notification_silences',
    'notification_send_history_summary',
  ])('%s has rows, and is an empty 404 in 2024', async (name) => {
    const there = await ask('2026', `${name}?limit=1`);
    expect([there.status, there.rows.length]).toEqual([200, 1]);
    expect(await ask('2024', `${name}?limit=1`)).toEqual({
      status: 404,
      rows: [],
      code: undefined,
      message: undefined,
    });
  });
});
