import { describe, expect, it } from 'vitest';
import { checkStatusPacked } from '../../protocol/tables/check-status.ts';
import { configChangePacked } from '../../protocol/tables/config-change.ts';
import { configItemPacked } from '../../protocol/tables/config-item.ts';
import { personTable } from '../../protocol/tables/person.ts';
import type { Cursor } from '../../protocol/stored.ts';
import { isOfShape, readAgainFrom, shapeOf } from './shape.ts';
import { evictedCursor } from './evicted.ts';

const done: Cursor = {
  tbl: 'people',
  values: { updated_at: '2026-03-02T00:00:00+00:00', deleted_at: '2026-03-01T00:00:00+00:00' },
  walk: 'done',
  pulls: 7,
};
const grown = { ...personTable, columns: [...personTable.columns, 'title'] };

describe('the shape of a collection', () => {
  it('[UPG9] is that of its columns, in any order', () => {
    expect(shapeOf({ ...personTable, columns: personTable.columns.toReversed() })).toBe(shapeOf(personTable));
    expect(shapeOf(grown)).not.toBe(shapeOf(personTable));
    expect(shapeOf({ ...personTable, optional: ['title'] })).not.toBe(shapeOf(personTable));
  });

  it('[UPG9] of a cursor that says none is that of the last release that wrote none', () => {
    expect(isOfShape(done, personTable)).toBe(true);
    expect(isOfShape(done, grown)).toBe(false);
    expect(isOfShape({ ...done, shape: shapeOf(grown) }, grown)).toBe(true);
    expect(isOfShape({ ...done, shape: shapeOf(grown) }, personTable)).toBe(false);
  });
});

describe('a collection that is read again', () => {
  it('[UPG9] walks, and is followed from where the marker that lags behind stood', () => {
    expect(readAgainFrom(done, grown)).toEqual({
      tbl: 'people',
      values: {},
      walk: { afterId: null, startedAt: '2026-03-01T00:00:00+00:00' },
      pulls: 0,
    });
  });

  it('[UPG9] keeps the beginning of a walk that had not ended', () => {
    const startedAt = '2026-03-01T08:00:00+00:00';
    const walking: Cursor = { ...done, values: {}, walk: { afterId: 'm', startedAt } };
    expect(readAgainFrom(walking, grown)?.walk).toEqual({ afterId: null, startedAt });
  });

  it('[UPG9] is filled anew where it is a window', () => {
    expect(readAgainFrom({ ...done, tbl: 'config_changes' }, configChangePacked)).toBeUndefined();
  });

  it('[UPG9] asks again for the rows of a parent with the next look, and keeps them until then', () => {
    const window = { scopeKey: 'c1', from: 'a', to: 'b', complete: true, asOf: 'b' };
    const opened: Cursor = { ...done, tbl: 'check_statuses', windows: [window] };
    expect(readAgainFrom(opened, checkStatusPacked)?.windows).toEqual([
      { ...window, from: 'b', complete: false },
    ]);
  });

  it('[UPG9] waits for room where rows have left for want of it', () => {
    const { feed } = configItemPacked;
    if (feed.kind !== 'whole') throw new Error('the catalog is pulled whole');
    const evicted = evictedCursor({ ...done, tbl: 'config_items' }, feed, { at: 1, bytes: 2 });
    expect(readAgainFrom(evicted, configItemPacked)).toBe(evicted);
  });
});
