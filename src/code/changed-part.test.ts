import { assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { changedPart } from './changed-part.ts';

it('is the stretch that is different, and none where nothing is', () => {
  expect(changedPart('a: 1\nb: 2\n', 'a: 1\nb: 3\n')).toEqual({ from: 8, to: 9, insert: '3' });
  expect(changedPart('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  expect(changedPart('same', 'same')).toBeNull();
});

it('makes the one text of the other, and leaves both ends alone', () => {
  const text = string({ unit: constantFrom('a', 'b', '\n'), maxLength: 12 });
  assert(
    property(text, text, (before, after) => {
      const part = changedPart(before, after) ?? { from: 0, to: 0, insert: '' };
      const { from, to, insert } = part;
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
      const isShort = before.charAt(from) !== insert.charAt(0) || insert === '' || from === to;
      expect(isShort).toBe(true);
    }),
  );
});
