import { describe, expect, it } from 'vitest';
import { askedOf as askedWith, deletedQuestion, filtersOf, summaryQuestion } from './catalog-query.ts';
import { NO_FACTS } from './group-dimensions.ts';
import { catalogSearch, type CatalogSearch } from './catalog-search.ts';
import { isSummary, summaryHref } from './catalog-view.ts';

const view = (search: CatalogSearch) => catalogSearch.view(search);
const askedOf = (of: ReturnType<typeof view>) => askedWith(of, NO_FACTS);

describe('what the catalog lists', () => {
  it('is the summary without a type, a search or groups; `all` is no type', () => {
    expect(isSummary(view({}))).toBe(true);
    expect(isSummary(view({ configType: 'all' }))).toBe(true);
    expect(isSummary(view({ status: 'Running:1', labels: 'app__:__web' }))).toBe(true);
    expect(isSummary(view({ configType: 'AWS__EC2__Instance' }))).toBe(false);
    expect(isSummary(view({ search: 'web' }))).toBe(false);
    expect(isSummary(view({ groupBy: 'type,zone__tag' }))).toBe(true);
    // Single configs have names, insights and times of change.
    expect(isSummary(view({ groupBy: 'type,name' }))).toBe(false);
  });

  it('is of the type, the labels, the tags, the states', () => {
    const asked = filtersOf(
      view({
        configType: 'AWS__EC2__Instance',
        labels: 'app__:__web,team__:__shop',
        status: 'Running:1,Stopped:-1',
        health: 'unhealthy:1',
        tags: 'zone____a:1,zone____b:-1',
      }),
    );
    expect(asked).toEqual([
      { kind: 'values', column: 'type', include: ['AWS::EC2::Instance'], exclude: [] },
      { kind: 'values', column: 'status', include: ['Running'], exclude: ['Stopped'] },
      { kind: 'values', column: 'health', include: ['unhealthy'], exclude: [] },
      {
        kind: 'pairs',
        column: 'tags',
        include: [{ key: 'zone', value: 'a' }],
        exclude: [{ key: 'zone', value: 'b' }],
      },
      {
        kind: 'pairs',
        column: 'labels',
        include: [
          { key: 'app', value: 'web' },
          { key: 'team', value: 'shop' },
        ],
        exclude: [],
      },
    ]);
    expect(filtersOf(view({}))).toEqual([]);
  });

  it('is in the order of the address; items of one type in that of their names', () => {
    expect(askedOf(view({ status: 'Running:1', groupBy: 'type,name' })).sort).toEqual({
      column: 'type',
      descending: false,
    });
    expect(askedOf(view({ configType: 'A' })).sort).toEqual({ column: 'name', descending: false });
    expect(askedOf(view({ configType: 'A', sortBy: 'cost', sortOrder: 'desc' })).sort).toEqual({
      column: 'cost_total_30d',
      descending: true,
    });
  });

  it('is in the order of the fit while a search stands that nobody has sorted', () => {
    const byName = { column: 'name', descending: false };
    expect(askedOf(view({ search: 'web' }))).toMatchObject({ isNear: true, isByFit: true, sort: byName });
    expect(askedOf(view({ search: 'web', configType: 'A' }))).toMatchObject({ isByFit: true });
    expect(askedOf(view({ search: 'web', sortBy: 'type' }))).toMatchObject({
      isNear: true,
      isByFit: false,
      sort: { column: 'type', descending: false },
    });
    expect(askedOf(view({ search: 'web', sortOrder: 'desc' }))).toMatchObject({ isByFit: false });
    expect(askedOf(view({ configType: 'A' }))).toMatchObject({ isByFit: false });
  });

  it('is gathered by several columns and by tags; what nobody knows is left out', () => {
    expect(askedOf(view({ groupBy: 'config_class,zone__tag,nothing,__tag' })).groupBy).toEqual([
      { column: 'type', before: '::' },
      { column: 'tags', key: 'zone' },
    ]);
    const sets = [{ value: 'high', ids: ['i1'] }];
    const facts = { bySeverity: sets, todayMs: new Date(2026, 10, 26).getTime() };
    const all = askedWith(
      view({ groupBy: 'name,analysis,changed,type,provider,a__tag,b__tag,status' }),
      facts,
    );
    const back = (days: number) => new Date(2026, 10, 26 - days).toISOString();
    expect(all.groupBy).toEqual([
      { column: 'name' },
      { column: 'id', sets },
      { column: 'updated_at', edges: [back(0), back(1), back(6), back(30)] },
      { column: 'type' },
      { column: 'type', before: '::' },
      { column: 'tags', key: 'a' },
      { column: 'tags', key: 'b' },
      { column: 'status' },
    ]);
  });
});

