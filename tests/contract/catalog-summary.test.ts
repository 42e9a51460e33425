import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wires, type Wire } from '#tests/backend/migrate.ts';
import { serverOf, sql, startServers, stopServers } from './wire-servers.ts';

beforeAll(startServers, 180_000);
afterAll(stopServers);

type Row = Readonly<Record<string, unknown>>;

async function post(wire: Wire, path: string, body: object): Promise<{ status: number; body: unknown }> {
  const answer = await serverOf(wire).admin.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

describe.each(wires)('POST /catalog/summary of %s', (wire) => {
  const read = async (query: object): Promise<readonly Row[]> =>
    ((await post(wire, '/api/catalog/summary', query)).body ?? []) as Row[]; // the shape these tests are about
  const rows = (text: string): Promise<Row[]> => sql(wire, text);

  it('has a row for each type that is there, with the number of its items and their healths', async () => {
    const counted = await rows(
      `select type, count(*)::int as count from config_items where deleted_at is null group by type order by type`,
    );
    const found = await read({});
    expect(found.map(({ type, count }) => ({ type, count }))).toEqual(counted);
    for (const { type, health } of found) {
      const byHealth = await rows(
        `select health, count(*)::int as n from config_items
         where deleted_at is null and health is not null and type = '${String(type)}' group by health`,
      );
      expect(health ?? {}).toEqual(
        Object.fromEntries(byHealth.map((row) => [String(row['health']), row['n']])),
      );
    }
  });

  it('counts deleted items only when it is asked to', async () => {
    const total = (found: readonly Row[]): number => found.reduce((sum, { count }) => sum + Number(count), 0);
    const [all] = await rows('select count(*)::int as n from config_items');
    const [deleted] = await rows('select count(*)::int as n from config_items where deleted_at is not null');
    expect(deleted?.['n']).toBeGreaterThan(3);
    expect(total(await read({ deleted: true }))).toBe(all?.['n']);
    expect(total(await read({}))).toBe(Number(all?.['n']) - Number(deleted?.['n']));
  });

  it('gathers by tags too, each row with the value', async () => {
    const found = await read({ groupBy: ['type', 'namespace'] });
    const counted = await rows(
      `select type, tags ->> 'namespace' as namespace, count(*)::int as count
       from config_items where deleted_at is null group by 1, 2 order by 1, 2`,
    );
    expect(found.map(({ type, namespace, count }) => ({ type, namespace, count }))).toEqual(counted);
  });

  it('counts changes and findings of the time it was asked for', async () => {
    const found = await read({ changes: { since: '30d' }, analysis: { since: '30d' } });
    const type = 'Kubernetes::Deployment';
    const row = found.find((each) => each['type'] === type);
    const [changes] = await rows(
      `select count(*)::int as n from config_changes ch join config_items ci on ci.id = ch.config_id
       where ci.type = '${type}' and ci.deleted_at is null and ch.created_at >= now() - interval '30 days'`,
    );
    const [findings] = await rows(
      `select count(*)::int as n from config_analysis a join config_items ci on ci.id = a.config_id
       where ci.type = '${type}' and ci.deleted_at is null and a.last_observed >= now() - interval '30 days'`,
    );
    expect(row?.['changes']).toBe(changes?.['n']);
    const total = Object.values((row?.['analysis'] ?? {}) as Record<string, number>).reduce(
      (sum, n) => sum + n,
      0,
    ); // counts by type
    expect(total).toBe(findings?.['n']);
    expect(total).toBeGreaterThan(0);
    expect((await read({})).every((each) => !('changes' in each) && !('analysis' in each))).toBe(true);
  });

  it('narrows the number by health, and leaves the healths as they are', async () => {
    const all = await read({});
    const found = await read({ health: 'unhealthy' });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all.length);
    for (const { type, count, health } of found) {
      expect(health).toEqual(all.find((each) => each['type'] === type)?.['health']);
      expect(count).toBe((health as Record<string, number>)['unhealthy']); // counts by health
    }
  });

  it('takes no name of a group for anything but a name', async () => {
    const odd = `x' or 1=1 --`;
    const found = await read({ groupBy: ['type', odd] });
    expect(found.every((row) => row[odd] === null)).toBe(true);
    expect(found.length).toBeGreaterThan(0);
  });

  it.each([{ changes: { since: 'soon' } }, { cost: '2d' }, { groupBy: 'type' }])(
    'refuses %j',
    async (query) => {
      expect((await post(wire, '/api/catalog/summary', query)).status).toBe(400);
    },
  );
});

describe.each(wires)('POST /resources/search of %s', (wire) => {
  const search = async (query: object): Promise<Readonly<Record<string, readonly Row[]>>> =>
    (await post(wire, '/api/resources/search', query)).body as Record<string, Row[]>; // the shape these tests are about

  it('finds by the beginning of a name or of a tag, whatever the case', async () => {
    const { configs = [] } = await search({ configs: [{ search: 'PAYMENTS' }] });
    expect(configs.some(({ name }) => String(name).startsWith('payments'))).toBe(true);
    const isHit = ({ name, tags }: Row): boolean =>
      [name, ...Object.values(tags ?? {})].some((text) => String(text).toLowerCase().startsWith('payments'));
    const labelled = new Set(
      (
        await sql(
          wire,
          `select id from config_items, jsonb_each_text(labels) p where p.value ilike 'payments%'`,
        )
      ).map(({ id }) => id),
    );
    expect(configs.filter((row) => !isHit(row) && !labelled.has(row['id']))).toEqual([]);
  });

  it('keeps to types and tags, and leaves out what has nothing', async () => {
    const found = await search({
      configs: [{ types: ['Kubernetes::Pod'], tagSelector: 'namespace=payments' }],
      components: [{ name: 'no component is called this' }],
    });
    expect(Object.keys(found)).toEqual(['configs']);
    const [row] = await sql(
      wire,
      `select count(*)::int as n from config_items
       where type = 'Kubernetes::Pod' and tags ->> 'namespace' = 'payments' and deleted_at is null
         and agent_id = '00000000-0000-0000-0000-000000000000'`,
    );
    expect(found['configs']).toHaveLength(Number(row?.['n']));
  });

  it('takes a selector that says nothing for nothing', async () => {
    expect(await search({ configs: [{}], checks: [{ agent: 'all' }] })).toEqual({});
  });

  it('refuses tags of what has none, and what cannot be read', async () => {
    for (const query of [
      { checks: [{ search: 'a', tagSelector: 'a=b' }] },
      { configs: [{ labelSelector: 'a=(' }] },
      { configs: 1 },
    ]) {
      expect((await post(wire, '/api/resources/search', query)).status).toBe(400);
    }
  });
});
