import { describe, expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import type { DocumentKind } from '../protocol/documents/registry.ts';
import { keyOfRow } from '../protocol/keys.ts';
import { tables } from '../protocol/tables.ts';
import { blastRadiusRead, type BlastRadius } from './blast-facts.ts';
import type { Thing } from './blast-radius.ts';

const fixture = createReadFixture('blast-facts');

async function keep(kind: DocumentKind, id: string, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  await fixture.cache.documents.put({
    kind,
    id,
    body: text,
    bytes: text.length,
    asOf: null,
    reasons: ['recent'],
    usedAt: 0,
  });
}

async function link(componentId: string, configId: string, more: object = {}): Promise<void> {
  const columns = { component_id: componentId, config_id: configId, selector_id: 'manual', ...more };
  const key = keyOfRow(tables.config_component_relationships, columns);
  await fixture.put('config_component_relationships', row({ ...columns, _k: key }));
}

async function tie(childId: string, parentId: string): Promise<void> {
  const columns = { component_id: childId, relationship_id: parentId, selector_id: null };
  const key = keyOfRow(tables.component_relationships, columns);
  await fixture.put('component_relationships', row({ ...columns, _k: key }));
}

const edge = (id: string, to: string) => ({ id, related_id: to, relation_type: 'hard', depth: 1 });
const read = async (start: Thing): Promise<BlastRadius> =>
  (await fixture.model.late(blastRadiusRead(start))).data;
const keys = (found: readonly Thing[]): readonly string[] => found.map(({ kind, id }) => `${kind} ${id}`);

/** A shop over a cart; the cart is made of a deployment over a pod, and is tied to a till, too. */
async function shop(): Promise<void> {
  await fixture.put(
    'components',
    row({ id: 'k-shop', name: 'shop', type: 'System', health: 'healthy' }),
    row({ id: 'k-cart', name: 'cart', parent_id: 'k-shop', health: 'unhealthy' }),
    row({ id: 'k-gone', name: 'gone', parent_id: 'k-shop', deleted_at: '2026-01-01T00:00:00Z' }),
    row({ id: 'k-till', name: 'till' }),
  );
  await tie('k-cart', 'k-till');
  await link('k-cart', 'g-deployment');
  await link('k-cart', 'g-old', { deleted_at: '2026-01-01T00:00:00Z' });
  await keep('config-edges', 'g-deployment', [
    edge('g-space', 'g-deployment'),
    edge('g-deployment', 'g-pod'),
  ]);
}

describe('a blast radius', () => {
  it('of an item is what it is known to lead to, with the components that it is a part of', async () => {
    await shop();
    const found = await read({ kind: 'config', id: 'g-deployment' });
    expect(keys(found.affected)).toEqual([
      'component k-cart',
      'config g-pod',
      'component k-shop',
      'component k-till',
    ]);
    expect(keys(found.upstream)).toEqual(['config g-space']);
    expect(found.components.get('k-cart')).toMatchObject({
      name: 'cart',
      health: 'unhealthy',
      isDeleted: false,
    });
    expect(found).toMatchObject({ start: null, unread: [], cut: [] });
    expect(found.uncheckedIds).toEqual(['g-deployment', 'g-pod']);
  });

  it('of a component has what is inside it, and says which of its items were never opened', async () => {
    await shop();
    await link('k-cart', 'g-table');
    const found = await read({ kind: 'component', id: 'k-shop' });
    expect(keys(found.affected)).toEqual([
      'component k-cart',
      // It counts the cart, too.
      'component k-till',
      'config g-deployment',
      'config g-table',
      'config g-pod',
    ]);
    expect(found.start).toMatchObject({ name: 'shop', type: 'System' });
    expect(found.unread).toEqual(['g-table']);
    expect(keys(found.upstream)).toEqual([
      'component k-cart',
      'config g-deployment',
      'config g-table',
      'config g-space',
    ]);
  });

  it('[I23] claims nothing of an item that nobody opened, and reads what is damaged as not here', async () => {
    const nothing = await read({ kind: 'config', id: 'g-1' });
    expect(nothing).toMatchObject({ affected: [], unread: ['g-1'], uncheckedIds: ['g-1'] });
    await fixture.cache.documents.put({
      kind: 'config-edges',
      id: 'g-1',
      body: '[{',
      bytes: 2,
      asOf: null,
      reasons: ['recent'],
      usedAt: 0,
    });
    expect((await read({ kind: 'config', id: 'g-1' })).unread).toEqual(['g-1']);
    await keep('config-edges', 'g-1', []);
    expect((await read({ kind: 'config', id: 'g-1' })).unread).toEqual([]);
    const claim = await fixture.model.late(blastRadiusRead({ kind: 'config', id: 'g-1' }));
    expect(claim.state).toBe('never');
    await fixture.feeds(
      feed('components', { status: 'complete' }),
      feed('config_component_relationships', { status: 'complete' }),
      feed('component_relationships', { status: 'complete' }),
    );
    expect((await fixture.model.late(blastRadiusRead({ kind: 'config', id: 'g-1' }))).state).toBe('complete');
  });

  it('has the ancestors that only the path of an item tells of', async () => {
    const [top, me] = ['11111111-0000-4000-8000-000000000000', '22222222-0000-4000-8000-000000000000'];
    await keep('config-edges', me, []);
    await keep('config-detail', me, { id: me, path: `${top}.${me}` });
    expect(keys((await read({ kind: 'config', id: me })).upstream)).toEqual([`config ${top}`]);
  });

  it('has the checks that watch it as they are now, once each, and the incidents that go on', async () => {
    await shop();
    const check = (id: string) => ({ id, name: id, type: 'http', severity: null, status: 'healthy' });
    await keep('config-checks', 'g-deployment', [{ check_id: 'c-1', check: check('c-1') }, { odd: true }]);
    await keep('check-detail', 'c-1', {
      ...check('c-1'),
      deleted_at: null,
      components: [{ components: { id: 'k-cart' } }],
      configs: [{ configs: { id: 'g-elsewhere' } }],
    });
    await keep('check-detail', 'c-2', { ...check('c-2'), deleted_at: null, components: [], configs: [] });
    await fixture.put('checks', row({ id: 'c-1', name: 'ping', status: 'unhealthy' }));
    const at = '2026-01-01T00:00:00Z';
    await fixture.put(
      'incidents',
      row({ id: 'i-1', title: 'Cart is slow', status: 'open', severity: 'High', created_at: at }),
      row({ id: 'i-2', title: 'Over', status: 'closed', created_at: at }),
    );
    await fixture.put(
      'hypotheses',
      row({ id: 'h-1', incident_id: 'i-1' }),
      row({ id: 'h-2', incident_id: 'i-2' }),
    );
    await fixture.put(
      'evidences',
      row({ id: 'e-1', hypothesis_id: 'h-1', component_id: 'k-cart' }),
      row({ id: 'e-2', hypothesis_id: 'h-1', config_id: 'g-deployment' }),
      row({ id: 'e-3', hypothesis_id: 'h-2', config_id: 'g-deployment' }),
      row({ id: 'e-4', hypothesis_id: 'h-1', config_id: 'g-elsewhere' }),
    );
    const { checks, incidents, uncheckedIds } = await read({ kind: 'config', id: 'g-deployment' });
    expect(checks).toMatchObject([{ id: 'c-1', name: 'ping', status: 'unhealthy' }]);
    expect(keys(checks[0]?.of ?? [])).toEqual(['config g-deployment', 'component k-cart']);
    expect(uncheckedIds).toEqual(['g-pod']);
    expect(incidents).toMatchObject([{ id: 'i-1', title: 'Cart is slow', severity: 'high', status: 'open' }]);
    expect(keys(incidents[0]?.of ?? []).toSorted()).toEqual(['component k-cart', 'config g-deployment']);
  });

  it('[I23] has the checks that watch a component by their links, whether or not anybody opened them', async () => {
    await shop();
    const watch = async (componentId: string, checkId: string, more: object = {}): Promise<void> => {
      const columns = { component_id: componentId, check_id: checkId, canary_id: null, selector_id: null };
      const key = keyOfRow(tables.check_component_relationships, columns);
      await fixture.put('check_component_relationships', row({ ...columns, ...more, _k: key }));
    };
    await watch('k-cart', 'c-1');
    await watch('k-shop', 'c-1');
    await watch('k-shop', 'c-22222222222');
    await watch('k-shop', 'c-over', { deleted_at: '2026-01-01T00:00:00Z' });
    await watch('k-elsewhere', 'c-3');
    await fixture.put(
      'checks',
      row({ id: 'c-1', name: 'ping', type: 'http', severity: 'high', status: 'unhealthy' }),
      row({ id: 'c-3', name: 'other' }),
    );
    const { checks } = await read({ kind: 'config', id: 'g-deployment' });
    expect(checks).toMatchObject([
      { id: 'c-22222222222', name: 'c-222222', type: null, status: null },
      { id: 'c-1', name: 'ping', type: 'http', severity: 'high', status: 'unhealthy' },
    ]);
    expect(checks.map(({ of }) => keys(of).toSorted())).toEqual([
      ['component k-shop'],
      ['component k-cart', 'component k-shop'],
    ]);
  });

  it('[I23] is all here only where every collection is that decides it, each kind for itself', async () => {
    const isAllHere = async () => (await read({ kind: 'component', id: 'k-1' })).isAllHere;
    const all = [
      'components',
      'config_component_relationships',
      'component_relationships',
      'check_component_relationships',
      'incidents',
      'hypotheses',
      'evidences',
    ];
    await fixture.feeds(...all.map((tbl) => feed(tbl, { status: 'complete' })));
    expect(await isAllHere()).toEqual({ ties: true, checks: true, incidents: true });
    const lacking = async (tbl: string, status: 'partial' | 'forbidden'): Promise<readonly string[]> => {
      await fixture.feeds(feed(tbl, { status }));
      const here = await isAllHere();
      await fixture.feeds(feed(tbl, { status: 'complete' }));
      return Object.entries(here).flatMap(([kind, isHere]) => (isHere ? [] : [kind]));
    };
    const found: (readonly string[])[] = [];
    for (const tbl of all) found.push(await lacking(tbl, tbl === 'evidences' ? 'forbidden' : 'partial'));
    expect(found.flat()).toEqual(['ties', 'ties', 'ties', 'checks', 'incidents', 'incidents', 'incidents']);
  });
});
