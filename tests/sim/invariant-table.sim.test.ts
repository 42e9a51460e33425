import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { invariantTable } from './invariant-table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const count = 34;

describe('every invariant of the design is held somewhere', () => {
  test('the table names them all', () => {
    const all = Array.from({ length: count }, (_none, index) => `I${index + 1}`);
    expect(Object.keys(invariantTable)).toEqual(all);
  });

  test('and what it names is there', () => {
    const missing: string[] = [];
    for (const [id, places] of Object.entries(invariantTable)) {
      if (places.length === 0) missing.push(`${id} is checked nowhere`);
      for (const { file, mark } of places) {
        const text = readFileSync(`${root}${file}`, 'utf8');
        const isThere = mark === undefined ? new RegExp(`\\b${id}\\b`).test(text) : text.includes(mark);
        if (!isThere) missing.push(`${file} does not speak of ${mark ?? id}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
