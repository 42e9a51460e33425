import { describe, expect, it } from 'vitest';
import { tables } from '../../protocol/tables.ts';
import {
  advanceCursor,
  advanceWalk,
  BEGINNING,
  feedArms,
  finishWalk,
  pullFrom,
  startWalk,
} from './cursor.ts';
import type { FeedArm } from './cursor.ts';

const at = (second: number): string => `2026-03-01T09:00:${String(second).padStart(2, '0')}+00:00`;
const updated: FeedArm = { marker: 'updated_at', onlyNullUpdated: false };
const walked = finishWalk(startWalk('incidents', at(10)), tables.incidents);

describe('arms', () => {
  it.each([
    ['incidents', ['updated_at']],
    ['responders', ['updated_at', 'deleted_at']],
    ['people', ['updated_at', 'deleted_at', 'created_at (null)']],
    ['components', ['updated_at', 'created_at', 'deleted_at']],
    ['incident_histories', ['updated_at']],
    ['checks', ['created_at', 'deleted_at']],
    ['teams', []],
    ['playbook_runs', ['created_at', 'end_time']],
  ] as const)('[CUR7] %s is pulled by %j', (name, markers) => {
    const arms = feedArms(tables[name].feed);
    expect(arms.map((arm) => arm.marker + (arm.onlyNullUpdated ? ' (null)' : ''))).toEqual(markers);
  });
});

it('[CUR7] a collection that only grows is pulled by its one marker', () => {
  const feed = { kind: 'append', marker: 'created_at', overlapMs: 0 } as const;
  expect(feedArms(feed)).toEqual([{ marker: 'created_at', onlyNullUpdated: false }]);
});

describe('walks', () => {
  it('[CUR1] remember where they are and when they began', () => {
    const begun = startWalk('incidents', at(10));
    expect(begun.walk).toEqual({ afterId: null, startedAt: at(10) });
    expect(advanceWalk(begun, 'i7').walk).toEqual({ afterId: 'i7', startedAt: at(10) });
  });

  it('[CUR1] hand over to feeds that begin where the walk began', () => {
    expect(walked).toEqual({ tbl: 'incidents', values: { updated_at: at(10) }, walk: 'done', pulls: 0 });
    expect(advanceWalk(walked, 'x')).toBe(walked);
    expect(finishWalk(walked, tables.incidents)).toBe(walked);
  });

  it('[CUR1] a server without a clock is read from the beginning', () => {
    expect(finishWalk(startWalk('people', null), tables.people).values['created_at']).toBe(BEGINNING);
  });
});

describe('cursors', () => {
  it('[CUR2] a pull begins one overlap earlier', () => {
    expect(pullFrom(walked, updated, 300_000)).toBe('2026-03-01T08:55:10+00:00');
    expect(pullFrom(startWalk('x', null), updated, 0)).toBe(BEGINNING);
  });

  it('[CUR3] moves to the newest marker of the page, whatever the order of its rows', () => {
    const rows = [{ updated_at: at(30) }, { updated_at: at(40) }, { updated_at: at(20) }];
    expect(advanceCursor(walked, updated, rows, [], at(59)).values['updated_at']).toBe(at(40));
  });

  it('[CUR3] stays five seconds behind the server, so a stamp from the future cannot carry it away', () => {
    const rows = [{ updated_at: '2099-01-01T00:00:00+00:00' }];
    expect(advanceCursor(walked, updated, rows, [], at(50)).values['updated_at']).toBe(at(45));
  });

  it('[CUR3] does not pass a row that a fence kept out', () => {
    const rows = [{ updated_at: at(20) }, { updated_at: at(40) }];
    expect(advanceCursor(walked, updated, rows, [rows[0]!], at(59)).values['updated_at']).toBe(at(20));
  });

  it.each([
    ['no rows', [], at(59)],
    ['older rows', [{ updated_at: at(5) }], at(59)],
    ['rows without the marker', [{ updated_at: null }], at(59)],
    ['no server time', [{ updated_at: at(40) }], null],
    ['a server time before the cursor', [{ updated_at: at(40) }], at(12)],
  ])('[CUR3] stays with %s', (_what, rows, serverTime) => {
    expect(advanceCursor(walked, updated, rows, [], serverTime)).toBe(walked);
  });

  it('[CUR3] keeps the server\u2019s own text, microseconds and offset included', () => {
    const text = '2026-03-01T10:00:40.123456+01:00';
    expect(advanceCursor(walked, updated, [{ updated_at: text }], [], at(59)).values['updated_at']).toBe(
      text,
    );
  });
});
