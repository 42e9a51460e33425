import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sameJson } from './same-json.ts';

const jsonArb = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(
    fc.constantFrom('a', 'b', '__proto__', 'toString'),
    fc.oneof(fc.jsonValue(), fc.constant(undefined)),
  ),
);

describe('equality of JSON values', () => {
  it('is that of their canonical texts', () => {
    fc.assert(
      fc.property(jsonArb, jsonArb, (a, b) => {
        expect(sameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(sameJson(a, structuredClone(a))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not see the order of columns, an undefined column, or undefined for null', () => {
    expect(sameJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1, d: undefined })).toBe(true);
    expect(sameJson(undefined, null)).toBe(true);
    expect(sameJson([undefined], [null])).toBe(true);
    expect(sameJson({ a: null }, {})).toBe(false);
    expect(sameJson([], {})).toBe(false);
    expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(sameJson({ toString: 'own' }, {})).toBe(false);
  });
});
