import { expect, it } from 'vitest';
import { makeOp } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, incident } from '#tests/contract/store/read-fixture.ts';

const fixture = createReadFixture('inspect');

it('[VER4] a row without changes shows the same on both sides', async () => {
  await fixture.put('incidents', incident('1'));
  const row = await fixture.model.inspectRow('incidents', '1');
  expect(row.visible).toEqual(row.base);
  expect(row.visible?.['id']).toBe('1');
  expect(Object.keys(row.visible ?? {}).filter((name) => name.startsWith('_'))).toEqual([]);
  expect(row.ops).toEqual([]);
});

it('[VER4] a row with a change shows both versions and the change', async () => {
  await fixture.put('incidents', incident('1', { title: 'Mine' }));
  const op = makeOp(fixture.identity, {
    id: 'op-1',
    tbl: 'incidents',
    rowId: '1',
    kind: 'update',
    patch: { title: 'Mine' },
  });
  await fixture.journal.mutate({ open: true }, () => ({ put: [op], lastSeq: op.seq, result: undefined }));
  const { tbl, rowId: id } = op;
  await fixture.cache.mutate([{ tbl: 'incidents', id }], null, () => ({
    putShadows: [{ tbl, id, base: { id, title: 'Theirs' }, fence: 3 * 2 ** 20 + 17, pending: [] }],
    result: undefined,
  }));
  const row = await fixture.model.inspectRow('incidents', '1');
  expect([row.base?.['title'], row.visible?.['title']]).toEqual(['Theirs', 'Mine']);
  expect(row.seen).toEqual({ epoch: 3, step: 17 });
  expect(row.ops.map(({ patch }) => patch)).toEqual([{ title: 'Mine' }]);
});

it('[VER4] a row that is not here, and a name that is no collection, are nothing', async () => {
  const nothing = { visible: null, base: null, ops: [], seen: null, deletedAt: null };
  expect(await fixture.model.inspectRow('incidents', 'x')).toEqual(nothing);
  expect(await fixture.model.inspectRow('cache_meta', 'x')).toEqual(nothing);
});
