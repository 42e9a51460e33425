import { expect, it } from 'vitest';
import type { IndexQuery, IndexResult } from '#sync/protocol/index-query.ts';
import { readItemCounts } from './use-item-counts.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

const nothing: IndexResult = {
  ids: [],
  total: 0,
  all: 0,
  facets: [],
  groups: [],
  groupTotal: 0,
  lines: [],
  lineTotal: 0,
  near: [],
  version: 1,
  ...deviceClaim('complete', null),
};

it('a file has what is counted of every row, however many there are, and nothing for what is not known', async () => {
  const asked: number[] = [];
  const idsOf = ({ filters: [filter] }: IndexQuery): readonly (string | null)[] =>
    filter?.kind === 'values' ? filter.include : [];
  const index = {
    query: (tbl: string, query: IndexQuery): Promise<IndexResult> => {
      const ids = idsOf(query);
      asked.push(ids.length);
      const isOfInsights = tbl === 'config_analysis';
      const splits = isOfInsights ? [[{ value: 'high', count: 1 }]] : [];
      const groups = ids.flatMap((id) =>
        id === 'i0' ? [] : [{ id: `${id}`, values: [id], count: 2, splits }],
      );
      return Promise.resolve({ ...nothing, groups, state: isOfInsights ? 'partial' : 'complete' });
    },
  };
  const ids = Array.from({ length: 2500 }, (_, at) => `i${at}`);
  const countsOf = await readItemCounts(index, ids);
  expect(asked).toEqual([1000, 1000, 1000, 1000, 500, 500]);
  expect([countsOf('i0').changes, countsOf('i2499').changes]).toEqual([0, 2]);
  expect(countsOf('i2499').insights).toBeNull();
});
