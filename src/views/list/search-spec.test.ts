import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  choice,
  dimension,
  flag,
  id,
  labels,
  range,
  text,
  triState,
  whole,
  withTriStateValue,
} from './params.ts';
import { searchOfAddress } from '#src/platform/device/search-params.ts';
import { searchSpec } from './search-spec.ts';

const ID = 'ABCDEF01-0000-4000-8000-000000000000';
const spec = searchSpec({
  path: '/things',
  typingMs: 400,
  params: {
    status: choice(['new', 'open', 'all'], 'open', { field: 'Status', none: 'all' }),
    find: text({ field: 'Search' }),
    owner: id({ field: 'Owner' }),
    kinds: triState('Kind'),
    isLoud: flag({ field: 'Loud', on: 'only' }),
    labels: labels(),
    tab: text({ field: 'Tab' }),
    tabBy: dimension('namespace', (name) => (name === 'ns' ? 'namespace' : name), { resets: ['tab'] }),
    page: whole(0, { role: 'page', max: 9 }),
    sortBy: choice(['name', 'last_run'], 'name', { role: 'order' }),
    timeRange: range({ role: 'place' }),
    openId: id({ role: 'place' }),
  },
});
const read = (raw: object) => spec.view(v.parse(spec.schema, raw));
const noName = (): undefined => undefined;

describe('a text in an address', () => {
  it.each(['{}', '[1]', 'null', '"quoted"', '42', '1e3', 'true', 'a=b&c', ''])(
    '%j comes back as it was typed',
    (typed) => {
      const { search } = new URL(spec.href({ find: typed }), 'http://host');
      expect(read(searchOfAddress.parseSearch(search)).find).toBe(typed);
    },
  );
});

describe('an address', () => {
  it.each([
    ['nothing', {}, { status: 'open', find: '', owner: undefined, isLoud: false, page: 0, labels: {} }],
    ['a value nobody knows', { status: 'odd', page: 10, timeRange: '7h' }, { status: 'open', page: 0 }],
    [
      'other letters',
      { status: 'OPEN', sortBy: 'lastRun', owner: ID },
      { sortBy: 'last_run', owner: ID.toLowerCase() },
    ],
    [
      'what the router could read',
      { find: 502, isLoud: 1, page: '3' },
      { find: '502', isLoud: true, page: 3 },
    ],
    [
      'lists and objects',
      { find: ['a'], status: {}, page: null, labels: 'x' },
      { find: '', page: 0, labels: {} },
    ],
    ['blank text', { find: '   ', tabBy: ' ' }, { find: '', tabBy: 'namespace' }],
    ['another spelling', { tabBy: 'ns' }, { tabBy: 'namespace' }],
    ['three states', { kinds: 'a:1,b:-1,c:0' }, { kinds: 'a:1,b:-1' }],
    ['labels as text', { labels: '{"canary:app:web":1,"app":1}' }, { labels: { 'canary:app:web': 1 } }],
    ['names of every object', { constructor: 'x', status: '__proto__' }, { status: 'open' }],
  ])('reads %s', (_name, raw, expected) => {
    expect(read(raw)).toMatchObject(expected);
  });

  it('has nothing that would be assumed, and one order', () => {
    expect(spec.href({ status: 'open', isLoud: false, find: '', labels: {}, page: 0 })).toBe('/things');
    expect(spec.href({ isLoud: true, find: 'a b&c', status: 'all' })).toBe(
      '/things?status=all&find=a+b%26c&isLoud=true',
    );
  });

  it('is changed with what the change resets', () => {
    expect(spec.apply({ tab: 'prod', find: 'x' }, { tabBy: 'cluster' })).toEqual({
      find: 'x',
      tabBy: 'cluster',
    });
    expect(spec.apply({ tab: 'prod' }, { tabBy: 'cluster', tab: 'eu' })).toEqual({
      tab: 'eu',
      tabBy: 'cluster',
    });
    // It is what it was: nothing begins anew.
    expect(spec.apply({ tab: 'prod', tabBy: 'app' }, { tabBy: 'app' })).toEqual({
      tab: 'prod',
      tabBy: 'app',
    });
  });

  it('begins with the first page of other rows', () => {
    expect(spec.apply({ page: 3 }, { find: 'x' })).toEqual({ find: 'x' });
    expect(spec.apply({ page: 3 }, { sortBy: 'last_run' })).toEqual({ sortBy: 'last_run' });
    expect(spec.apply({ page: 3 }, { openId: ID })).toEqual({ page: 3, openId: ID });
    expect(spec.apply({}, { page: 3 })).toEqual({ page: 3 });
  });

  it('tells other rows from another order and from what is open', () => {
    const here = { find: 'x', sortBy: 'last_run', openId: ID, tabBy: 'app' } as const;
    expect(spec.listKey(here)).toBe(spec.listKey({ find: 'x', tabBy: 'app' }));
    expect(spec.listKey(here)).not.toBe(spec.listKey({ find: 'x' }));
    expect(spec.orderKey(here)).not.toBe(spec.orderKey({ find: 'x', tabBy: 'app' }));
    expect(spec.orderKey(here)).toBe(spec.orderKey({ ...here, openId: undefined, timeRange: '3h' }));
  });

  it('tells filters from how they are shown', () => {
    expect(spec.hasFilters({ tabBy: 'app', sortBy: 'last_run', openId: ID })).toBe(false);
    const filtered = { find: 'x', labels: { 'canary:app:web': 1 }, tabBy: 'app' } as const;
    expect(spec.hasFilters(filtered)).toBe(true);
    expect(spec.apply(filtered, spec.clearing(filtered))).toEqual({ tabBy: 'app' });
  });
});

