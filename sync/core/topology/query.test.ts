import { describe, expect, it } from 'vitest';
import type { JsonRow } from '../../protocol/op.ts';
import type { TopologyQuery } from '../../protocol/topology.ts';
import { cardsById, listTopology, type TopologyModel } from './query.ts';
import { treeOf } from './roll-up.ts';

const everything: TopologyQuery = {
  id: null,
  refererId: null,
  status: null,
  type: null,
  team: null,
  labels: [],
  agentId: null,
  text: '',
  showHidden: false,
  sortBy: 'status',
  descending: true,
  withCards: 100,
};

function component(id: string, values: JsonRow = {}): JsonRow {
  return { id, name: id, parent_id: null, status: 'healthy', ...values };
}

function modelOf(components: readonly JsonRow[], links: readonly JsonRow[] = []): TopologyModel {
  return {
    tree: treeOf(components, links, { checks: new Map(), incidents: new Map(), insights: new Map() }),
    names: {
      teams: new Map([['api', [{ id: 't', name: 'Checkout', icon: null }]]]),
      agents: new Map([['remote', 'edge-1']]),
    },
  };
}

const shop = modelOf(
  [
    component('shop', { status: 'warning', labels: { env: 'production' } }),
    component('api', {
      parent_id: 'shop',
      path: 'shop',
      type: 'Service',
      status: 'unhealthy',
      agent_id: 'remote',
    }),
    component('web', { parent_id: 'shop', path: 'shop', type: 'Service' }),
    component('old', { parent_id: 'shop', path: 'shop', type: 'Service', hidden: true }),
    component('pod', { parent_id: 'api', path: 'shop.api', type: 'Pod', status: 'info' }),
    component('bank', { status: 'info', text: 'The bank' }),
  ],
  [{ component_id: 'web', relationship_id: 'bank' }],
);

const idsOf = (part: Partial<TopologyQuery>): readonly string[] =>
  listTopology(shop, { ...everything, ...part }).ids;

describe('a card', () => {
  it('says how much of what it comes to is of those below it, in a circle never more than all', () => {
    const incidents = new Map([
      ['shop', new Map([['cost', new Map([['High', 1]])]])],
      ['api', new Map([['cost', new Map([['High', 2], ['Low', 3]])]])],
    ]); // prettier-ignore
    const insights = new Map([['pod', new Map([['security', new Map([['high', 4]])]])]]);
    const rows = [
      component('shop'),
      component('api', { parent_id: 'shop' }),
      component('pod', { parent_id: 'api' }),
    ];
    const own = { checks: new Map(), incidents, insights };
    const model = { ...shop, tree: treeOf(rows, [], own) };
    expect(cardsById(model, ['shop', 'api', 'pod'], true).map((card) => card?.below)).toEqual([
      { incidents: 5, insights: 4 },
      { incidents: 0, insights: 4 },
      { incidents: 0, insights: 0 },
    ]);
    const link = { component_id: 'api', relationship_id: 'pod' };
    const circle = { ...shop, tree: treeOf(rows, [link], own) };
    for (const card of cardsById(circle, ['shop', 'api', 'pod'], true))
      expect(card?.below.incidents).toBeLessThanOrEqual(6);
  });
});

