import { describe, expect, it } from 'vitest';
import { rowOf } from '#tests/support/op-fixture.ts';
import { tables } from '../protocol/tables.ts';
import { parseRows } from './parse-page.ts';

const spec = tables.hypotheses;
const bad = rowOf({ title: 7 });

describe('the validation boundary', () => {
  it('[STO1] drops unknown columns and keeps the rest as it came', () => {
    expect(
      parseRows(spec, [rowOf({ surprise: true, updated_at: '2026-01-01T00:00:00.123456+00:00' })]).rows,
    ).toEqual([rowOf({ updated_at: '2026-01-01T00:00:00.123456+00:00' })]);
  });

  it('[STO1] leaves a malformed row out, counts it and says what was wrong without its value', () => {
    const secret = rowOf({ title: { token: 'hunter2' } });
    const parsed = parseRows(spec, [rowOf(), secret, rowOf({ id: 'h2' })]);
    expect(parsed.rows.map((row) => row['id'])).toEqual(['h1', 'h2']);
    expect(parsed).toMatchObject({ badRows: 1, badSample: 'title: expected string', isSkewed: false });
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
  });

  it('[STO1] one bad row never stops a feed, however small the page', () => {
    expect(parseRows(spec, [bad]).isSkewed).toBe(false);
  });

  it('[STO2] more than a twentieth is another version of the server', () => {
    const good = Array.from({ length: 95 }, () => rowOf());
    expect(parseRows(spec, [...good, ...Array.from({ length: 5 }, () => bad)]).isSkewed).toBe(false);
    expect(parseRows(spec, [...good, ...Array.from({ length: 6 }, () => bad)]).isSkewed).toBe(true);
    expect(parseRows(spec, [bad, bad]).isSkewed).toBe(true);
    expect(parseRows(spec, [])).toEqual({ rows: [], badRows: 0, badSample: null, isSkewed: false });
  });
});
