import { assert, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { share } from './share.ts';

const clone = <T>(value: T): T => structuredClone(value);

test('what comes back equals what came, and is what stood where nothing differs', () => {
  assert(
    property(jsonValue(), jsonValue(), (before, after) => {
      expect(share(before, after)).toEqual(after);
      expect(share(before, clone(before))).toBe(before);
    }),
  );
});

test('parts that did not change are kept, wherever a list has moved them', () => {
  const before = {
    asOf: 'then',
    rows: [
      { id: 'a', marks: { pending: false } },
      { id: 'b', marks: {} },
    ],
  };
  const [a, b] = before.rows;
  const after = share(before, {
    asOf: 'now',
    rows: [
      { id: 'b', marks: {} },
      { id: 'new', marks: {} },
      { id: 'a', marks: { pending: true } },
    ],
  });
  expect(after.rows[0]).toBe(b);
  expect(after.rows[2]).toEqual({ id: 'a', marks: { pending: true } });
  expect(after.rows[2]).not.toBe(a);
  expect(before.rows).toEqual([a, b]);
  expect(a).toEqual({ id: 'a', marks: { pending: false } });
});

test('names that objects have by themselves are names like others', () => {
  const before = JSON.parse('{"__proto__": {"a": 1}, "toString": null}') as object;
  const after = share(before, JSON.parse('{"__proto__": {"a": 2}, "valueOf": 1}') as object);
  expect(JSON.stringify(after)).toBe('{"__proto__":{"a":2},"valueOf":1}');
});

test('one id may stand twice in a list', () => {
  const before = [
    { id: 'a', at: 1 },
    { id: 'a', at: 2 },
  ];
  expect(share(before, clone(before))).toBe(before);
  expect(share(before, [{ id: 'a', at: 3 }, ...clone(before)])).toEqual([{ id: 'a', at: 3 }, ...before]);
});

test('an order or a length that changed is a change', () => {
  const before = [{ id: 'a' }, { id: 'b' }];
  expect(share(before, [{ id: 'b' }, { id: 'a' }])).toEqual([{ id: 'b' }, { id: 'a' }]);
  expect(share(before, [{ id: 'a' }])).toEqual([{ id: 'a' }]);
  expect(share<object>({ a: 1, b: undefined }, { a: 1 })).not.toHaveProperty('b');
});

test('maps and dates are taken as they come', () => {
  const before = { at: new Date(1), names: new Map([['a', 1]]) };
  const after = { at: new Date(2), names: new Map([['a', 2]]) };
  expect(share(before, after)).toEqual(after);
});
