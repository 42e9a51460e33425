import { describe, expect, it } from 'vitest';
import { fitsOnly, indexOnly, readPickOnly, type PickOnly, type SelectedRow } from './resource-selector.ts';

const only = (value: unknown, isAny = true): PickOnly => {
  const read = readPickOnly(value, isAny);
  if (read === undefined) throw new Error('no selectors');
  return read;
};
const AGENT = '0190a3c4-5b00-7000-8300-000000000301';
const row = (more: Partial<SelectedRow> = {}): SelectedRow => ({
  name: 'checkout',
  namespace: 'shop',
  agentId: AGENT,
  type: 'Service',
  status: 'running',
  health: 'healthy',
  labels: { app: 'checkout', tier: 'web' },
  tags: null,
  ...more,
});

describe('what a selector lets through', () => {
  it.each([
    ['nothing said', {}, true],
    ['its type', { types: ['Pod', 'Service'] }, true],
    ['another type', { types: ['Pod'] }, false],
    ['all types but its own', { types: ['!Service'] }, false],
    ['its name', { name: 'checkout' }, true],
    ['a part of its name', { name: 'check' }, false],
    ['its namespace', { namespace: 'shop' }, true],
    ['another namespace', { namespace: 'default' }, false],
    ['its agent', { agent: AGENT }, true],
    ['another agent', { agent: AGENT.replace('301', '302') }, false],
    ['any agent', { agent: 'all' }, true],
    ['its status', { statuses: ['running'] }, true],
    ['another status', { statuses: ['failed'] }, false],
    ['its health', { health: 'healthy,warning' }, true],
    ['another health', { health: ['unhealthy'] }, false],
    ['its label', { labelSelector: 'app=checkout' }, true],
    ['two labels, one of them another', { labelSelector: 'app = checkout, tier==db' }, false],
    ['one of several values', { labelSelector: 'tier in (db, web),app' }, true],
    ['none of several values', { labelSelector: 'tier notin (db, web)' }, false],
    ['not that value', { labelSelector: 'tier!=db' }, true],
    ['without that label', { labelSelector: '!tier' }, false],
    ['a label that it has not', { labelSelector: 'zone' }, false],
    ['a tag', { tagSelector: 'cluster=eu' }, false],
  ])('%s', (_name, selector, fits) => {
    expect(fitsOnly(row(), only([selector]))).toBe(fits);
    expect(only([selector]).ignored).toEqual([]);
  });

  it('is what one of several does, or what all of them do', () => {
    const two = [{ types: ['Pod'] }, { name: 'checkout' }];
    expect(fitsOnly(row(), only(two))).toBe(true);
    expect(fitsOnly(row(), only(two, false))).toBe(false);
  });

  it('is named where nobody can look at it', () => {
    const told = only([
      { types: ['Kubernetes::*'], fieldSelector: 'owner=a', agent: 'eu-west', cache: 'no-cache' },
      { labelSelector: 'replicas>3', scope: 's1', id: 'x' },
    ]);
    expect(told.ignored).toEqual(['agent', 'fieldSelector', 'id', 'labelSelector', 'scope', 'types']);
    expect(fitsOnly(row(), told)).toBe(true);
    expect(readPickOnly(null, true)).toBeUndefined();
    expect(readPickOnly([], true)).toBeUndefined();
  });
});

describe('the same of an index of items', () => {
  it('is its filters, a tag for the namespace, and words for the whole name', () => {
    const asked = only({
      name: 'checkout',
      namespace: 'shop',
      types: ['Service'],
      statuses: ['!failed'],
      agent: AGENT,
      labelSelector: 'app in (a,b)',
      tagSelector: 'cluster!=eu',
    });
    expect(indexOnly(asked)).toEqual({
      name: 'checkout',
      filters: [
        { kind: 'values', column: 'type', include: ['Service'], exclude: [] },
        { kind: 'values', column: 'status', include: [], exclude: ['failed'] },
        { kind: 'values', column: 'agent_id', include: [AGENT], exclude: [] },
        {
          kind: 'pairs',
          column: 'labels',
          include: [
            { key: 'app', value: 'a' },
            { key: 'app', value: 'b' },
          ],
          exclude: [],
        },
        { kind: 'pairs', column: 'tags', include: [{ key: 'namespace', value: 'shop' }], exclude: [] },
        { kind: 'pairs', column: 'tags', include: [], exclude: [{ key: 'cluster', value: 'eu' }] },
      ],
      ignored: [],
    });
  });

  it('knows no "or" but that of types, and says so', () => {
    const types = indexOnly(only([{ types: ['A'] }, { types: ['B', 'C'] }]));
    expect(types).toEqual({
      name: null,
      filters: [{ kind: 'values', column: 'type', include: ['A', 'B', 'C'], exclude: [] }],
      ignored: [],
    });
    const mixed = [{ types: ['A'] }, { namespace: 'x' }];
    expect(indexOnly(only(mixed))).toEqual({ name: null, filters: [], ignored: ['its several selectors'] });
    expect(indexOnly(only(mixed, false)).filters).toHaveLength(2);
    const many = { labelSelector: Array.from({ length: 13 }, (_none, at) => `k${at}=v`).join(',') };
    expect(indexOnly(only(many))).toEqual({ name: null, filters: [], ignored: ['its many selectors'] });
  });
});
