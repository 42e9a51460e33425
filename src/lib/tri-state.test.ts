import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileTriState,
  formatTriState,
  isEncodable,
  parseTriState,
  withTriState,
  type TriStateItem,
} from './tri-state.ts';

const item = fc.record({
  value: fc
    .oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[a-z:,_|0-9-]{1,12}$/))
    .filter((value) => isEncodable(value)),
  mode: fc.constantFrom('include' as const, 'exclude' as const),
});
const items = fc.uniqueArray(item, { selector: (entry) => entry.value });

describe('tri-state codec', () => {
  it('reads what it wrote, for every encodable value', () => {
    fc.assert(
      fc.property(items, (list) => {
        expect(parseTriState(formatTriState(list))).toEqual(list);
      }),
      { numRuns: 2000 },
    );
  });

  it('knows the values it cannot carry, and only those', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        const list: TriStateItem[] = [{ value, mode: 'include' }];
        const comesBack = JSON.stringify(parseTriState(formatTriState(list))) === JSON.stringify(list);
        expect(comesBack).toBe(isEncodable(value));
      }),
      { numRuns: 2000 },
    );
    expect(isEncodable('a____b')).toBe(false);
    expect(isEncodable('a_:b')).toBe(false);
    expect(isEncodable('')).toBe(false);
  });

  it('never throws and never yields an empty value, whatever stands in the address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const entry of parseTriState(text)) expect(entry.value).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  it('writes the documented form', () => {
    expect(
      formatTriState([
        { value: 'a:b,c', mode: 'include' },
        { value: 'SUCCESS', mode: 'exclude' },
      ]),
    ).toBe('a____b||||c:1,SUCCESS:-1');
    expect(formatTriState([])).toBe('');
  });

  it('reads a missing state as include, drops state 0 and lets the last mention count', () => {
    expect(parseTriState('a,b:0,c:-1')).toEqual([
      { value: 'a', mode: 'include' },
      { value: 'c', mode: 'exclude' },
    ]);
    expect(parseTriState('a:1,a:-1')).toEqual([{ value: 'a', mode: 'exclude' }]);
    expect(parseTriState('a:1,a:0')).toEqual([]);
    expect(parseTriState(undefined)).toEqual([]);
  });

  it('reads values of writers that do not encode the colon', () => {
    expect(parseTriState('kube:system:-1')).toEqual([{ value: 'kube:system', mode: 'exclude' }]);
  });

  it('compiles to the wire form', () => {
    expect(compileTriState(parseTriState('FAILED:1,SUCCESS:-1'))).toBe('FAILED,!SUCCESS');
  });

  it('sets, moves and clears one value', () => {
    const start = parseTriState('a:1,b:-1');
    expect(withTriState(start, 'a', undefined)).toEqual([{ value: 'b', mode: 'exclude' }]);
    expect(withTriState(start, 'c', 'include', true)).toEqual([
      { value: 'a', mode: 'include' },
      { value: 'c', mode: 'include' },
    ]);
    expect(withTriState(start, 'a', 'exclude')).toEqual([
      { value: 'b', mode: 'exclude' },
      { value: 'a', mode: 'exclude' },
    ]);
  });
});
