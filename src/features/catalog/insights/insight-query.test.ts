import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { askedOf, itemsQuery, MAX_ITEMS } from './insight-query.ts';
import { insightSearch } from './insight-search.ts';

const ID = '019acc36-0e2a-4f3b-76a6-1ea17f7abda4';
const viewOf = (raw: object) => insightSearch.view(v.parse(insightSearch.schema, raw));
const values = (column: string, ...include: string[]) => ({ kind: 'values', column, include, exclude: [] });

describe('the insights that an address asks for', () => {
  it('are by default all of them, first observed last', () => {
    expect(askedOf(viewOf({}), null)).toEqual({
      filters: [],
      text: '',
      sort: { column: 'first_observed', descending: true },
      facets: [],
      groupBy: [],
    });
  });

  it.each([
    ['a type', { type: 'cost' }, [values('analysis_type', 'cost')]],
    [
      'both spellings of one type',
      { type: 'technicalDebt' },
      [values('analysis_type', 'technical_debt', 'technicalDebt')],
    ],
    ['a type nobody knows', { type: 'weather' }, []],
    ['[9] a severity in lower case', { severity: 'Info' }, [values('severity', 'info')]],
    ['every severity', { severity: 'All' }, []],
    ['an analyzer', { analyzer: 'idle-instance' }, [values('analyzer', 'idle-instance')]],
    ['a status', { status: 'resolved' }, [values('status', 'resolved')]],
    ['an item', { configId: ID }, [values('config_id', ID)]],
    ['no item', { configId: 'x' }, []],
  ])('have %s', (_what, raw, filters) => {
    expect(askedOf(viewOf(raw), null).filters).toEqual(filters);
  });

  it('are those of some items, of none of them, and of as many as can be asked for', () => {
    expect(askedOf(viewOf({}), ['a', 'b']).filters).toEqual([values('config_id', 'a', 'b')]);
    // No value at all would let everything through.
    expect(askedOf(viewOf({}), []).filters).toEqual([values('config_id', 'none')]);
    const many = Array.from({ length: MAX_ITEMS + 1 }, (_, at) => String(at));
    expect(askedOf(viewOf({}), many).filters[0]).toMatchObject({ include: many.slice(0, MAX_ITEMS) });
    expect(itemsQuery(viewOf({ status: 'open' }), ['a'])).toMatchObject({
      filters: [values('status', 'open'), values('config_id', 'a')],
      groups: { by: [{ column: 'config_id' }], limit: MAX_ITEMS },
    });
  });

  it('stand in an order of the address, whatever page of the old list it names', () => {
    const view = viewOf({ sortBy: 'severity', sortOrder: 'asc', pageIndex: '3', pageSize: '20' });
    expect(askedOf(view, null).sort).toEqual({ column: 'severity', descending: false });
    expect(insightSearch.chips(v.parse(insightSearch.schema, { pageIndex: 3 }), () => undefined)).toEqual([]);
    expect(askedOf(viewOf({ sortBy: 'message', sortOrder: 'up' }), null).sort).toEqual({
      column: 'first_observed',
      descending: true,
    });
  });

  it('name their filters on chips, the type of the other tabs too', () => {
    const search = v.parse(insightSearch.schema, {
      configType: 'AWS__EC2__Instance',
      type: 'technicalDebt',
      component: ID,
    });
    const chips = insightSearch.chips(search, (param) => (param === 'component' ? 'shop' : undefined));
    expect(chips.map(({ field, text }) => `${field}: ${text}`)).toEqual([
      'Config type: AWS::EC2::Instance',
      'Type: Technical debt',
      'Component: shop',
    ]);
    expect(insightSearch.chips({ configType: 'all' }, () => undefined)).toEqual([]);
  });
});