describe('the summary', () => {
  it('asks the server for the same rows, and not where it cannot', () => {
    expect(summaryQuestion(view({ health: 'unhealthy:-1', labels: 'app__:__web' }), true)).toMatchObject({
      source: 'catalog-summary',
      query: { deleted: false, health: '!unhealthy', labels: { app: 'web' } },
    });
    expect(summaryQuestion(view({ groupBy: 'provider,zone__tag' }), true)).toMatchObject({
      query: { groupBy: ['type', 'zone'] },
    });
    expect(summaryQuestion(view({ groupBy: 'zone__tag' }), true)).toMatchObject({
      query: { groupBy: ['zone'] },
    });
    expect(summaryQuestion(view({ groupBy: 'type,health' }), true)).toBeNull();
    expect(summaryQuestion(view({}), false)).toMatchObject({ query: { deleted: true } });
    // Tags are no filter of that call: its numbers would be of other rows.
    expect(summaryQuestion(view({ tags: 'zone____a:1' }), true)).toBeNull();
  });

  it('asks for what is deleted with the filters of the address, the last ones first', () => {
    expect(deletedQuestion(view({ deleted: true }))).toEqual({
      source: 'deleted-configs',
      query: { tags: [], labels: [] },
      range: null,
      page: 1,
      size: 200,
    });
    const narrowed = view({
      deleted: true,
      configType: 'A__B',
      search: 'web',
      health: 'unknown:1',
      page: 2,
      sortBy: 'name',
      tags: 'zone____a:1,zone____b:-1',
      labels: 'app__:__web',
    });
    expect(isSummary(view({ deleted: true }))).toBe(false);
    expect(deletedQuestion(narrowed)).toMatchObject({
      query: {
        type: 'A::B',
        search: 'web',
        health: 'unknown',
        sortBy: 'name',
        isDescending: false,
        tags: [
          { key: 'zone', value: 'a' },
          { key: 'zone', value: 'b', isExcluded: true },
        ],
        labels: [{ key: 'app', value: 'web' }],
      },
      page: 2,
    });
  });

  it('opens a type with the filters it has, and no groups', () => {
    const type = { group: { is: 'type' }, value: 'AWS::EC2::Instance' } as const;
    const zone = { group: { is: 'tag', key: 'zone' }, value: 'a' } as const;
    expect(summaryHref({ status: 'Running:1', groupBy: 'type' }, [type])).toBe(
      '/catalog?configType=AWS__EC2__Instance&status=Running%3A1',
    );
    expect(summaryHref({ tags: 'team____shop:1', groupBy: 'zone__tag' }, [zone])).toBe(
      `/catalog?tags=${encodeURIComponent('team____shop:1,zone____a:1')}`,
    );
  });
});

describe('chips', () => {
  const chips = (search: CatalogSearch) =>
    catalogSearch.chips(search, () => undefined).map(({ field, text, part }) => [field, text, part]);

  it('name the type as people know it, and each label by itself', () => {
    expect(chips({ configType: 'AWS__EC2__Instance' })).toEqual([
      ['Type', 'AWS::EC2::Instance', { configType: undefined }],
    ]);
    expect(chips({ configType: 'all' })).toEqual([]);
    expect(chips({ labels: 'app__:__web,team__:__shop' })).toEqual([
      ['app', 'web', { labels: 'team__:__shop' }],
      ['team', 'shop', { labels: 'app__:__web' }],
    ]);
  });
});
