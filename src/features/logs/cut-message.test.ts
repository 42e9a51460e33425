import { describe, expect, it } from 'vitest';
import { cutMessage } from './cut-message.ts';
import { pattern } from './log-view.ts';

const trace = ['ERROR it fell', ...Array.from({ length: 9 }, (_none, at) => `    at frame ${at}`)].join('\n');

describe('a message', () => {
  it('that is short is shown whole', () => {
    expect(cutMessage('one\ntwo', true, undefined)).toEqual({ text: 'one\ntwo', rest: null });
  });

  it('of many lines is cut after six of them, and after one where lines are not broken', () => {
    expect(cutMessage(trace, true, undefined)).toMatchObject({ rest: 'Show 4 more lines' });
    expect(cutMessage(trace, false, undefined)).toEqual({ text: 'ERROR it fell', rest: 'Show 9 more lines' });
  });

  it('that is long is cut, and says so where what is looked for is in the part that is not shown', () => {
    const long = `${'x'.repeat(10_000)}needle`;
    expect(cutMessage(long, true, undefined).rest).toBe('Show all 10,006 characters');
    expect(cutMessage(long, true, pattern('needle')).rest).toBe(
      'Show all 10,006 characters: what you search for is there',
    );
    expect(cutMessage(long, true, pattern('xxx')).rest).toBe('Show all 10,006 characters');
  });
});
