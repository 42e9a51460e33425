import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_LAYOUT,
  MAX_COLUMN_PX,
  MIN_COLUMN_PX,
  tableLayoutSchema,
  withHidden,
  withWidth,
} from './table-layout.ts';

describe('table layout', () => {
  it('sets widths within what can be read', () => {
    expect(withWidth(EMPTY_LAYOUT, 'a', 100.4).widths).toEqual({ a: 100 });
    expect(withWidth(EMPTY_LAYOUT, 'a', 3).widths).toEqual({ a: MIN_COLUMN_PX });
    expect(withWidth(EMPTY_LAYOUT, 'a', 9999).widths).toEqual({ a: MAX_COLUMN_PX });
  });

  it('hides and shows', () => {
    const hidden = withHidden(withHidden(EMPTY_LAYOUT, 'a', true), 'a', true);
    expect(hidden.hidden).toEqual(['a']);
    expect(withHidden(hidden, 'a', false).hidden).toEqual([]);
  });

  it('reads what it stored and refuses the rest', () => {
    const layout = withHidden(withWidth(EMPTY_LAYOUT, 'a', 100), 'b', true);
    expect(v.parse(tableLayoutSchema, JSON.parse(JSON.stringify(layout)))).toEqual(layout);
    expect(v.safeParse(tableLayoutSchema, { widths: { a: -4 }, hidden: [] }).success).toBe(false);
    expect(v.safeParse(tableLayoutSchema, { widths: {} }).success).toBe(false);
  });
});
