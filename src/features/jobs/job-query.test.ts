import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { questionOf } from './job-query.ts';
import { jobSearch } from './job-search.ts';

const SCRAPER = { id: '019acc36-0e2a-4f3b-76a6-1ea17f7abda4', type: 'config_scraper' };
const ask = (raw: object) => questionOf(SCRAPER, v.parse(jobSearch('/x').schema, raw));
const queryOf = (raw: object): object => {
  const { query } = ask(raw);
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
};

const PLAIN = {
  resourceId: SCRAPER.id,
  resourceType: SCRAPER.type,
  sortBy: 'created_at',
  isDescending: true,
};

describe('the page of runs that an address asks for', () => {
  it('is by default the first 150 of the resource, newest first, whatever became of them', () => {
    expect(ask({})).toMatchObject({ source: 'job-history', range: null, page: 1, size: 150 });
    expect(queryOf({})).toEqual(PLAIN);
  });

  it.each([
    ['statuses that are kept', { status: 'FAILED:1,WARNING:1' }, { status: 'FAILED,WARNING' }],
    ['one that is left out', { status: 'SUCCESS:-1' }, { status: '!SUCCESS' }],
    ['names', { name: 'Scraper:1' }, { name: 'Scraper' }],
    ['seconds', { duration: '15s' }, { minDurationMs: 15_000 }],
    ['minutes', { duration: '10m' }, { minDurationMs: 600_000 }],
    ['a duration that is not offered', { duration: '7m' }, {}],
    [
      'another order',
      { sortBy: 'duration_millis', sortOrder: 'asc' },
      { sortBy: 'duration_millis', isDescending: false },
    ],
    ['an order that the server does not have', { sortBy: 'statistics' }, {}],
  ])('has %s', (_what, raw, query) => {
    expect(queryOf(raw)).toEqual({ ...PLAIN, ...query });
  });

  it('has the page, its size and the time range', () => {
    expect(ask({ page: 3, pageSize: 25, rangeType: 'relative', range: 'now-2d' })).toMatchObject({
      page: 3,
      size: 25,
      range: { from: 'now-2d', to: 'now' },
    });
  });
});
