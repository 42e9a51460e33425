import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contentSchema, lineIndexes, readLines, writeLines } from './selected-lines.ts';

describe('lines of the address', () => {
  it.each([
    ['3-7,9', '3-7,9'],
    ['9,7-3', '3-7,9'],
    ['3,4,5', '3-5'],
    [9, 9],
    [[1, '3-4'], '1,3-4'],
    ['0,x,-2,2-', undefined],
    ['', undefined],
    [{ 3: 7 }, undefined],
    [undefined, undefined],
  ])('%j are kept as %j', (raw, kept) => {
    const read = v.parse(contentSchema, { selected: raw });
    expect(read.selected).toBe(kept);
    expect(writeLines(readLines(read.selected))).toBe(kept);
  });

  it('are those of a format that there is', () => {
    expect(v.parse(contentSchema, { format: 'yaml' }).format).toBe('yaml');
    expect(v.parse(contentSchema, { format: 'json' }).format).toBeUndefined();
  });

  it('are counted from 0 where evidence keeps them, and end with the text', () => {
    expect(lineIndexes(readLines('2-3,9-99'), 10)).toEqual([1, 2, 8, 9]);
  });
});
