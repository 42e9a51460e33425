import { readPickOnly } from '../../protocol/resource-selector.ts';
import { describe, expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, incident, row } from '#tests/contract/store/read-fixture.ts';
import { pendingFlag } from '../../protocol/stored.ts';

const fixture = createReadFixture('evidence');
const anyLinked = { type: null, status: null };

async function makeIncidents(): Promise<void> {
  await fixture.put(
    'incidents',
    incident('1', { type: 'technical_debt' }),
    incident('2', { status: 'Closed' }),
    incident('3', { deleted_at: '2024-09-02T00:00:00Z' }),
  );
  await fixture.put(
    'hypotheses',
    ...['1', '2', '3'].map((id) => row({ id: `h${id}`, incident_id: id })),
    row({ id: 'h1b', incident_id: '1' }),
  );
  const evidence = (id: string, hypothesis: string, more: object, pending = 0) =>
    row({ id, hypothesis_id: hypothesis, ...more }, pending);
  await fixture.put(
    'evidences',
    evidence('e1', 'h1', { component_id: 'c1', config_id: 'x1' }),
    evidence('e1b', 'h1b', { component_id: 'c1' }),
    evidence('e2', 'h2', { component_id: 'c1', config_id: 'x1' }),
    evidence('e3', 'h3', { component_id: 'c1' }),
    evidence('e4', 'h1', { component_id: 'c2' }, pendingFlag.deletedLocally),
  );
}

describe('incidents of a thing', () => {
  it('are distinct, newest first, through evidences that are still there', async () => {
    await makeIncidents();
    const { data } = await fixture.model.incidentsByComponent('c1', anyLinked);
    expect(data.rows.map((each) => [each.number, each.type, each.status])).toEqual([
      ['INC-2', 'availability', 'closed'],
      ['INC-1', 'technicalDebt', 'open'],
    ]);
    expect(data.total).toBe(2);
    expect((await fixture.model.incidentsByComponent('c2', anyLinked)).data.rows).toEqual([]);
  });

  it('are filtered by type and status, and say how many there are without', async () => {
    await makeIncidents();
    const open = await fixture.model.incidentsByConfig('x1', { type: null, status: 'open' });
    expect(open.data.rows.map((each) => each.id)).toEqual(['1']);
    expect(open.data.total).toBe(2);
    const typed = await fixture.model.incidentsByConfig('x1', { type: 'technicalDebt', status: null });
    expect(typed.data.rows.map((each) => each.id)).toEqual(['1']);
  });

  it('[I23] claim nothing before the collections are here', async () => {
    expect((await fixture.model.incidentsByConfig('x1', anyLinked)).state).toBe('never');
    await fixture.feeds(
      ...(['incidents', 'hypotheses'] as const).map((tbl) => feed(tbl, { status: 'complete' })),
    );
    expect((await fixture.model.incidentsByConfig('x1', anyLinked)).state).toBe('partial');
  });
});

describe('incidents around a change', () => {
  const at = '2024-09-01T08:00:00Z';
  const began = (id: string, time: string) => incident(id, { created_at: time });

  it('have it or its item as evidence, or began soon after it: the surest first, then the soonest', async () => {
    await fixture.put(
      'incidents',
      began('long-before', '2024-08-01T00:00:00Z'),
      began('item', '2024-09-02T07:00:00Z'),
      began('item-late', '2024-09-02T09:00:00Z'),
      began('near', '2024-09-01T09:59:00Z'),
      began('nearer', '2024-09-01T08:30:00Z'),
      began('too-late', '2024-09-01T10:01:00Z'),
      began('just-before', '2024-09-01T07:59:00Z'),
      incident('gone', { created_at: '2024-09-01T08:10:00Z', deleted_at: '2024-09-02T00:00:00Z' }),
    );
    await fixture.put(
      'hypotheses',
      ...['long-before', 'item', 'item-late'].map((id) => row({ id: `h-${id}`, incident_id: id })),
    );
    await fixture.put(
      'evidences',
      row({ id: 'e1', hypothesis_id: 'h-long-before', config_change_id: 'c1' }),
      row({ id: 'e2', hypothesis_id: 'h-item', config_id: 'x1' }),
      row({ id: 'e3', hypothesis_id: 'h-item-late', config_id: 'x1' }),
      row({ id: 'e4', hypothesis_id: 'h-item-late', config_id: 'x1' }, pendingFlag.deletedLocally),
    );
    const { data, state } = await fixture.model.incidentsAround({ changeId: 'c1', configId: 'x1', at });
    expect(data.map(({ id, by }) => [id, by])).toEqual([
      ['long-before', 'change'],
      ['item', 'item'],
      ['nearer', 'time'],
      ['near', 'time'],
    ]);
    expect(data[2]?.afterMs).toBe(30 * 60_000);
    expect(state).toBe('never');
    const loose = await fixture.model.incidentsAround({ changeId: 'c9', configId: null, at });
    expect(loose.data.map(({ id }) => id)).toEqual(['nearer', 'near']);
  });
});

