import { describe, expect, it } from 'vitest';
import { canaryHref, nextRunAt, originOf, readDetail, relatedHref } from './check-detail.ts';

const BODY = {
  id: 'k1',
  name: 'api',
  canary_id: 'n1',
  last_runtime: '2026-11-20T12:00:00Z',
  next_runtime: '2026-11-20T12:01:00Z',
  last_transition_time: null,
  canary: { id: 'n1', name: 'checkout', source: 'UI' },
  components: [{ components: { id: 'p1', name: 'shop', icon: null } }, { components: null }],
  configs: [
    { configs: { id: 'g2', name: 'web', type: 'Kubernetes::Deployment' } },
    { configs: { id: 'g1', name: 'api', type: 'Kubernetes::Service' } },
    { configs: { id: 'g2', name: 'web', type: 'Kubernetes::Deployment' } },
  ],
};

describe('what the server says of a check', () => {
  it('lists each related thing once, by name, and counts what is not shown', () => {
    const detail = readDetail(BODY);
    expect(detail?.related.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'component p1',
      'config g1',
      'config g2',
    ]);
    expect(detail?.hiddenCount).toBe(1);
    expect([detail?.canaryName, detail?.nextRun, detail?.transitioned]).toEqual([
      'checkout',
      '2026-11-20T12:01:00Z',
      null,
    ]);
  });

  it('reads a check that belongs to nothing, and refuses what is none', () => {
    expect(readDetail({ id: 'k1', name: 'api' })?.related).toEqual([]);
    expect(readDetail({ id: 7 })).toBeUndefined();
    expect(readDetail(null)).toBeUndefined();
  });

  it.each([
    ['2026-11-20T12:01:00Z', '2026-11-20T12:00:00Z', 60_000, '2026-11-20T12:01:00Z'],
    ['2026-11-20T12:01:00Z', null, null, '2026-11-20T12:01:00Z'],
    ['2026-11-01T12:01:00Z', '2026-11-20T12:00:00Z', 60_000, '2026-11-20T12:01:00.000Z'],
    [null, '2026-11-20T12:00:00Z', 300_000, '2026-11-20T12:05:00.000Z'],
    ['2026-11-01T12:01:00Z', '2026-11-20T12:00:00Z', null, null],
    [null, null, 60_000, null],
  ])('planned for %s, run at %s, every %s ms: next at %s', (plan, lastRun, intervalMs, next) => {
    expect(nextRunAt(plan, lastRun, intervalMs)).toBe(next);
  });

  it('links to the pages of the product', () => {
    expect(readDetail(BODY)?.related.map(relatedHref)).toEqual([
      '/topology/p1',
      '/catalog/g1',
      '/catalog/g2',
    ]);
    expect(canaryHref('a/b')).toBe('/settings/canaries/a%2Fb');
  });

  it.each([
    ['kubernetes/0190aaaa-0000-7000-8000-000000000001', '/catalog/0190aaaa-0000-7000-8000-000000000001'],
    ['component/0190aaaa-0000-7000-8000-000000000002', '/topology/0190aaaa-0000-7000-8000-000000000002'],
    ['UI', null],
    ['kubernetes/not an id', null],
    [null, null],
  ])('leads to what defines it: %s', (source, href) => {
    const origin = originOf({ source, related: [] });
    expect(origin && relatedHref(origin)).toBe(href);
  });

  it('names what defines it where that is among what it belongs to', () => {
    const id = '0190aaaa-0000-7000-8000-000000000001';
    const related = { kind: 'config', id, name: 'shop-canary', type: 'Kubernetes::Canary' } as const;
    expect(originOf({ source: `kubernetes/${id}`, related: [related] })).toBe(related);
  });
});
