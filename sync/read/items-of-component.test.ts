import { expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import { keyOfRow } from '../protocol/keys.ts';
import { tables } from '../protocol/tables.ts';

const fixture = createReadFixture('items-of-component');

it('[I23] items of a component are those it is linked to now, and none is claimed before the links are here', async () => {
  expect(await fixture.model.itemsOfComponent('k1')).toMatchObject({ data: [], state: 'never' });
  const link = (component: string, item: string, more: object = {}) => {
    const columns = { component_id: component, config_id: item, selector_id: 'manual', ...more };
    return row({ ...columns, _k: keyOfRow(tables.config_component_relationships, columns) });
  };
  await fixture.put(
    'config_component_relationships',
    link('k1', 'g2'),
    link('k1', 'g1'),
    link('k1', 'g1', { selector_id: 'by-name' }),
    link('k1', 'g3', { deleted_at: '2026-01-01T00:00:00Z' }),
    link('k2', 'g4'),
  );
  await fixture.feeds(feed('config_component_relationships', { status: 'complete' }));
  expect(await fixture.model.itemsOfComponent('k1')).toMatchObject({ data: ['g1', 'g2'], state: 'complete' });
  expect((await fixture.model.itemsOfComponent('k9')).data).toEqual([]);
});
