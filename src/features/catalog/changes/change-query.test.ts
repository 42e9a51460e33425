import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { questionOf, tagSelector } from './change-query.ts';
import { changeSearch, tagTitle, tagValue } from './change-search.ts';

const ID = '019acc36-0e2a-4f3b-76a6-1ea17f7abda4';
const ask = (raw: object) => questionOf(v.parse(changeSearch.schema, raw), true);
const queryOf = (raw: object): object => {
  const { query } = ask(raw);
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
};

const PLAIN = { includeDeleted: false, sortBy: 'created_at', isDescending: true };

describe('the page of changes that an address asks for', () => {
  it('is by default the first 200 of the last two days, newest first, without those of deleted items', () => {
    expect(ask({})).toMatchObject({
      source: 'changes',
      range: { from: 'now-2d', to: 'now' },
      page: 1,
      size: 200,
    });
    expect(queryOf({})).toEqual(PLAIN);
    expect(questionOf({}, false).query).toMatchObject({ includeDeleted: true });
  });

  it.each([
    [
      'config types',
      { configTypes: 'AWS__EC2__Instance:1,Kubernetes__Pod:1' },
      { configType: 'AWS::EC2::Instance,Kubernetes::Pod' },
    ],
    ['the type of another tab', { configType: 'AWS__EC2__Instance' }, { configType: 'AWS::EC2::Instance' }],
    ['chosen types before that one', { configType: 'A__B', configTypes: 'C__D:-1' }, { configType: '!C::D' }],
    ['every type', { configType: 'all' }, {}],
    ['change types', { changeType: 'diff:1,Pulled:1,Kil||||led____x:1' }, { type: 'diff,Pulled,Kil,led:x' }],
    ['a severity as it is sent', { severity: 'info' }, { severity: 'Info' }],
    ['a severity nobody knows', { severity: 'all' }, {}],
    ['tags', { tags: 'team____a:1,team____b:1,env____dev:-1' }, { tags: 'team in (a,b),env!=dev' }],
    ['tags the server cannot read', { tags: 'a=b____c:1,team____(x):1,plain:1' }, {}],
    ['items', { id: `${ID}:-1,x:1` }, { id: `!${ID}` }],
    [
      'texts with commas',
      { summary: 'a||||b c:-1', source: 'x/y:1' },
      { summary: '!a%2Cb%20c', source: 'x%2Fy' },
    ],
    [
      'people',
      { created_by: `${ID}:1`, external_created_by: 'Ada Byron:1' },
      { createdBy: ID, externalCreatedBy: 'Ada%20Byron' },
    ],
    ['an order', { sortBy: 'name', sortOrder: 'asc' }, { sortBy: 'name', isDescending: false }],
    ['an order nobody knows', { sortBy: 'tags', sortOrder: 'up' }, {}],
  ])('has %s', (_what, raw, query) => {
    expect(queryOf(raw)).toEqual({ ...PLAIN, ...query });
  });

  it.each([
    ['relative', { rangeType: 'relative', range: 'now-1y' }, { from: 'now-1y', to: 'now' }],
    ['by name', { rangeType: 'mapped', timeRange: 'Yesterday' }, { from: 'now-1d/d', to: 'now-1d/d' }],
    [
      'absolute',
      { rangeType: 'absolute', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
    ],
    ['none: the default', { rangeType: 'mapped', timeRange: 'Someday' }, { from: 'now-2d', to: 'now' }],
    [
      'backwards: the default',
      { rangeType: 'absolute', from: '2026-01-02', to: '2026-01-01' },
      { from: 'now-2d', to: 'now' },
    ],
  ])('has a range that is %s', (_what, raw, range) => {
    expect(ask(raw).range).toEqual(range);
  });
});

describe('a chip', () => {
  const chips = (raw: object) =>
    changeSearch.chips(v.parse(changeSearch.schema, raw), (param, value) =>
      param === 'id' && value === ID ? 'web' : param === 'rangeType' ? 'Last hour' : undefined,
    );

  it('says values as people read them, and the name of an item', () => {
    const found = chips({
      configTypes: 'AWS__EC2__Instance:-1',
      tags: 'team____a:1',
      id: `${ID}:1`,
      severity: 'high',
      rangeType: 'relative',
      range: 'now-1h',
      display: 'a lie',
    });
    expect(found.map(({ field, text, isExcluded }) => [field, text, isExcluded === true])).toEqual([
      ['Config type', 'AWS::EC2::Instance', true],
      ['Severity', 'high or worse', false],
      ['Tag', 'team=a', false],
      ['Catalog', 'web', false],
      ['Time range', 'Last hour', false],
    ]);
  });

  it('of the range takes all of it away', () => {
    const search = v.parse(changeSearch.schema, {
      rangeType: 'relative',
      range: 'now-1h',
      display: 'x',
      page: 3,
    });
    const [chip] = changeSearch.chips(search, () => undefined);
    expect(changeSearch.apply(search, chip?.part ?? {})).toEqual({});
  });
});

it('a tag goes to the address and to the server and back', () => {
  expect(tagValue('app.kubernetes.io/name', 'a:b')).toBe('app.kubernetes.io/name:a:b');
  expect(tagTitle('app:a:b')).toBe('app=a:b');
  expect(tagValue('team', 'a,b')).toBeUndefined();
  const item = { value: 'app:a:b', mode: 'include' } as const;
  expect(tagSelector([item, { value: 'app:c', mode: 'exclude' }])).toBe('app=a:b,app!=c');
  expect(tagSelector([])).toBeUndefined();
});
