import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  flagParam,
  optionalOneOf,
  optionalText,
  panelSearchSchema,
  parseSearch,
  searchOfAddress,
} from './search-params.ts';

test('a panel of the address is one of the three or nothing', () => {
  const parse = parseSearch(panelSearchSchema);
  expect(parse({ panel: 'sync' })).toEqual({ panel: 'sync' });
  for (const panel of ['outbox', '', 1, null, ['sync'], { toString: 'sync' }]) {
    expect(parse({ panel }).panel).toBeUndefined();
  }
});

test.each([undefined, null, 'x', 7, []])('a search that is no object (%s) is an empty one', (search) => {
  expect(parseSearch(panelSearchSchema)(search).panel).toBeUndefined();
});

test('text stays text: numbers and booleans of the router come back as typed', () => {
  const parse = parseSearch(v.object({ search: optionalText(5) }));
  expect(parse({ search: 42 }).search).toBe('42');
  expect(parse({ search: true }).search).toBe('true');
  expect(parse({ search: 'abcdef' }).search).toBeUndefined();
  expect(parse({ search: ['a'] }).search).toBeUndefined();
});

test('a flag is true only when it says so', () => {
  const parse = parseSearch(v.object({ comments: flagParam() }));
  for (const yes of [true, 'true', 1, '1']) expect(parse({ comments: yes }).comments).toBe(true);
  for (const no of [false, 'yes', 0, null, {}]) expect(parse({ comments: no }).comments).toBeUndefined();
});

test('a closed set drops what is not in it', () => {
  const parse = parseSearch(v.object({ aal: optionalOneOf(['aal1', 'aal2']) }));
  expect(parse({ aal: 'aal2' }).aal).toBe('aal2');
  expect(parse({ aal: 'aal3' }).aal).toBeUndefined();
});

const parseText = parseSearch(v.object({ search: optionalText() }));
const { parseSearch: read, stringifySearch: write } = searchOfAddress;
const words = ['816245e1', '1e5', '007', '1.0', '12345678901234567890', '42', 'true'];

test.each([...words, 'null', '"x"', '{a', 'a b&c=d'])(
  'what was typed is in the address letter by letter: %s',
  (text) => {
    expect(parseText(read(write({ search: text }))).search).toBe(text);
  },
);

test.each(words)('what somebody else has put into an address is read letter by letter: %s', (text) => {
  expect(parseText(read(`?search=${text}`)).search).toBe(text);
});

test('lists and objects of an address are read as before', () => {
  const search = { labels: { app: 1 }, columns: ['a', 'b'], page: 2 };
  expect(read(write(search))).toEqual(search);
});
