import { describe, expect, it } from 'vitest';
import type { Coverage } from '../protocol/stored.ts';
import { createReadFixture } from '#tests/contract/store/read-fixture.ts';
import { feed } from '#tests/contract/store/fixtures.ts';
import { absenceOf } from './coverage.ts';

const day = (n: number): string => `2026-03-0${n}T00:00:00+00:00`;
const known: Coverage = { scopeKey: '', from: day(3), to: day(8), complete: true, asOf: day(8) };

describe('[COV2] what an empty answer may be called', () => {
  it.each([
    ['all of it is here', 'complete', known, day(4), 'none'],
    ['exactly from the wanted moment on', 'complete', known, day(3), 'none'],
    ['only a newer part is here', 'complete', known, day(2), 'part'],
    ['everything since the beginning was asked for', 'complete', known, null, 'part'],
    ['everything since the beginning is here', 'complete', { ...known, from: null }, null, 'none'],
    [
      'still being filled, but past the wanted moment',
      'partial',
      { ...known, complete: false },
      day(5),
      'none',
    ],
    ['still being filled and not there yet', 'partial', { ...known, complete: false }, day(1), 'part'],
    ['nothing of it was pulled', 'complete', null, day(4), 'unloaded'],
    ['not for this role', 'forbidden', known, day(4), 'forbidden'],
  ] as const)('%s', (_name, state, coverage, from, absence) => {
    expect(absenceOf(state, coverage, from)).toBe(absence);
  });
});

describe('how far a window reaches', () => {
  const fixture = createReadFixture('coverage');
  const tbl = 'config_changes';
  const ofParent = { ...known, scopeKey: 'p1' };

  async function put(status: 'complete' | 'partial'): Promise<void> {
    const cursor = { tbl, values: {}, walk: 'done' as const, pulls: 1, windows: [known, ofParent] };
    await fixture.cache.mutate([], null, () => ({ cursor, result: undefined }));
    await fixture.cache.putFeeds([feed(tbl, { status, asOf: day(9) })], null);
  }

  it('[BLK11] is as new as its feed while nothing happens in it', async () => {
    await put('complete');
    expect(await fixture.model.coverage(tbl, '')).toEqual({ ...known, to: day(9), asOf: day(9) });
    expect(await fixture.model.windows()).toEqual({
      [tbl]: [{ ...known, to: day(9), asOf: day(9) }, ofParent],
    });
  });

  it('[BLK11] is what was stored while it is being filled, and for one parent', async () => {
    await put('partial');
    expect(await fixture.model.coverage(tbl, '')).toEqual(known);
    expect(await fixture.model.coverage(tbl, 'p1')).toEqual(ofParent);
    expect(await fixture.model.coverage(tbl, 'p2')).toBeNull();
  });
});
