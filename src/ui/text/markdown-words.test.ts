import { describe, expect, it } from 'vitest';
import { markdownWords } from './markdown-words.ts';

describe('the words of a markdown text', () => {
  it.each([
    [
      'The pool was **exhausted** at 14:02, `max_connections` reached',
      'The pool was exhausted at 14:02, max_connections reached',
    ],
    ['# Restored\n\n- backups\n- _queues_', 'Restored backups queues'],
    ['Ask @[Mara Lindqvist](user:p-1)\nsoon', 'Ask @Mara Lindqvist soon'],
    ['a  \nb <b>c</b>', 'a b <b>c</b>'],
    ['2 * 3 * 4 snake_case', '2 * 3 * 4 snake_case'],
  ])('of %j are %j', (text, words) => {
    expect(markdownWords(text)).toBe(words);
  });
});