describe('what an evidence points at', () => {
  it('is a check or a component with its agent by name', async () => {
    const local = '00000000-0000-0000-0000-000000000000';
    await fixture.put('agents', row({ id: 'a1', name: 'eu-west' }));
    await fixture.put(
      'checks',
      row({ id: 'k1', name: 'http', type: 'http', status: 'healthy', agent_id: local }),
      row({ id: 'k2', name: 'dns', deleted_at: '2024-09-02T00:00:00Z' }),
    );
    await fixture.put('components', row({ id: 'c1', name: 'checkout', health: 'warning', agent_id: 'a1' }));
    expect((await fixture.model.checkFacts('k1')).data).toMatchObject({ status: 'healthy', agent: null });
    expect((await fixture.model.componentFacts('c1')).data).toMatchObject({
      health: 'warning',
      agent: 'eu-west',
    });
    expect(await fixture.model.checkFacts('k2')).toMatchObject({ data: null, state: 'never', asOf: null });
  });

  it('is found by words of its name and type, hidden and deleted ones left out', async () => {
    await fixture.put(
      'components',
      row({ id: 'c1', name: 'Checkout API', type: 'Service', health: 'healthy' }),
      row({
        id: 'c2',
        name: 'checkout db',
        type: 'Database',
        status: 'running',
        namespace: 'shop',
        agent_id: 'a1',
      }),
      row({ id: 'c3', name: 'checkout old', hidden: true }),
      row({ id: 'c4', name: 'checkout gone', deleted_at: '2024-09-02T00:00:00Z' }),
    );
    const find = async (text: string, limit = 10) =>
      (await fixture.model.findSubjects('components', text, limit)).data;
    expect((await find('CHECKOUT')).lines.map((each) => [each.name, each.status])).toEqual([
      ['Checkout API', 'healthy'],
      ['checkout db', 'running'],
    ]);
    await fixture.put('agents', row({ id: 'a1', name: 'eu-west' }));
    expect((await find('data check')).lines.map((each) => [each.id, each.place])).toEqual([
      ['c2', 'shop, eu-west'],
    ]);
    expect(await find('', 1)).toMatchObject({ total: 2, lines: [{ id: 'c1' }] });
    const only = readPickOnly([{ namespace: 'shop', types: ['Database'] }], true);
    expect((await fixture.model.findSubjects('components', '', 10, only)).data).toMatchObject({
      total: 1,
      lines: [{ id: 'c2' }],
    });
  });

  it('tell checks of one name apart by the canary they belong to', async () => {
    await fixture.put(
      'canaries',
      row({ id: 'n1', name: 'network-eu', namespace: 'platform' }),
      row({ id: 'n2', name: 'network-us', namespace: 'platform' }),
    );
    await fixture.put(
      'checks',
      row({ id: 'k1', name: 'gateway', type: 'icmp', canary_id: 'n1' }),
      row({ id: 'k2', name: 'gateway', type: 'icmp', canary_id: 'n2', namespace: 'edge', agent_id: 'a1' }),
      row({ id: 'k3', name: 'gateway', type: 'icmp', canary_id: 'gone', namespace: 'edge' }),
    );
    await fixture.put('agents', row({ id: 'a1', name: 'eu-west' }));
    const { data } = await fixture.model.findSubjects('checks', 'gateway', 10);
    expect(data.lines.map((each) => each.place)).toEqual([
      'platform/network-eu',
      'edge/network-us, eu-west',
      'edge',
    ]);
  });
});
