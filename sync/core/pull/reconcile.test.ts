import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opOf, rowOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import {
  chunks,
  compareDigest,
  heldBack,
  isMassDeletion,
  judgeDeletions,
  MASS_DELETION_WAIT_MS,
  standingSuspicion,
} from './reconcile.ts';
import type { DigestLine, LocalLine } from './reconcile.ts';
import { pendingOf } from '../outbox/row-change.ts';

const V0 = '2026-01-01T00:00:00+00:00';

function here(id: string, updatedAt = V0): LocalLine {
  return { id, snap: snapOf({ row: storedOf(rowOf({ id, updated_at: updatedAt })) }) };
}

function pending(id: string, base: ReturnType<typeof rowOf> | null): LocalLine {
  const shadow = { tbl: 'hypotheses', id, base, fence: 0, pending: [pendingOf(opOf({ rowId: id }))] };
  return { id, snap: snapOf({ row: storedOf(rowOf({ id })), shadow }) };
}

const compare = (remote: readonly DigestLine[], local: readonly LocalLine[]) =>
  compareDigest(remote, local, []);

describe('digests', () => {
  it('[REC1] tell what is missing here, missing there and different', () => {
    const remote = [
      { id: 'a', updatedAt: V0 },
      { id: 'b', updatedAt: '2026-01-01T00:00:00.000001+00:00' },
      { id: 'd', updatedAt: null },
    ];
    expect(compare(remote, [here('a'), here('b'), here('c')])).toEqual({
      fetch: ['b', 'd'],
      missing: ['c'],
    });
  });

  it('[REC1] see what changed while the stamp stood still', () => {
    const line = (health: string | null) => ({ id: 'a', updatedAt: V0, silent: { health } });
    const row = rowOf({ id: 'a', updated_at: V0, health: 'healthy' });
    const local: LocalLine = { id: 'a', snap: snapOf({ row: storedOf(row) }) };
    expect(compare([line('unknown')], [local]).fetch).toEqual(['a']);
    expect(compare([line(null)], [local]).fetch).toEqual(['a']);
    expect(compare([line('healthy')], [local]).fetch).toEqual([]);
  });

  it('[UPG9] read a row again that lacks a column which is asked for now', () => {
    const local = here('a');
    const remote = [{ id: 'a', updatedAt: V0 }];
    expect(compareDigest(remote, [local], ['id', 'avatar']).fetch).toEqual(['a']);
    const whole = snapOf({ row: storedOf(rowOf({ id: 'a', updated_at: V0, avatar: null })) });
    expect(compareDigest(remote, [{ id: 'a', snap: whole }], ['id', 'avatar']).fetch).toEqual([]);
  });

  it('[REC1] compare instants, not texts', () => {
    const remote = [{ id: 'a', updatedAt: '2026-01-01T01:00:00.000+01:00' }];
    expect(compare(remote, [here('a')])).toEqual({ fetch: [], missing: [] });
  });

  it('[REC2] never offer a row with pending operations for deletion', () => {
    expect(compare([], [pending('a', rowOf()), pending('b', null)])).toEqual({
      fetch: [],
      missing: [],
    });
  });

  it('[REC9] name the rows with pending operations that the server knew and does not list', () => {
    const local = [here('a'), pending('b', rowOf()), pending('c', null), pending('d', rowOf())];
    expect(heldBack([{ id: 'd', updatedAt: V0 }], local)).toEqual(['b']);
  });

  it('[REC1] fetch the base of an insert that has arrived', () => {
    expect(compare([{ id: 'a', updatedAt: V0 }], [pending('a', null)]).fetch).toEqual(['a']);
  });

  it('[REC1] find nothing between equal sides, and everything between disjoint ones', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid()), fc.uniqueArray(fc.uuid()), (both, mine) => {
        const only = mine.filter((id) => !both.includes(id));
        const remote = both.map((id) => ({ id, updatedAt: V0 }));
        const diff = compare(
          remote,
          [...both, ...only].map((id) => here(id)),
        );
        expect(diff).toEqual({ fetch: [], missing: only });
        expect(compare(remote, []).fetch).toEqual(both);
      }),
    );
  });
});

describe('deletions', () => {
  const pass = { listed: 990, counted: 990, localRows: 1000, missing: 10 };

  it('[REC3] happen only when the listing adds up to the server\u2019s count', () => {
    expect(judgeDeletions(pass, undefined, 0)).toBe('delete');
    expect(judgeDeletions({ ...pass, counted: 991 }, undefined, 0)).toBe('uncertain');
    expect(judgeDeletions({ ...pass, counted: null }, undefined, 0)).toBe('uncertain');
    expect(judgeDeletions({ ...pass, missing: 0 }, undefined, 0)).toBe('none');
  });

  it('[CUR9] a listing that does not add up proves nothing, even if it misses no row of this device', () => {
    expect(judgeDeletions({ listed: 7, counted: 23, localRows: 7, missing: 0 }, undefined, 0)).toBe(
      'uncertain',
    );
  });

  it.each([
    [50, 1000, false],
    [51, 1000, true],
    [100, 2000, false],
    [101, 2000, true],
    [3, 3, true],
    [2, 3, false],
  ])('[REC4] %d of %d rows is a mass deletion: %s', (missing, localRows, isMass) => {
    expect(isMassDeletion(missing, localRows)).toBe(isMass);
  });

  it('[REC4] need a second pass a minute later', () => {
    const mass = { listed: 0, counted: 0, localRows: 9, missing: 9 };
    expect(judgeDeletions(mass, undefined, 5)).toBe('suspect');
    expect(judgeDeletions(mass, { at: 5 }, 5 + MASS_DELETION_WAIT_MS - 1)).toBe('suspect');
    expect(judgeDeletions(mass, { at: 5 }, 5 + MASS_DELETION_WAIT_MS)).toBe('delete');
    expect(judgeDeletions(mass, { at: 1_000_000 }, 5)).toBe('suspect');
  });

  it('[REC4] begin their wait again when the clock went back behind it', () => {
    expect(standingSuspicion(undefined, 5)).toEqual({ at: 5 });
    expect(standingSuspicion({ at: 5 }, 90)).toEqual({ at: 5 });
    expect(standingSuspicion({ at: 1_000_000 }, 5)).toEqual({ at: 5 });
  });

  it('splits ids into requests of bounded length', () => {
    expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunks([], 2)).toEqual([]);
  });
});
