import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesWithin,
  hidesPlaces,
  overlaid,
  overlaps,
  pathChanges,
  pathWords,
  wholeColumns,
  withPathValues,
} from './json-path.ts';

const definition = {
  components: [{ name: 'api' }, { name: 'web', labels: { tier: '1' } }],
  'a/b~c': 1,
  responders: { jira: { url: 'https://a', password: 'pa55' } },
};

describe('[WRT10] values within a JSON column', () => {
  it('names only what differs', () => {
    const wanted = { ...definition, responders: { jira: { url: 'https://b', password: 'pa55' } } };
    expect(pathChanges('spec', definition, wanted)).toEqual({
      set: { 'spec/responders/jira/url': 'https://b' },
      seen: { 'spec/responders/jira/url': 'https://a' },
    });
  });

  it('finds an element of a list by its name', () => {
    const changed = { name: 'web', labels: { tier: '2' } };
    const moved = { spec: { ...definition, components: [definition.components[1], { name: 'z' }] } };
    const without = pathChanges('spec', definition, { ...definition, components: [changed] }).set;
    expect(without).toEqual({
      'spec/components/name=api': null,
      'spec/components/name=web/labels/tier': '2',
    });
    expect(wholeColumns(without, moved)).toEqual({
      spec: { ...definition, components: [changed, { name: 'z' }] },
    });
    const wanted = { ...definition, components: [{ name: 'api' }, changed, { name: 'new' }] };
    const beside = pathChanges('spec', definition, wanted).set;
    expect(beside).toEqual({
      'spec/components/name=web/labels/tier': '2',
      'spec/components/name=new': { name: 'new' },
    });
    expect(wholeColumns(beside, moved)).toEqual({
      spec: { ...definition, components: [changed, { name: 'z' }, { name: 'new' }] },
    });
  });

  it('takes a list as a whole where one goes and another comes: it may be the same under another name', () => {
    const wanted = { ...definition, components: [definition.components[1], { name: 'api-2' }] };
    expect(Object.keys(pathChanges('spec', definition, wanted).set)).toEqual(['spec/components']);
  });

  it('takes a list in another order as a whole', () => {
    const wanted = { ...definition, components: definition.components.toReversed() };
    expect(Object.keys(pathChanges('spec', definition, wanted).set)).toEqual(['spec/components']);
  });

  it('finds an element without a name by its place, and where nothing stood there as a whole', () => {
    const was = { http: [{ url: 'a' }, { url: 'b' }] };
    expect(pathChanges('spec', was, { http: [{ url: 'a' }, { url: 'c' }] }).set).toEqual({
      'spec/http/1/url': 'c',
    });
    expect(pathChanges('spec', was, { http: [{ url: 'a' }, { url: 'b', wait: 1 }] })).toEqual({
      set: { 'spec/http/1': { url: 'b', wait: 1 } },
      seen: { 'spec/http/1': { url: 'b' } },
    });
    expect(Object.keys(pathChanges('spec', was, { http: [{ url: 'b' }] }).set)).toEqual(['spec/http']);
  });

  it('keeps what is special in a pointer', () => {
    const { set } = pathChanges('spec', definition, { ...definition, 'a/b~c': 2 });
    expect(set).toEqual({ 'spec/a~1b~0c': 2 });
    expect(wholeColumns(set, { spec: definition })).toEqual({ spec: { ...definition, 'a/b~c': 2 } });
  });

  it('is the column itself where the two have nothing in common', () => {
    expect(pathChanges('spec', null, { a: 1 })).toEqual({ set: { spec: { a: 1 } }, seen: { spec: null } });
  });

  it('reads a value, no value, and no place for one', () => {
    const patch = { 'spec/a': 1, 'spec/b': 1, 'spec/c/d': 1, 'spec/l/name=x': 1, 'spec/l/0/u': 1 };
    expect(withPathValues({ id: '1', spec: { a: 5, l: [] } }, patch, ['spec'])).toEqual({
      id: '1',
      'spec/a': 5,
      'spec/b': null,
      'spec/l/name=x': null,
    });
  });

  it('is not fooled by names that objects have by themselves', () => {
    const patch = { 'spec/constructor/name': 'x', 'spec/__proto__/y': 1 };
    expect(withPathValues({ spec: {} }, patch, ['spec'])).toEqual({});
    const { set } = pathChanges('spec', {}, JSON.parse('{"__proto__": {"y": 1}}'));
    const whole = wholeColumns(set, { spec: { a: 1 } });
    expect(JSON.stringify(whole)).toBe('{"spec":{"a":1,"__proto__":{"y":1}}}');
    expect(Reflect.get({}, 'y')).toBeUndefined();
  });

  it('overlaps with what lies within, and with nothing that only begins alike', () => {
    expect(overlaps('spec', 'spec/a')).toBe(true);
    expect(overlaps('spec/a/b', 'spec/a')).toBe(true);
    expect(overlaps('spec/a', 'spec/ab')).toBe(false);
    expect(overlaps('spec', 'specs')).toBe(false);
  });

  it('has place for a value in a column without one', () => {
    expect(withPathValues({ spec: null }, { 'spec/a': 1, 'spec/a/b': 1 }, [])).toEqual({
      spec: null,
      'spec/a': null,
    });
    expect(wholeColumns({ 'spec/a': 1 }, { spec: null })).toEqual({ spec: { a: 1 } });
  });

  it('tells what waits to be set in a column', () => {
    expect(changesWithin({ id: '1', spec2: 1, 'spec/a': 1, 'spec/b': 2 }, 'spec')).toEqual({
      'spec/a': 1,
      'spec/b': 2,
    });
  });

  it('is read by a person', () => {
    expect(pathWords('spec/http/name=api/url')).toBe('spec › http › api › url');
  });

  it('lays one change over another', () => {
    const below = { name: 'a', 'spec/x': { y: 1, z: 2 }, 'spec/u/v': 1 };
    expect(overlaid(below, { name: 'b', 'spec/x/y': 3, 'spec/u': { w: 1 } })).toEqual({
      name: 'b',
      'spec/x': { y: 3, z: 2 },
      'spec/u': { w: 1 },
    });
  });
});

