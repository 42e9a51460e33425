import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '#sync/protocol/command.ts';
import { joinKey } from '#sync/protocol/keys.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import { wires } from '#tests/backend/migrate.ts';
import { openWireDevice, wireHttp, type WireDevice } from '#tests/support/wire-device.ts';
import { startGateway, type Client, type Gateway } from './gateway-client.ts';

/** Long enough for a pull of the demo data on a slow machine; conditions are polled, nothing sleeps for it. */
const PATIENCE_MS = 60_000;
const origin = { screen: '/settings/teams', appVersion: 'test' };

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

describe.each(wires)('rows of any table on the server of %s', (wire) => {
  let gateway: Gateway;
  let client: Client;
  let device: WireDevice;
  let people: readonly string[] = [];
  let teamId = '';

  const remote = (query: string): Promise<JsonRow[]> => client.json<JsonRow[]>(`/api/db/${query}`);
  const write = (query: string, method: string, body: object): Promise<Response> =>
    client.send(`/api/db/${query}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    gateway = await startGateway({ size: 'demo', wire });
    client = await gateway.signedIn('admin');
    const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
    people = (await remote('people?select=id&deleted_at=is.null&order=name&limit=3')).map(({ id }) =>
      String(id),
    );
    device = openWireDevice(wireHttp(client), me.payload.user.id, gateway.url);
    await device.engine.start();
    await until(async () => {
      const feeds = await device.cache.feeds();
      return ['people', 'teams', 'team_members', 'playbooks'].every((tbl) =>
        feeds.some((feed) => feed.tbl === tbl && feed.status === 'complete'),
      );
    });
  }, 180_000);
  afterAll(async () => {
    await device.engine.stop();
    await gateway.stop();
  });

  /** Submits and waits until nothing is left that the engine could send. */
  async function submit(command: Command): Promise<readonly Op[]> {
    const { opIds } = await device.engine.submit(command, origin);
    await until(async () =>
      (await device.journal.read({ ids: opIds })).every(({ state }) =>
        ['done', 'failed', 'cancelled', 'conflict'].includes(state),
      ),
    );
    return device.journal.read({ ids: opIds });
  }
  const ended = (ops: readonly Op[]): string[] => ops.map((op) => `${op.kind} ${op.tbl} ${op.state}`);
  const members = async (team: string): Promise<unknown[]> =>
    (await remote(`team_members?team_id=eq.${team}&select=person_id&order=person_id`)).map(
      ({ person_id }) => person_id,
    );
  const add = (team: string, ...ids: readonly string[]): Command => ({
    kind: 'row.create',
    table: 'team_members',
    rows: ids.map((person_id) => ({ team_id: team, person_id })),
  });

  it('[ROW2] [ROW3] a team and its members are made, once each', { timeout: 120_000 }, async () => {
    const { made } = await device.engine.submit(
      {
        kind: 'row.create',
        table: 'teams',
        rows: [{ name: 'Night shift', icon: 'group', spec: { components: [] } }],
      },
      origin,
    );
    teamId = made[0]?.id ?? '';
    const [first = '', second = '', third = ''] = people;
    expect(ended(await submit(add(teamId, first, second)))).toEqual([
      'insert team_members done',
      'insert team_members done',
    ]);
    const me = await client.json<{ payload: { user: { id: string } } }>('/api/auth/whoami');
    expect(await remote(`teams?id=eq.${teamId}`)).toMatchObject([
      { name: 'Night shift', icon: 'group', spec: { components: [] }, created_by: me.payload.user.id },
    ]);
    // Somebody was quicker with one of them.
    await write('team_members', 'POST', { team_id: teamId, person_id: third });
    expect(ended(await submit(add(teamId, third)))).toEqual(['insert team_members done']);
    expect(await members(teamId)).toEqual(people.toSorted());
  });

  it('[ROW5] a member of two teams is taken from the one that was named', { timeout: 120_000 }, async () => {
    const [first = ''] = people;
    const other = String(
      (await remote(`teams?select=id&id=neq.${teamId}&deleted_at=is.null&limit=1`))[0]?.['id'],
    );
    await submit(add(other, first));
    expect(await members(other)).toContain(first);
    const rowId = joinKey([teamId, first]);
    const taken = await submit({ kind: 'row.delete', table: 'team_members', rowId });
    expect(ended(taken)).toEqual(['delete team_members done']);
    expect(await members(teamId)).not.toContain(first);
    expect(await members(other)).toContain(first);
  });

  it('[ROW6] [WRT10] what is not pulled is not overwritten unseen', { timeout: 120_000 }, async () => {
    const opened = { spec: { components: [] } };
    const tier = (value: string) => ({ name: 'checkout', labels: { tier: value } });
    const set = { spec: { components: [tier('first')] } };
    const saved = await submit({ kind: 'row.update', table: 'teams', rowId: teamId, set, opened });
    expect(ended(saved)).toEqual(['update teams done']);
    expect(await remote(`teams?id=eq.${teamId}&select=spec`)).toEqual([set]);
    // A colleague changes the same value, and beside it something with a secret in it.
    const login = { jira: { values: { password: 'hunter22' } } };
    const theirs = { components: [{ name: 'search' }, tier('theirs')], responder_clients: login };
    await write(`teams?id=eq.${teamId}`, 'PATCH', { spec: theirs });
    const mine = { spec: { components: [tier('mine')] } };
    const [op] = await submit({ kind: 'row.update', table: 'teams', rowId: teamId, set: mine, opened: set });
    const field = 'spec/components/name=checkout/labels/tier';
    expect(op).toMatchObject({
      state: 'conflict',
      conflict: { fields: [field], theirs: { [field]: 'theirs' } },
    });
    expect(JSON.stringify(op)).not.toContain('hunter22');
    expect(await remote(`teams?id=eq.${teamId}&select=spec`)).toEqual([{ spec: theirs }]);
    await device.engine.resolveConflict(op?.id ?? '', { take: 'mine' });
    await until(async () => (await device.journal.read({ open: true })).length === 0);
    const both = { ...theirs, components: [{ name: 'search' }, tier('mine')] };
    expect(await remote(`teams?id=eq.${teamId}&select=spec`)).toEqual([{ spec: both }]);
  });

  it('[ROW4] a deleted team comes back as it is on the server', { timeout: 120_000 }, async () => {
    expect(ended(await submit({ kind: 'row.delete', table: 'teams', rowId: teamId }))).toEqual([
      'delete teams done',
    ]);
    const [opened = {}] = await remote(`teams?id=eq.${teamId}`);
    expect(opened['deleted_at']).not.toBeNull();
    expect((await device.cache.get({ tbl: 'teams', id: teamId })).row).toBeUndefined();
    await write(`teams?id=eq.${teamId}`, 'PATCH', { icon: 'theirs' });
    const { spec: _spec, ...seen } = opened;
    const back = await submit({ kind: 'row.revive', table: 'teams', rowId: teamId, opened: seen });
    expect(ended(back)).toEqual(['insert teams done']);
    const { spec } = opened;
    expect(await remote(`teams?id=eq.${teamId}`)).toMatchObject([{ deleted_at: null, icon: 'theirs', spec }]);
    const { row } = await device.cache.get({ tbl: 'teams', id: teamId });
    expect(row).toMatchObject({ name: 'Night shift', icon: 'theirs' });
  });

  it('[ROW2] [ROW6] a playbook is made, changed and deleted', { timeout: 120_000 }, async () => {
    const spec = { category: 'Nodes', actions: [{ name: 'Drain', exec: { script: 'kubectl drain' } }] };
    const row = {
      name: 'Drain',
      title: 'Drain',
      source: 'UI',
      spec,
      category: 'Nodes',
      description: null,
      icon: null,
    };
    const [made] = await submit({ kind: 'row.create', table: 'playbooks', rows: [row] });
    expect(ended(made === undefined ? [] : [made])).toEqual(['insert playbooks done']);
    const rowId = made?.rowId ?? '';
    expect(await remote(`playbooks?id=eq.${rowId}`)).toMatchObject([{ ...row, namespace: 'default' }]);
    // A definition without a category: the column takes no NULL.
    const set = { spec: { icon: 'node', actions: [] }, category: '', icon: 'node' };
    const saved = await submit({ kind: 'row.update', table: 'playbooks', rowId, set, opened: { spec } });
    expect(ended(saved)).toEqual(['update playbooks done']);
    expect(await remote(`playbooks?id=eq.${rowId}`)).toMatchObject([
      { ...set, title: 'Drain', source: 'UI' },
    ]);
    expect(await remote(`playbook_names?id=eq.${rowId}&select=name,icon`)).toEqual([
      { name: 'Drain', icon: 'node' },
    ]);
    // Pulled again without its definition.
    const { row: kept } = await device.cache.get({ tbl: 'playbooks', id: rowId });
    expect(kept).toMatchObject({ title: 'Drain', icon: 'node' });
    expect(kept).not.toHaveProperty('spec');
    expect(ended(await submit({ kind: 'row.delete', table: 'playbooks', rowId }))).toEqual([
      'delete playbooks done',
    ]);
    const [gone] = await remote(`playbooks?id=eq.${rowId}&select=deleted_at`);
    expect(gone?.['deleted_at']).not.toBeNull();
  });

  it('a name that is taken is told, and the row goes', { timeout: 120_000 }, async () => {
    const [op] = await submit({ kind: 'row.create', table: 'teams', rows: [{ name: 'Night shift' }] });
    expect(op).toMatchObject({ state: 'failed' });
    expect((await device.cache.get({ tbl: 'teams', id: op?.rowId ?? '' })).row).toBeUndefined();
    const [notice] = await device.journal.notices();
    expect(notice?.message).toContain(
      'Your new team was not saved on the server: the server already has one like it.',
    );
  });
});
