import { describe, expect, it } from 'vitest';
import { authorOf, changeTitle, readBody, readChange, repeatWords, type Change } from './change-row.ts';

const ROW = {
  id: 'c1',
  config_id: 'g1',
  name: 'web',
  type: 'Kubernetes::Pod',
  change_type: 'Killing',
  severity: 'info',
  source: 'kubernetes',
  summary: 'Stopping container',
  created_at: '2026-11-20T12:00:00Z',
  first_observed: '2026-11-20T09:00:00Z',
  count: 12,
  tags: { team: 'shop', odd: 7 },
};
const change = (more: object = {}): Change => {
  const read = readChange({ ...ROW, ...more });
  if (read === undefined) throw new Error('no change');
  return read;
};

describe('a row of the list', () => {
  it('is read with what is there; what is odd of it counts as absent', () => {
    expect(change()).toMatchObject({ name: 'web', count: 12, tags: [{ key: 'team', value: 'shop' }] });
    expect(change({ tags: null, count: 'x', severity: { a: 1 }, summary: undefined })).toMatchObject({
      tags: [],
      count: null,
      severity: null,
      summary: null,
    });
    expect(readChange({ name: 'web' })).toBeUndefined();
  });

  it.each([
    [{}, 'x12 over 3h'],
    [{ first_observed: '2026-11-20T12:00:10Z' }, 'x12 over 1m'],
    [{ first_observed: null }, 'x12'],
    [{ count: 1 }, undefined],
    [{ count: 0 }, undefined],
  ])('[2] "xN over": %j', (more, words) => {
    expect(repeatWords(change(more))).toBe(words);
  });

  it('is called by its summary, else by its type', () => {
    expect(changeTitle(change())).toBe('Stopping container');
    expect(changeTitle(change({ summary: '' }))).toBe('Killing');
    expect(changeTitle(change({ summary: null, change_type: null }))).toBe('Change');
  });

  it.each([
    [
      { external_created_by: 'kubelet', created_by: 'p1' },
      { param: 'external_created_by', value: 'kubelet' },
    ],
    [{ created_by: 'p1' }, { param: 'created_by', value: 'p1' }],
    [{}, { param: 'source', value: 'kubernetes' }],
    [{ source: '' }, null],
  ])('was made by %j', (more, author) => {
    expect(authorOf(change(more))).toEqual(author);
  });
});

describe('what a change did', () => {
  it('is read from the body, with the item it belongs to', () => {
    const body = readBody({
      ...ROW,
      config: { name: 'web', type: 'A::B' },
      diff: '',
      patches: { a: 1 },
      details: null,
    });
    expect(body?.change).toMatchObject({ id: 'c1', name: 'web', type: 'A::B', tags: [] });
    expect(body?.content).toEqual({ diff: null, patches: { a: 1 }, details: null });
    // The item may be gone, or not be shown to this person.
    expect(readBody({ id: 'c1', config: null })?.change.name).toBeNull();
    expect(readBody(null)).toBeUndefined();
  });
});
