import { expect, test } from 'vitest';
import { matchesIn } from './matches.ts';

const marked = (text: string, sought: string): string =>
  matchesIn(text, sought)
    .map(([from, to]) => text.slice(from, to))
    .join('|');

test('marks what was typed, where a word begins with it before where it is within one', () => {
  expect(marked('Payments-API', 'pay')).toBe('Pay');
  expect(marked('shape-api-1', 'ap')).toBe('ap');
  expect(matchesIn('shape-api-1', 'ap')).toEqual([[6, 8]]);
  expect(marked('payments-api', 'api pay')).toBe('pay|api');
  expect(marked('payments', 'pay payme')).toBe('payme');
  expect(marked('payments', 'ledger')).toBe('');
});

test('marks what is near a word with a slip in it', () => {
  expect(marked('gateway-1', 'gatewya')).toBe('gateway');
  expect(marked('old payments-web', 'paymnets')).toBe('payments');
  expect(marked('pay', 'pax')).toBe('');
});

test('marks nothing where places in lower case are others', () => {
  expect(marked('İstanbul-web', 'web')).toBe('');
});
