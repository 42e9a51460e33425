import { describe, expect, it } from 'vitest';
import type { ScraperRef } from '#sync/read/scrapers.ts';
import { itemsByScraper, scrapersOf } from './scraper-row.ts';

const REF: ScraperRef = {
  id: 's1',
  name: 'aws',
  namespace: null,
  description: null,
  source: 'UI',
  agent: null,
  author: null,
  createdAt: null,
  updatedAt: null,
};
const group = (values: readonly (string | null)[], count: number) => ({ id: '', values, count, splits: [] });

describe('a scraper', () => {
  it('of what the server did not say it is not known whether it ran', () => {
    expect(scrapersOf([REF], undefined, null)).toEqual([{ ...REF, run: undefined, items: null }]);
    const [known] = scrapersOf([REF], [{ id: 's1', job_status: 'FAILED' }, { id: 's9' }], new Map());
    expect(known).toMatchObject({ run: { status: 'FAILED' }, items: { count: 0, types: [] } });
  });

  it('[I23] items that are not all here are not counted', () => {
    const groups = [group(['s1', 'AWS::EC2'], 3), group([null, 'AWS::EC2'], 2), group(['s1', 'AWS::RDS'], 1)];
    expect(itemsByScraper({ state: 'partial', groups })).toBeNull();
    expect(itemsByScraper(undefined)).toBeNull();
    expect(itemsByScraper({ state: 'complete', groups })?.get('s1')).toEqual({
      count: 4,
      types: ['AWS::EC2', 'AWS::RDS'],
    });
  });
});
