import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { healthSearch } from './health-search.ts';

const LONG_KEY = `${'p'.repeat(253)}/${'n'.repeat(63)}`;

describe('view and address', () => {
  it('leaves defaults out of the address', () => {
    expect(healthSearch.href({})).toBe('/health');
    expect(healthSearch.href(healthSearch.view({}))).toBe('/health');
    expect(healthSearch.href({ hidePassing: true, groupBy: 'app' })).toBe(
      '/health?hidePassing=true&groupBy=app',
    );
  });

  it.each([
    ['nothing', {}, { groupBy: 'canary_name', tabBy: 'namespace', layout: 'table', hidePassing: false }],
    ['a layout nobody knows', { layout: 'poster' }, { layout: 'table' }],
    ['a check that is no id', { checkId: 'first' }, { checkId: undefined }],
    ['a range of its own', { timeRange: '7h' }, { timeRange: undefined }],
    [
      'a link of the other client',
      { groupBy: 'no-group', tabBy: 'agent_id' },
      { groupBy: 'no_grouping', tabBy: 'agent' },
    ],
    ['a label key of the greatest length', { groupBy: LONG_KEY }, { groupBy: LONG_KEY }],
  ])('%s', (_name, raw, expected) => {
    expect(healthSearch.view(v.parse(healthSearch.schema, raw))).toMatchObject(expected);
  });

  it('tabs of another field begin with all of them', () => {
    expect(healthSearch.apply({ tab: 'prod' }, { tabBy: 'agent' })).toEqual({ tabBy: 'agent' });
  });
});
