import { expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import { keyOfRow } from '../protocol/keys.ts';
import { pendingFlag } from '../protocol/stored.ts';
import { tables } from '../protocol/tables.ts';
import { checksOfComponentRead, configLinksRead } from './component-links.ts';

const fixture = createReadFixture('component-links');

function link(columns: Record<string, string>, flags = 0) {
  return row({ ...columns, _k: keyOfRow(tables.config_component_relationships, columns) }, flags);
}

it('[I23] links are read from both ends, with who made them', async () => {
  expect(await fixture.model.late(configLinksRead('component_id', 'k1'))).toMatchObject({
    data: [],
    state: 'never',
  });
  await fixture.put(
    'config_component_relationships',
    link({ component_id: 'k1', config_id: 'g1', selector_id: 'manual' }, pendingFlag.pending),
    link({ component_id: 'k1', config_id: 'g2', selector_id: 'a1b2' }),
    link({ component_id: 'k2', config_id: 'g1', selector_id: 'manual' }),
    link({ component_id: 'k3', config_id: 'g1', selector_id: 'manual' }),
    // As it was keyed before: the same link once more, until the collection has been read again.
    row({ component_id: 'k1', config_id: 'g2', selector_id: 'a1b2', _k: 'k1~g2~a1b2' }),
    link({ component_id: 'k1', config_id: 'g3', selector_id: 'manual', deleted_at: '2026-01-01T00:00:00Z' }),
  );
  await fixture.feeds(feed('config_component_relationships', { status: 'complete' }));
  const ofComponent = await fixture.model.late(configLinksRead('component_id', 'k1'));
  expect(ofComponent.state).toBe('complete');
  expect(
    ofComponent.data.map(({ configId, isHandMade, marks }) => [configId, isHandMade, marks.pending]),
  ).toEqual([
    ['g1', true, true],
    ['g2', false, false],
  ]);
  const ofItem = await fixture.model.late(configLinksRead('config_id', 'g1'));
  expect(ofItem.data.map(({ componentId }) => componentId)).toEqual(['k1', 'k2', 'k3']);
});

it('[I23] checks of a component, each once', async () => {
  const watched = (component: string, check: string, canary: string) => {
    const columns = { component_id: component, check_id: check, canary_id: canary, selector_id: 's' };
    return row({ ...columns, _k: keyOfRow(tables.check_component_relationships, columns) });
  };
  await fixture.put(
    'check_component_relationships',
    watched('k1', 'c2', 'y1'),
    watched('k1', 'c1', 'y1'),
    watched('k1', 'c1', 'y2'),
    watched('k2', 'c3', 'y1'),
  );
  expect((await fixture.model.late(checksOfComponentRead('k1'))).data).toEqual(['c1', 'c2']);
});
