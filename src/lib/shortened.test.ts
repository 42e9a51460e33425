import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it.each([
  ['as it is', 8, 'as it is'],
  ['one too long', 11, 'one too lo…'],
  // Two code units each: half of one would be drawn as a broken sign.
  ['🔥🔥🔥', 3, '🔥🔥🔥'],
  ['🔥🔥🔥🔥', 3, '🔥🔥…'],
])('%s within %d', (text, maxLength, expected) => {
  expect(shortened(text, maxLength)).toBe(expected);
});