describe('a dashboard', () => {
  it('shows those without a parent, the worst first', () => {
    expect(idsOf({})).toEqual(['shop', 'bank']);
    expect(idsOf({ descending: false })).toEqual(['bank', 'shop']);
  });

  it('shows the children of the opened one, or itself where it has none', () => {
    expect(idsOf({ id: 'shop' })).toEqual(['api', 'web']);
    expect(idsOf({ id: 'pod' })).toEqual(['pod']);
    expect(listTopology(shop, { ...everything, id: 'nobody' })).toMatchObject({ opened: undefined, ids: [] });
  });

  it('opens what another system knows by the id, and shows all of them where that is not one', () => {
    const model = modelOf([
      component('one', { external_id: 'orders' }),
      component('two', { external_id: 'orders' }),
      component('three', { external_id: 'bills' }),
    ]);
    expect(listTopology(model, { ...everything, id: 'bills' }).opened?.id).toBe('three');
    expect(listTopology(model, { ...everything, id: 'orders' })).toMatchObject({
      isAmbiguous: true,
      opened: null,
      ids: ['one', 'two'],
    });
  });

  it('lists every component of a type, whatever it is below of', () => {
    expect(idsOf({ type: 'Pod' })).toEqual(['pod']);
    expect(idsOf({ type: 'Pod', id: 'bank' })).toEqual([]);
    expect(idsOf({ type: 'Service', id: 'bank' })).toEqual(['web']);
  });

  it.each([
    [{ status: 'info' }, ['bank']],
    [{ labels: [{ key: 'env', value: 'production' }] }, ['shop']],
    [{ labels: [{ key: 'env', value: 'test' }] }, []],
    [{ id: 'shop', team: 'Checkout' }, ['api']],
    [{ id: 'shop', agentId: 'remote' }, ['api']],
    [{ id: 'shop', text: 'WEB serv' }, ['web']],
    [{ text: 'the bank' }, ['bank']],
  ] satisfies readonly [Partial<TopologyQuery>, readonly string[]][])('lets %o through', (part, expected) => {
    expect(idsOf(part)).toEqual(expected);
  });

  it('says how many are hidden, and shows them when asked', () => {
    const found = listTopology(shop, { ...everything, id: 'shop' });
    expect(found).toMatchObject({ hidden: 1, total: 3 });
    expect(found.opened?.children.map(({ id }) => id)).toEqual(['api', 'web']);
    const all = listTopology(shop, { ...everything, id: 'shop', showHidden: true });
    expect(all).toMatchObject({ hidden: 0, ids: ['api', 'old', 'web'] });
    expect(all.opened?.children.map(({ id }) => id)).toEqual(['api', 'old', 'web']);
  });

  it('tells the ancestors by the path, or by the component it was reached from', () => {
    const ancestors = (refererId: string | null): readonly string[] =>
      listTopology(shop, { ...everything, id: 'web', refererId }).ancestors.map(({ name }) => name);
    expect(ancestors(null)).toEqual(['shop']);
    expect(ancestors('bank')).toEqual(['The bank']);
    // A component it is not below of says nothing.
    expect(ancestors('pod')).toEqual(['shop']);
  });

  it('offers the values that there are, and names agents', () => {
    expect(listTopology(shop, everything).choices).toEqual({
      statuses: ['unhealthy', 'warning', 'healthy', 'info'],
      types: ['Pod', 'Service'],
      teams: ['Checkout'],
      agents: [{ id: 'remote', name: 'edge-1' }],
      labels: [{ key: 'env', values: ['production'] }],
      figures: [],
    });
  });

  it('sorts by a figure, numbers by their size and those without any last', () => {
    const figure = (value: unknown): JsonRow => ({ properties: [{ name: 'rate', headline: true, value }] });
    const model = modelOf([
      component('a', figure(9)),
      component('b', figure(10)),
      component('c', figure('many')),
      component('d'),
    ]);
    const by = (descending: boolean): readonly string[] =>
      listTopology(model, { ...everything, sortBy: 'field:rate', descending }).ids;
    expect(by(true)).toEqual(['b', 'a', 'c', 'd']);
    expect(by(false)).toEqual(['a', 'b', 'c', 'd']);
    expect(listTopology(model, everything).choices.figures).toEqual(['rate']);
  });
});

it('a card leaves out what is none, and bears what the wire may bring', () => {
  const [card] = cardsById(
    modelOf([
      component('one', {
        text: '',
        properties: [
          {
            name: 'memory',
            value: 5,
            max: '10',
            unit: 'bytes',
            links: [{ url: 'https://x', type: 'dash' }, {}, 3],
          },
          { label: 'only a label', text: 'yes', value: '' },
          { name: 'secret', hidden: true },
          'nonsense',
          null,
        ],
        labels: { good: 'yes', bad: 3, constructor: 'a name like any other' },
        cost_total_30d: 12.5,
        agent_id: '00000000-0000-0000-0000-000000000000',
      }),
    ]),
    ['one', 'gone'],
    false,
  );
  expect(card).toMatchObject({
    name: 'one',
    agentId: null,
    isHidden: false,
    isSilenced: false,
    statusReason: null,
    costs: { month: 12.5, day: null },
  });
  expect(card?.properties.map(({ name, max, value, links }) => [name, max, value, links])).toEqual([
    ['memory', 10, 5, [{ label: 'dash', url: 'https://x' }]],
    ['only a label', null, null, []],
  ]);
  expect([...(card?.labels ?? [])]).toEqual([
    ['good', 'yes'],
    ['constructor', 'a name like any other'],
  ]);
  expect(cardsById(shop, ['gone'], false)).toEqual([null]);
});
