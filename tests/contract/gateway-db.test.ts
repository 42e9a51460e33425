import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

let gateway: Gateway;
let admin: Client;

beforeAll(async () => {
  gateway = await startGateway({ localProperties: { 'topology.disable': 'true' } });
  admin = await gateway.signedIn('admin');
});
afterAll(() => gateway.stop());

const names = async (query: string): Promise<string[]> =>
  (await admin.json<{ name: string }[]>(`/api/db/${query}`)).map(({ name }) => name).toSorted();

describe('the way to PostgREST', () => {
  it('takes both spellings and doubled slashes', async () => {
    for (const path of [
      '/api/db/people?select=name',
      '/db/people?select=name',
      '/api//db/people?select=name',
    ]) {
      expect((await admin.send(path)).status).toBe(200);
    }
    expect((await admin.send('/api/canary/about')).status).toBe(200);
    expect(await admin.json('//canary/about')).toMatchObject({
      Version: expect.any(String),
      Timestamp: expect.any(String),
    });
  });

  it('passes counts, ranges and preferences through', async () => {
    const counted = await admin.send('/api/db/people?select=id&limit=2', {
      headers: { prefer: 'count=exact' },
    });
    expect(counted.status).toBe(206);
    expect(counted.headers.get('content-range')).toBe('0-1/6');
    const made = await admin.send('/api/db/properties', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        prefer: 'return=representation,resolution=merge-duplicates',
      },
      body: JSON.stringify({ name: 'passes.through', value: 'yes' }),
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('preference-applied')).toContain('return=representation');
    expect(await made.json()).toMatchObject([{ name: 'passes.through', value: 'yes' }]);
  });

  it('passes PostgREST’s own refusals through', async () => {
    const answer = await admin.send('/api/db/people?select=nonsense');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: '42703' });
    const singular = await admin.send('/api/db/people', {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    expect(singular.status).toBe(406);
  });

  it('ignores tokens of the caller and gives no cookie away', async () => {
    const answer = await admin.send('/api/db/people?select=id&limit=1', {
      headers: { authorization: 'Bearer forged' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('says what time it is', async () => {
    const date = (await admin.send('/api/db/people?limit=1')).headers.get('date') ?? '';
    expect(Math.abs(new Date(date).getTime() - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    'nowhere',
    'check_size_summary',
    'check_status_summary',
    'person',
    'people/1',
    'rpc/generate_ulid',
    '',
  ])('answers an empty 404 for %s', async (relation) => {
    const answer = await admin.send(`/api/db/${relation}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });

  it.each(['HEAD', 'PUT', 'OPTIONS'])('refuses %s', async (method) => {
    const answer = await admin.send('/api/db/people', { method });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toBe(
      method === 'HEAD' ? '' : 'unauthorized. RBAC policy not configured correctly',
    );
  });

  it('answers the odd queries of the existing client', async () => {
    const odd = [
      'agents_summary?select=*,created_by(id,name,avatar)&order=created_at.desc&&limit=5&offset=0&order=name.desc',
      'incident_histories?select=*,evidence:evidences(id,checks(id,name)),created_by(id,name,avatar))&order=created_at.desc',
      'playbook_runs?select=*,playbooks(id,name)&&order=created_at.desc&&limit=5&offset=0',
      'incident_summary?&title=ilike.*queue*&order=created_at.desc',
    ];
    for (const query of odd) {
      const answer = await admin.send(`/api/db/${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
    }
  });

  it('lets the last of two orders count', async () => {
    const rows = await admin.json<{ name: string }[]>(
      '/api/db/people?select=name&email=not.is.null&order=name.asc&&order=name.desc',
    );
    const sorted = rows.map(({ name }) => name);
    expect(sorted).toEqual(sorted.toSorted().toReversed());
  });
});

describe('.filter', () => {
  beforeAll(async () => {
    await gateway.pool.query(
      `insert into teams (name, icon, created_by, created_at) values
      ('alpha', 'one', $1, now() - interval '3 days'), ('alphabet', 'two', $1, now() - interval '1 hour'),
      ('beta, "quoted"', 'two', $1, now() - interval '1 hour'), ('gamma', 'three', $1, now() - interval '3 days')`,
      [gateway.accounts[0]!.id],
    );
  });

  it.each([
    ['icon.filter=two', ['alphabet', 'beta, "quoted"']],
    ['icon.filter=one,three', ['alpha', 'gamma']],
    ['icon.filter=!two', ['alpha', 'gamma']],
    ['icon.filter=!two,!three', ['alpha']],
    ['icon.filter=two,three,!three', ['alphabet', 'beta, "quoted"']],
    ['name.filter=alpha*', ['alpha', 'alphabet']],
    ['name.filter=*ma', ['gamma']],
    ['name.filter=al*,!alpha', ['alphabet']],
    ['icon.filter=two&icon.filter=one', ['alphabet', 'beta, "quoted"']],
    ['icon.filter=', ['alpha', 'alphabet', 'beta, "quoted"', 'gamma']],
    ['created_at.filter=now-2d', ['alpha', 'gamma']],
    ['created_at.filter=<now-2d', ['alpha', 'gamma']],
    ['created_at.filter=>now-2d', ['alphabet', 'beta, "quoted"']],
    ['created_at.filter=>now-2d&icon.filter=!two', []],
    [
      `created_at.filter=${encodeURIComponent('>2020-01-01T00:00:00Z')}`,
      ['alpha', 'alphabet', 'beta, "quoted"', 'gamma'],
    ],
  ])('%s', async (filter, expected) => {
    expect(await names(`teams?select=name&${filter}`)).toEqual(expected);
  });

  it('says what is wrong with a date', async () => {
    const answer = await admin.send('/api/db/teams?created_at.filter=tomorrow');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 'bad request: invalid date in created_at.filter: tomorrow',
    });
  });
});

describe('properties', () => {
  beforeEach(async () => {
    await gateway.pool.query('delete from properties');
    await gateway.pool.query(
      `insert into properties (name, value) values ('logs.disable', 'true'), ('topology.disable', 'false')`,
    );
    await gateway.pool.query(
      `insert into properties (name, value, deleted_at) values ('gone.disable', 'true', now())`,
    );
  });

  it('are for everybody: local ones before those of the database, no deleted ones', async () => {
    const viewer = await gateway.signedIn('viewer');
    expect(await viewer.json('/api/properties')).toEqual([
      { name: 'topology.disable', value: 'true', source: 'local', type: '', description: '' },
      { name: 'logs.disable', value: 'true', source: 'db', type: '', description: '' },
    ]);
  });
});
