import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/* GET /playbook/list: what fits a check, a component or a config (reference server.md). */

interface Offered {
  id: string;
  name: string;
  parameters?: { name: string }[];
}

let gateway: Gateway;
let admin: Client;
let viewer: Client;

beforeAll(async () => {
  gateway = await startGateway({ size: 'demo' });
  admin = await gateway.signedIn('admin');
  viewer = await gateway.signedIn('viewer');
}, 180_000);
afterAll(() => gateway.stop());

const idOf = async (sql: string): Promise<string> => {
  const { rows } = await gateway.pool.query<{ id: string }>(sql);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing: ${sql}`);
  return row.id;
};
const namesFor = async (query: string): Promise<string[]> =>
  (await admin.json<Offered[]>(`/api/playbook/list?${query}`)).map(({ name }) => name);

describe('the playbooks that are offered', () => {
  it('are those whose selectors fit, by name, with their parameters', async () => {
    const http = await idOf(`select id from checks where type = 'http' and deleted_at is null limit 1`);
    const other = await idOf(`select id from checks where type <> 'http' and deleted_at is null limit 1`);
    const offered = await admin.json<Offered[]>(`/api/playbook/list?check_id=${http}`);
    expect(offered.map(({ name, parameters }) => [name, parameters?.[0]?.name])).toEqual([
      ['collect-diagnostics', 'since'],
      ['load-test', 'title'],
    ]);
    expect(await namesFor(`check_id=${other}`)).toEqual([]);
    const deployment = await idOf(
      `select id from config_items where type = 'Kubernetes::Deployment' and deleted_at is null limit 1`,
    );
    expect(await namesFor(`config_id=${deployment}`)).toEqual([
      'load-test',
      'restart-deployment',
      'scale-deployment',
    ]);
    const service = await idOf(
      `select id from components where type = 'Service' and deleted_at is null limit 1`,
    );
    expect(await namesFor(`component_id=${service}`)).toEqual(['collect-diagnostics', 'load-test']);
  });

  it('fit by labels, status and namespace too, all of them at once', async () => {
    const check = await idOf(`select id from checks where type = 'http' and deleted_at is null limit 1`);
    await gateway.pool.query(
      `update checks set labels = '{"tier": "web"}', namespace = 'shop', status = 'unhealthy' where id = $1`,
      [check],
    );
    const fits = async (selectors: object[]): Promise<boolean> => {
      await gateway.pool.query(
        `update playbooks set spec = jsonb_set(spec, '{checks}', $1::jsonb) where name = 'drain-node'`,
        [JSON.stringify(selectors)],
      );
      return (await namesFor(`check_id=${check}`)).includes('drain-node');
    };
    expect(await fits([{ labelSelector: 'tier=web', namespace: 'shop', statuses: ['unhealthy'] }])).toBe(
      true,
    );
    expect(await fits([{ labelSelector: 'tier=db' }])).toBe(false);
    expect(await fits([{ namespace: 'shop' }, { statuses: ['healthy'] }])).toBe(false);
    expect(await fits([])).toBe(false);
  });

  it('are asked for one thing that is there', async () => {
    const status = async (query: string): Promise<number> =>
      (await viewer.send(`/api/playbook/list${query}`)).status;
    expect(await status('')).toBe(400);
    expect(await status('?check_id=7')).toBe(400);
    expect(await status('?check_id=00000000-0000-0000-0000-000000000001')).toBe(500);
    const check = await idOf(`select id from checks where deleted_at is null limit 1`);
    expect(await status(`?check_id=${check}`)).toBe(200);
    expect((await gateway.client().send(`/api/playbook/list?check_id=${check}`)).status).toBe(401);
  });
});
