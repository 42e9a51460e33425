import { expect, test } from 'vitest';
import { quotedTitle, shownName, shownTitle } from './shown-name.ts';

test.each(['', ' ', '\t\r\n', '\u0000\u0007', '\u202E\u2066\u200F', '\u200B\uFEFF', '\u0301'])(
  'a text of which nothing is seen (%j) has words in its place',
  (text) => {
    expect(shownName(text)).toBe('(no name)');
    expect(shownTitle(text)).toBe('(no title)');
    expect(quotedTitle(text)).toBe('(no title)');
  },
);

test.each(['Disk', '0', '?', '🔥', 'שירות', ' padded ', '\u202Egnp.exe'])(
  'a text that can be seen (%j) stays as it is',
  (text) => {
    expect(shownName(text)).toBe(text);
    expect(shownTitle(text)).toBe(text);
    expect(quotedTitle(text)).toBe(`“${text}”`);
  },
);
