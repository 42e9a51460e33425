import { expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import { pendingFlag } from '../protocol/stored.ts';
import { compareText } from './columns.ts';
import { rowRead, rowsRead } from './rows.ts';

const fixture = createReadFixture('rows');

async function makeComments(): Promise<void> {
  const { pending, deletedLocally } = pendingFlag;
  await fixture.put(
    'comments',
    row({ id: 'c1', incident_id: 'i1', comment: 'first' }),
    { ...row({ id: 'c2', incident_id: 'i2', comment: 'second' }), _p: pending },
    row({ id: 'c3', incident_id: 'i1', comment: 'gone', deleted_at: '2026-01-01T00:00:00Z' }),
    { ...row({ id: 'c4', incident_id: 'i1', comment: 'taken back' }), _p: deletedLocally },
  );
}

const texts = (read: { readonly data: readonly { readonly row: object }[] }) =>
  read.data.map((view) => String(Reflect.get(view.row, 'comment'))).sort(compareText);

it('rows come whole, by their keys, or by a column, and never those that were deleted', async () => {
  await makeComments();
  expect(texts(await fixture.model.late(rowsRead('comments')))).toEqual(['first', 'second']);
  expect(texts(await fixture.model.late(rowsRead('comments', { keys: ['c2', 'c3', 'c9'] })))).toEqual([
    'second',
  ]);
  const ofIncident = rowsRead('comments', { column: 'incident_id', value: 'i1' });
  expect(texts(await fixture.model.late(ofIncident))).toEqual(['first']);
});

it('a row has its columns alone, and what of it is not on the server', async () => {
  await makeComments();
  const { data } = await fixture.model.late(rowRead('comments', 'c2'));
  expect(Object.keys(data?.row ?? {}).filter((name) => name.startsWith('_'))).toEqual([]);
  expect(data?.marks).toEqual({ pending: true, failed: false, conflict: false, parked: false });
});

it('[I23] no row is called missing before the collection is here', async () => {
  expect(await fixture.model.late(rowRead('comments', 'c1'))).toMatchObject({ data: null, state: 'never' });
  await fixture.feeds(feed('comments'));
  expect(await fixture.model.late(rowRead('comments', 'c1'))).toMatchObject({
    data: null,
    state: 'complete',
  });
  expect(await fixture.model.late(rowsRead('comments'))).toMatchObject({ data: [], state: 'complete' });
});
