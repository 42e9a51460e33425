import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { normalHistoryType } from './tables/incident-history.ts';
import { incidentSchema, normalIncidentType, normalSeverity } from './tables/incident.ts';
import { normalStatus } from './tables/incident-status.ts';
import { hotTables, isTableName, tableNames } from './table.ts';
import { rowKey, tables } from './tables.ts';
import { keyColumnsOf } from './keys.ts';
import { writtenTables } from './written-tables.ts';
import { deniedColumns, deniedEverywhere, deniedOfViews } from '#tests/support/secret-columns.ts';

const denied: Readonly<Record<string, readonly string[]>> = { ...deniedColumns, ...deniedOfViews };

function keysOf(schema: unknown): string[] {
  const { entries } = schema as { entries: Record<string, unknown> };
  return Object.keys(entries).sort();
}

describe('what is named without the rest of a table', () => {
  it('[WRT2] the tables that are written are those that say how', () => {
    expect(writtenTables).toEqual(
      Object.fromEntries(Object.entries(tables).filter(([, { write }]) => write !== undefined)),
    );
  });

  it('[VIS3] what is visited is a snapshot: it begins anew after it was gone', () => {
    const visited = Object.values(tables).filter(({ keep }) => keep === 'visited');
    expect(visited.map(({ name }) => name)).toEqual(['notifications', 'notifications_summary']);
    for (const { feed } of visited) expect(feed).toEqual({ kind: 'snapshot' });
  });

  it('the hot tables are those of that cadence', () => {
    expect([...hotTables].sort()).toEqual(
      tableNames.filter((name) => tables[name].group === 'hot').toSorted(),
    );
  });
});

describe('column lists', () => {
  it.each(tableNames)('[D22] %s names its columns one by one and none that is denied', (name) => {
    const { optional = [] } = tables[name];
    const columns = [...tables[name].columns, ...optional];
    expect(columns.length).toBeGreaterThan(0);
    for (const column of columns) {
      expect(column).toMatch(/^[a-z0-9_]+$/);
      expect(denied[name] ?? []).not.toContain(column);
      expect(deniedEverywhere).not.toContain(column);
    }
  });

  it('[D22] no protocol file names a denied column in quotes', () => {
    const fileOf: Record<string, string> = {
      people: 'person',
      people_roles: 'person-roles',
      teams: 'team',
      responders: 'responder',
      checks: 'check',
      components: 'component',
      canaries: 'canary',
      playbooks: 'playbook',
      playbook_runs: 'playbook-run',
      playbook_run_actions: 'playbook-run-action',
      agents: 'agent',
      topologies: 'topology',
      config_scrapers: 'config-scraper',
      logging_backends: 'logging-backend',
      notifications: 'notification',
      notifications_summary: 'notification-summary',
      connections_list: 'connection-list',
      incident_rules: 'incident-rule',
    };
    const listed = tableNames.filter((name) => name in denied);
    expect(Object.keys(fileOf).sort()).toEqual(listed.sort());
    for (const table of listed) {
      const bytes = readFileSync(new URL(`./tables/${fileOf[table]}.ts`, import.meta.url), 'utf8');
      for (const column of denied[table] ?? []) {
        expect(bytes, `${table}.${column}`).not.toMatch(
          new RegExp(`['"]${column}['"]|^\\s*${column}:\\s*(text|maybe)`, 'm'),
        );
      }
    }
  });

  it.each(tableNames)('[D24] %s: the schema describes exactly the columns that are asked for', (name) => {
    const { schema, columns, optional = [] } = tables[name];
    expect(keysOf(schema)).toEqual([...columns, ...optional].sort());
  });

  it.each(tableNames)(
    '[D10] %s asks for its key, for every marker of its feed and for deleted_at',
    (name) => {
      const { columns, feed, softDelete } = tables[name];
      const key = keyColumnsOf(tables[name]);
      const listed = feed.kind === 'cursor' || feed.kind === 'active' ? feed.markers : [];
      const markers = feed.kind === 'append' ? [feed.marker] : listed;
      expect(columns).toEqual(
        expect.arrayContaining([...key, ...markers, ...(softDelete ? ['deleted_at'] : [])]),
      );
    },
  );

  it('[B2] soft-deleted tables with a cursor watch deleted_at as well', () => {
    const blind = tableNames.filter((name) => {
      const { feed, softDelete } = tables[name];
      return feed.kind === 'cursor' && softDelete && !feed.markers.includes('deleted_at');
    });
    expect(blind).toEqual([]);
  });

  it('[D8] a conflict policy names only columns of its table', () => {
    for (const name of tableNames) {
      for (const field of Object.keys(tables[name].conflict)) expect(tables[name].columns).toContain(field);
    }
  });

  it('[D6] parents are tables of the list and their column is pulled', () => {
    for (const name of tableNames) {
      const { parent, columns } = tables[name];
      if (parent === undefined) continue;
      expect(columns).toContain(parent.column);
      expect(isTableName(parent.table)).toBe(true);
    }
  });
});

