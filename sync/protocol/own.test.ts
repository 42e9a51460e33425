import { expect, test } from 'vitest';
import { own } from './own.ts';

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
  'every object inherits %s, and it is found only where the object holds it itself',
  (name) => {
    expect(own({ a: 1 }, name)).toBeUndefined();
    expect(own(Object.fromEntries([[name, 7]]), name)).toBe(7);
  },
);

test('a value of its own is found, and none where there is none', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own({ a: 1 }, 'b')).toBeUndefined();
});
