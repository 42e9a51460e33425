import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readItem } from '../../list/catalog-row.ts';
import { isGone, isListed, relationName, type Relation } from './relation-row.ts';
import { relationSearch } from './relation-search.ts';

const spec = relationSearch('c1');
const ITEM = readItem({
  id: 'c2',
  name: 'web',
  type: 'Kubernetes::Pod',
  status: 'Running',
  health: 'healthy',
  tags: { cluster: 'eu' },
});
const relation = (part: Partial<Relation> = {}): Relation => ({
  id: 'outgoing c2',
  itemId: '0123456789',
  direction: 'outgoing',
  steps: 1,
  relation: 'hard',
  unlinkedAt: null,
  item: ITEM,
  end: undefined,
  ...part,
});
const END = { id: 'c2', name: 'old', type: 'Kubernetes::Node', deleted_at: null };
const listed = (raw: object, part: Partial<Relation> = {}): boolean =>
  isListed(relation(part), spec.view(v.parse(spec.schema, raw)));

describe('a row of what links lead to', () => {
  it.each([
    [{}, true],
    [{ configTypes: 'Kubernetes__Pod:1' }, true],
    [{ configTypes: 'Kubernetes__Node:1' }, false],
    [{ status: 'Running:-1' }, false],
    [{ status: 'Failed:-1', health: 'healthy:1,warning:1' }, true],
    [{ tags: 'cluster____eu:1' }, true],
    [{ tags: 'cluster____us:1' }, false],
  ])('is let through by its values: %j', (raw, is) => {
    expect(listed(raw)).toBe(is);
  });

  it('has no values where it is not here: it fits what is excluded, and nothing that is included', () => {
    expect(listed({ status: 'Running:1' }, { item: null })).toBe(false);
    expect(listed({ status: 'Running:-1' }, { item: null })).toBe(true);
    // Its type came with the link.
    expect(listed({ configTypes: 'Kubernetes__Node:1' }, { item: null, end: END })).toBe(true);
  });

  it('is gone with its link, with its item, and with what left this device; not while it is being read', () => {
    expect([relation(), relation({ item: undefined })].map(isGone)).toEqual([false, false]);
    expect(
      [
        relation({ unlinkedAt: 'then' }),
        relation({ item: null }),
        relation({ item: undefined, end: { ...END, deleted_at: 'then' } }),
      ].map(isGone),
    ).toEqual([true, true, true]);
  });

  it('is called what is known of it', () => {
    expect(relationName(relation())).toBe('web');
    expect(relationName(relation({ item: null, end: END }))).toBe('old');
    expect(relationName(relation({ item: null }))).toBe('01234567');
  });

  it('is asked for by an address that says only what is not assumed', () => {
    expect(spec.href({ outgoing: false, incoming: true, relation: 'soft' })).toBe(
      '/catalog/c1/relationships?outgoing=false&incoming=true&relation=soft',
    );
    expect(spec.href({ outgoing: true, hideDeleted: true })).toBe('/catalog/c1/relationships');
  });
});