describe('chips', () => {
  const words = (search: Parameters<typeof spec.chips>[0]): readonly string[] =>
    spec
      .chips(search, noName)
      .map(({ field, text: shown, isExcluded }) => `${field}: ${isExcluded === true ? 'not: ' : ''}${shown}`);

  it('show what is filtered, a default too; one is taken away by the value that filters nothing', () => {
    expect(words({})).toEqual(['Status: open']);
    const [status] = spec.chips({}, noName);
    expect(spec.apply({}, status?.part ?? {})).toEqual({ status: 'all' });
    const [any] = spec.chips({ status: 'all' }, noName);
    expect(any?.text).toBe('Any');
    expect(spec.apply({ status: 'all' }, any?.part ?? {})).toEqual({});
  });

  it('show ids by their names, and dots until they are known', () => {
    expect(words({ owner: ID })).toContain('Owner: …');
    const named = spec.chips({ owner: ID }, (param) => (param === 'owner' ? 'Ada' : undefined));
    expect(named.map(({ text: shown }) => shown)).toContain('Ada');
  });

  it('take away one filter at a time', () => {
    const search = { find: 'dns', isLoud: true, kinds: 'a:1,b:-1', labels: { 'canary:app:web': 1 } } as const;
    expect(words(search).slice(1)).toEqual([
      'Search: dns',
      'Kind: a',
      'Kind: not: b',
      'Loud: only',
      'app: web',
    ]);
    const chips = spec.chips(search, noName);
    expect(spec.apply(search, chips[2]?.part ?? {})).toEqual({ ...search, kinds: 'b:-1' });
    expect(spec.apply(search, chips[5]?.part ?? {})).toEqual({
      find: 'dns',
      isLoud: true,
      kinds: 'a:1,b:-1',
    });
  });

  it('[2.4] "A label filter collapses to a count when more than 4 values are selected"', () => {
    const four = { 'canary:app:a': 1, 'canary:app:b': 1, 'canary:app:c': -1, 'canary:app:d': 1 } as const;
    expect(words({ labels: four }).slice(1)).toEqual(['app: a', 'app: b', 'app: not: c', 'app: d']);
    const six = { ...four, 'canary:app:e': -1, 'canary:tier:web': 1 } as const;
    // Each label counts for itself.
    expect(words({ labels: six }).slice(1)).toEqual(['app: 5 selected', 'tier: web']);
    const [, many] = spec.chips({ labels: six }, noName);
    expect(spec.apply({ labels: six }, many?.part ?? {})).toEqual({ labels: { 'canary:tier:web': 1 } });
  });
});

it('a three-state filter keeps the values it had', () => {
  expect(withTriStateValue('a:1', 'b:c', 'exclude')).toBe('a:1,b____c:-1');
  expect(withTriStateValue('a:1,b:-1', 'a', undefined)).toBe('b:-1');
});
