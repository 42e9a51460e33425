import { describe, expect, it } from 'vitest';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { ColumnarIndex } from './columnar-index.ts';
import { indexSpecs } from './index-spec.ts';
import { runQuery } from './run-query.ts';

const asked: IndexQuery = {
  filters: [],
  text: '',
  isNear: true,
  isByFit: true,
  sort: { column: 'name', descending: false },
  offset: 0,
  limit: 50,
  facets: [],
  groups: null,
};

interface Item {
  name: string;
  type?: string;
  health?: string;
  description?: string;
  tags?: Record<string, string>;
  labels?: Record<string, string>;
}

function indexOf(items: readonly Item[]): ColumnarIndex {
  const index = new ColumnarIndex(indexSpecs.config_items);
  index.put(items.map((item, at) => ({ id: `i${at}`, ...item })));
  return index;
}

/** Names in the order of the answer. */
function found(items: readonly Item[], text: string, more: Partial<IndexQuery> = {}): readonly string[] {
  return runQuery(indexOf(items), { ...asked, text, ...more }).ids.map(
    (id) => items[Number(id.slice(1))]?.name ?? '',
  );
}

describe('a search of catalog items', () => {
  it('[IDX8] puts the name before its beginning, a word of it, a part of it, what stands beside it, and what is near', () => {
    const items = [
      { name: 'gatewya-old' },
      { name: 'zeta', description: 'behind the gateway' },
      { name: 'beta', labels: { app: 'gateway' } },
      { name: 'alpha', tags: { namespace: 'gateway' } },
      { name: 'subgateway' },
      { name: 'api-gateway' },
      { name: 'gateway-b' },
      { name: 'Gateway-a' },
      { name: 'GATEWAY' },
    ];
    expect(found(items, 'gateway')).toEqual(
      'GATEWAY Gateway-a gateway-b api-gateway subgateway alpha beta zeta gatewya-old'.split(' '),
    );
    expect(found(items, 'gateway', { isByFit: false })).toEqual(
      items.map(({ name }) => name).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    // The worst word decides; all of it as it was typed is more than its words.
    expect(found([{ name: 'gateway-api' }, { name: 'api gateway 2' }], 'api gateway')).toEqual([
      'api gateway 2',
      'gateway-api',
    ]);
  });

  it('[IDX8] puts worse health first among those that fit alike', () => {
    const items = [
      { name: 'web-1', health: 'healthy' },
      { name: 'web-2' },
      { name: 'web-3', health: 'unhealthy' },
      { name: 'web-4', health: 'warning' },
    ];
    expect(found(items, 'web')).toEqual(['web-3', 'web-4', 'web-1', 'web-2']);
  });

  it('[IDX8] forgives one slip in a word, says so, and does not where the word is there', () => {
    const items = [{ name: 'payments-web' }, { name: 'checkout' }, { name: 'web7' }];
    for (const slip of ['paymnets', 'paymens', 'paymments', 'paymentz', 'oayments', 'apyments']) {
      expect(found(items, slip)).toEqual(['payments-web']);
      expect(runQuery(indexOf(items), { ...asked, text: slip }).near).toEqual([slip]);
    }
    expect(runQuery(indexOf(items), { ...asked, text: 'payments' }).near).toEqual([]);
    expect(found(items, 'paymnets', { isNear: false })).toEqual([]);
    // Short words are near to everything.
    expect(found(items, 'wbe')).toEqual([]);
    // Where enough is called that, nothing else is meant.
    const many = Array.from({ length: 20 }, (_, at) => ({ name: `paymens-${at}` }));
    expect(found([...many, ...items], 'paymens')).toHaveLength(20);
    expect(found([...many.slice(1), ...items], 'paymens')).toHaveLength(20);
  });

  it('[IDX8] looks into the values of tags and labels, and for a pair where one is typed', () => {
    const items = [
      { name: 'a', tags: { cluster: 'prod-eu' } },
      { name: 'b', labels: { 'app.io/cluster': 'Prod-US' } },
      { name: 'c', tags: { zone: 'cluster' } },
    ];
    expect(found(items, 'prod')).toEqual(['a', 'b']);
    expect(found(items, 'cluster')).toEqual(['c']);
    expect(found(items, 'cluster=prod')).toEqual(['a', 'b']);
    expect(found(items, 'cluster=')).toEqual(['a', 'b']);
    expect(found(items, 'cluster=us')).toEqual([]);
  });
});