const row = {
  id: '018f',
  incident_id: 'INC-7',
  title: 'API slow',
  severity: 'Apocalyptic',
  type: 'vibes',
  status: 'simmering',
  created_at: '2024-09-01T10:00:00.123456+00:00',
  updated_at: '2024-09-01T10:00:00.123456+00:00',
};

describe('schemas', () => {
  it('[D24] unknown enum text passes and timestamps keep their microseconds', () => {
    const parsed = v.parse(incidentSchema, row);
    expect(parsed).toMatchObject({ severity: 'Apocalyptic', type: 'vibes', status: 'simmering' });
    expect(parsed.updated_at).toBe('2024-09-01T10:00:00.123456+00:00');
  });

  it('[D24] unknown columns are dropped and missing nullable ones become null', () => {
    const parsed = v.parse(incidentSchema, { ...row, surprise: { deep: true } });
    expect(parsed).not.toHaveProperty('surprise');
    expect(parsed.commander_id).toBeNull();
  });

  it('[D24] a row without its key or with a wrong type is refused', () => {
    expect(v.safeParse(incidentSchema, { ...row, id: undefined }).success).toBe(false);
    expect(v.safeParse(incidentSchema, { ...row, title: 7 }).success).toBe(false);
    expect(v.safeParse(incidentSchema, 'a login page').success).toBe(false);
  });

  it('keys a row by the key column of its table', () => {
    expect(rowKey('incidents', row)).toBe('018f');
    expect(rowKey('properties', { name: 'incidents.disable', value: 'true' })).toBe('incidents.disable');
    expect(rowKey('incidents', { id: 4 })).toBeUndefined();
  });

  it('isTableName refuses what is not a collection', () => {
    expect(isTableName('incidents')).toBe(true);
    expect(isTableName('connections')).toBe(false);
  });
});

describe('spellings on reading', () => {
  it.each([
    ['Medium', 'medium'],
    ['BLOCKER', 'blocker'],
    [' low ', 'low'],
    ['', ''],
    [null, ''],
  ])('severity %j is %j', (from, to) => expect(normalSeverity(from)).toBe(to));
  it.each([
    ['technical_debt', 'technicalDebt'],
    ['technicalDebt', 'technicalDebt'],
    ['TECHNICAL_DEBT', 'technicalDebt'],
    ['Cost', 'cost'],
    ['vibes', 'vibes'],
    [null, ''],
  ])('type %j is %j', (from, to) => expect(normalIncidentType(from)).toBe(to));
  it('status is lower case', () => expect(normalStatus('Open')).toBe('open'));
  it('both status events are one', () => {
    expect(normalHistoryType('incident_status.updated')).toBe('incident.status_updated');
    expect(normalHistoryType('incident.created')).toBe('incident.created');
    expect(normalHistoryType(null)).toBe('');
  });
});
