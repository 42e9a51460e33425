import { expect, test } from 'vitest';
import { createKeptMark } from './kept-mark.ts';

/** A cookie jar of one origin: writing sets one cookie, reading lists all. */
function jarOf(): { cookie: string; readonly written: string[] } {
  const kept = new Map<string, string>([['other', '1']]);
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text) {
      written.push(text);
      const [pair = '', ...rest] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (rest.includes('max-age=0')) kept.delete(name);
      else kept.set(name, value);
    },
  };
}

test('[QTA6] remembers whose data is here, until it is cleared', () => {
  const jar = jarOf();
  const mark = createKeptMark(jar, true);
  expect(mark.has('ada;1')).toBe(false);
  mark.set('ada;1');
  expect(mark.has('ada;1')).toBe(true);
  expect(mark.has('bob')).toBe(false);
  expect(jar.written[0]).toMatch(/; secure$/);
  mark.clear();
  expect(mark.has('ada;1')).toBe(false);
  expect(jar.cookie).toBe('other=1');
});