it('[WRT10] keeps two changes apart where one finds an element by its place and the other by its name', () => {
  const named = { 'spec/p/0': { name: 'a', v: 1 } };
  expect(hidesPlaces(named, { 'spec/p/name=a': null })).toBe(true);
  expect(hidesPlaces({ 'spec/p/name=a/v': 2 }, { 'spec/p/0': {} })).toBe(true);
  expect(hidesPlaces(named, { 'spec/q/name=a': null, 'spec/p/1': 2 })).toBe(false);
});

it('[WRT10] keeps two changes apart where an element comes back that was taken out', () => {
  expect(hidesPlaces({ 'spec/p/name=a': null }, { 'spec/p/name=a': { name: 'a' } })).toBe(true);
  expect(hidesPlaces({ 'spec/p/name=a': { name: 'a' } }, { 'spec/p/name=a': null })).toBe(false);
});

const text = fc.constantFrom('', 'a', 'b', 'x/y', 'name', '0', '__proto__', 'constructor');
/** JSON without null in objects, which is the same as nothing there. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer({ min: 0, max: 3 }),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.array(fc.record({ name: text, v: tie('tree') }), { maxLength: 3 }),
    fc.dictionary(text, tie('tree'), { maxKeys: 3 }),
  ),
}));
const object = fc.dictionary(text, tree, { maxKeys: 3 });

it('[WRT10] what was changed over what was seen is what was wanted', () => {
  fc.assert(
    fc.property(object, object, (was, to) => {
      const { set, seen } = pathChanges('spec', was, to);
      fc.pre(Object.keys(set).length > 0);
      expect(wholeColumns(set, { spec: was })).toEqual({ spec: to });
      // Each value is found where it is said to have been, so that it can be held against the server's.
      expect(withPathValues({ spec: was }, set, 'spec' in set ? [] : ['spec'])).toEqual(seen);
    }),
  );
});

it('[WRT10] what another changed elsewhere stays', () => {
  fc.assert(
    fc.property(object, object, object, (was, mine, theirs) => {
      const { set } = pathChanges('spec', { m: was, t: was }, { m: mine, t: was });
      fc.pre(Object.keys(set).length > 0);
      expect(wholeColumns(set, { spec: { m: was, t: theirs } })).toEqual({ spec: { m: mine, t: theirs } });
    }),
  );
});

it('[WRT10] two changes laid over each other do what both do in turn', () => {
  fc.assert(
    fc.property(object, object, object, (was, once, twice) => {
      const first = pathChanges('spec', was, once);
      const second = pathChanges('spec', once, twice);
      const both = overlaid(first.set, second.set);
      fc.pre(Object.keys(both).length > 0 && !hidesPlaces(first.set, second.set));
      expect(wholeColumns(both, { spec: was })).toEqual({ spec: twice });
      // And what they were made on is what the server had before the first.
      const seen = overlaid(second.seen, first.seen);
      const row = withPathValues({ spec: was }, seen, []);
      for (const [name, value] of Object.entries(seen)) expect(row[name] ?? null).toEqual(value);
    }),
  );
});
