import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wire } from '#tests/backend/migrate.ts';
import { documentKinds } from '#sync/protocol/documents/registry.ts';
import { windowedId } from '#sync/protocol/document-facts.ts';
import type { DocumentKind } from '#sync/protocol/documents/registry.ts';
import { documentRequest } from '#sync/transport/document-requests.ts';
import { ask, serverOf, sql, startServers, stopServers, type Answer } from './wire-servers.ts';

/* Every body that is fetched on demand (D13) is asked of both servers, for a thing that has one. */

beforeAll(async () => {
  await startServers();
  // The demo runs its playbooks on catalog items and components; a check's are made here. No link of it was deleted.
  for (const wire of ['2024', '2026'] as const) {
    await sql(
      wire,
      `update config_relationships set deleted_at = now()
        where (config_id, related_id) in (select config_id, related_id from config_relationships limit 1)`,
    );
    await sql(
      wire,
      `update playbook_runs set check_id = (select id from checks limit 1)
        where id = (select id from playbook_runs where component_id is not null limit 1)`,
    );
  }
}, 180_000);
afterAll(stopServers);

const SINCE = '2020-01-01T00:00:00+00:00';

/** SQL that names one thing the server has such a body of. */
const subjects: Readonly<Record<DocumentKind, string>> = {
  config: `select id from config_items where deleted_at is null limit 1`,
  'config-detail': `select id from config_items where deleted_at is null and scraper_id is not null limit 1`,
  'config-changes': `select config_id as id from config_changes limit 1`,
  'config-edges': `select config_id as id from config_relationships where deleted_at is null limit 1`,
  'config-unlinked': `select config_id as id from config_relationships where deleted_at is not null limit 1`,
  'config-checks': `select config_id as id from check_config_relationships where deleted_at is null limit 1`,
  change: `select id from config_changes limit 1`,
  analysis: `select id from config_analysis limit 1`,
  'check-spec': `select id from checks limit 1`,
  'check-recent': `select check_id as id from check_statuses limit 1`,
  'component-logs': `select id from components where log_selectors is not null and deleted_at is null limit 1`,
  'playbook-run': `select playbook_run_id as id from playbook_run_actions limit 1`,
  'action-result': `select id from playbook_run_actions limit 1`,
  scraper: `select id from config_scrapers limit 1`,
  team: `select id from teams where deleted_at is null limit 1`,
  'job-run': `select id from job_history where status = 'FAILED' limit 1`,
  'check-detail': `select check_id as id from check_component_relationships where deleted_at is null limit 1`,
  'check-playbooks': `select id from checks where type = 'http' and deleted_at is null limit 1`,
  'component-playbooks': `select id from components where type = 'Service' and deleted_at is null limit 1`,
  'config-playbooks': `select id from config_items where type = 'Kubernetes::Deployment' and deleted_at is null limit 1`,
  schema: `select 'playbook-spec.schema.json' as id`,
  playbook: `select id from playbooks where deleted_at is null limit 1`,
  'check-history': `select check_id as id from check_statuses limit 1`,
  'check-graph': `select check_id as id from check_statuses limit 1`,
  'config-events': `select config_id as id from config_changes limit 1`,
  'check-runs': `select check_id as id from playbook_runs where check_id is not null limit 1`,
  'config-runs': `select config_id as id from playbook_runs where config_id is not null limit 1`,
  'component-runs': `select component_id as id from playbook_runs where component_id is not null limit 1`,
};

/** Kinds whose id is that of one thing. */
const unwindowed: readonly DocumentKind[] = [
  'config',
  'config-detail',
  'config-changes',
  'config-edges',
  'config-unlinked',
  'config-checks',
  'change',
  'analysis',
  'check-spec',
  'check-recent',
  'action-result',
  'component-logs',
  'check-detail',
  'check-playbooks',
  'component-playbooks',
  'config-playbooks',
  'playbook',
  'scraper',
  'team',
  'job-run',
];

/** Asks PostgREST, or the service a path leads to. */
async function askPath(wire: Wire, path: string): Promise<Pick<Answer, 'status' | 'rows' | 'message'>> {
  if (path.startsWith('/db/')) return ask(wire, path.replace('/db/', ''));
  const answer = await serverOf(wire).admin.send(`/api${path}`);
  const body: unknown = await answer.json();
  const rows = (Array.isArray(body) ? body : [body]) as Record<string, unknown>[]; // services answer with objects
  return { status: answer.status, rows, message: answer.ok ? undefined : body };
}

/** Keys of a row by what was selected: `alias:relation!key(columns)` comes under its alias. */
function columnsOf(select: string): readonly string[] {
  let flat = select;
  while (/\([^()]*\)/u.test(flat)) flat = flat.replaceAll(/\([^()]*\)/gu, '');
  return flat.split(',').map((column) => column.replace(/:.*$/u, '').replace(/!.*$/u, ''));
}

const cases = (['2024', '2026'] as const).flatMap((wire) =>
  documentKinds.map((kind): [Wire, DocumentKind] => [wire, kind]),
);

describe('a body on demand', () => {
  it.each(cases)('[DOC3] is answered by the server of %s: %s', async (wire, kind) => {
    const [found] = await sql(wire, subjects[kind]);
    const parentId = String(found?.['id']);
    const isWindowed = !unwindowed.includes(kind);
    const { path } = documentRequest(
      kind,
      isWindowed ? windowedId(parentId, SINCE) : parentId,
      false,
      Date.now(),
    );
    const answer = await askPath(wire, path);
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    expect(answer.rows.length).toBeGreaterThan(0);
    if (!path.startsWith('/db/')) return;
    const columns = columnsOf(new URLSearchParams(path.split('?')[1]).get('select') ?? '');
    expect(Object.keys(answer.rows[0] ?? {}).sort()).toEqual([...new Set(columns)].sort());
  });

  it.each(['2024', '2026'] as const)(
    '[DOC7] of a window begins where it was asked to, in %s',
    async (wire) => {
      const [found] = await sql(wire, subjects['check-history']);
      const times = await sql(
        wire,
        `select time from check_statuses where check_id = '${String(found?.['id'])}' order by time desc offset 3 limit 1`,
      );
      const time = times[0]?.['time'];
      if (!(time instanceof Date)) throw new Error('the demo has no runs of this check');
      const from = time.toISOString();
      const { path } = documentRequest(
        'check-history',
        windowedId(String(found?.['id']), from),
        false,
        Date.now(),
      );
      const rows = (await ask(wire, path.replace('/db/', ''))).rows.map((row) => String(row['time']));
      expect(rows.length).toBeGreaterThanOrEqual(4);
      expect(rows).toEqual([...rows].sort());
      expect(Date.parse(rows[0] ?? '')).toBeGreaterThanOrEqual(Date.parse(from));
    },
  );
});
