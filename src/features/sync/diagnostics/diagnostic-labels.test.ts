import { describe, expect, it } from 'vitest';
import type { Coverage } from '#sync/protocol/stored.ts';
import { feedReport, NOTHING_DIFFERS } from '#tests/page/fake-diagnostics.ts';
import { collectionName } from './collection-labels.ts';
import { coverageWords, dueWords, keptPart, leaderWords, roughly, skewWords } from './diagnostic-labels.ts';
import { feedNotes } from './feeds-section.tsx';
import { logText } from './log-section.tsx';
import { columnLines } from './row-inspector.tsx';
import { quotaWords, reopenWords } from './storage-section.tsx';
import { verifyWords } from './verify-result.tsx';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');

const covers = (change: Partial<Coverage> = {}): Coverage => ({
  scopeKey: '',
  from: new Date(NOW - 7 * DAY).toISOString(),
  to: null,
  complete: true,
  asOf: null,
  ...change,
});

describe('words', () => {
  it('say how the clocks stand', () => {
    expect(skewWords(null)).toBe('Not compared with the server yet');
    expect(skewWords(-1900)).toBe('Agrees with the server');
    expect(skewWords(185_000)).toBe('3m 5s behind the server');
    expect(skewWords(-7_205_000)).toBe('2h 5s ahead of the server');
  });

  it('say when a feed is due', () => {
    expect(dueWords(NOW + 12_300, NOW, false)).toBe('in 12s');
    expect(dueWords(NOW - 1, NOW, false)).toBe('now');
    expect(dueWords(null, NOW, false)).toBe('paused');
    expect(dueWords(NOW, NOW, true)).toBe('resting');
    expect(roughly(90_061_000)).toBe('1d 1h');
    expect(roughly(0)).toBe('1s');
  });

  it('[I23] call only what is complete all of it', () => {
    const all = keptPart('incidents');
    const changes = keptPart('config_changes');
    const results = keptPart('check_statuses');
    expect(coverageWords(all, 'complete', [], NOW)).toBe('All of it');
    expect(coverageWords(all, 'partial', [], NOW)).toBe('Downloading');
    expect(coverageWords(all, 'never', [], NOW)).toBe('Not on this device');
    expect(coverageWords(changes, 'partial', [covers()], NOW)).toBe('Downloading');
    expect(coverageWords(changes, 'complete', [], NOW)).toBe('A part of it');
    expect(coverageWords(changes, 'complete', [covers()], NOW)).toBe('Last 7 days');
    expect(coverageWords(changes, 'complete', [covers({ complete: false })], NOW)).toBe(
      'Last 7 days, as far as there was room',
    );
    expect(coverageWords(changes, 'complete', [covers({ from: null, complete: false })], NOW)).toBe(
      'The newest part',
    );
    expect(coverageWords(results, 'never', [], NOW)).toBe('Downloaded when opened');
    expect(coverageWords(results, 'complete', [covers({ scopeKey: 'a' })], NOW)).toBe(
      'Of 1 item that was opened',
    );
    expect(
      coverageWords(results, 'complete', [covers({ scopeKey: 'a' }), covers({ scopeKey: 'b' })], NOW),
    ).toBe('Of 2 items that were opened');
    expect(coverageWords(results, 'forbidden', [], NOW)).toBe('Not for your role');
    expect(coverageWords(keptPart('playbook_runs'), 'complete', [], NOW)).toBe(
      'Unfinished ones, and the last 7 days',
    );
  });

  it('put the markers of a cursor that stand at the same time together', () => {
    const cursor = { updated_at: 'T1', created_at: 'T1', deleted_at: 'T2' };
    expect(feedNotes(feedReport({ cursor, overlapMs: null }))).toBe(
      'updated_at, created_at T1 · deleted_at T2',
    );
    expect(feedNotes(feedReport({ cursor: {}, overlapMs: null }))).toBe('read whole every time');
    expect(
      feedNotes(feedReport({ cursor: {}, overlapMs: null, badRows: 2, badSample: 'id: expected string' })),
    ).toBe('2 unreadable: id: expected string');
  });

  it('translate what the leader says, and let through what they do not know', () => {
    expect(leaderWords('reach', 'up')).toBe('Answers');
    expect(leaderWords('attention', undefined)).toBe('Not known in this tab');
    expect(leaderWords('session', 'of a later version')).toBe('of a later version');
  });

  it('name collections as people call them, and unknown ones readably', () => {
    expect(collectionName('config_items')).toBe('Catalog');
    expect(collectionName('some_new_table')).toBe('Some new table');
  });

  it('say what a comparison found, also one that stopped', () => {
    expect(verifyWords(NOTHING_DIFFERS)).toBe('42 rows of 1 collection compared. All agree with the server.');
    expect(verifyWords({ ...NOTHING_DIFFERS, compared: 0, sampled: 0, tables: [] })).toBe(
      'Nothing is here yet that could be compared.',
    );
    expect(
      verifyWords({ ...NOTHING_DIFFERS, compared: 7, sampled: 50, stopped: 'The server is busy.' }),
    ).toBe('Stopped after 7 of 50 rows: The server is busy. All agree with the server.');
    expect(
      verifyWords({ ...NOTHING_DIFFERS, compared: 0, sampled: 50, stopped: 'The server is busy.' }),
    ).toBe('Stopped after 0 of 50 rows: The server is busy.');
  });

  it('say what the browser allows, and how often the storage was lost', () => {
    expect(quotaWords({ usageBytes: null, quotaBytes: null })).toBe('It does not say');
    expect(quotaWords({ usageBytes: 1024, quotaBytes: 1_048_576 })).toBe('1 MB, 1 KB used by this site');
    expect(reopenWords({ journal: 0, cache: 0 })).toBe('never in this session');
    expect(reopenWords({ journal: 2, cache: 1 })).toBe('3 times, opened again');
  });

  it('write a line of the log', () => {
    const line = {
      at: NOW,
      level: 'warn' as const,
      code: 'reconcile.breaker',
      fields: { table: 'checks', missing: 9 },
    };
    expect(logText(line)).toBe('2026-11-20T12:00:00.000Z warn reconcile.breaker table=checks missing=9');
  });

  it('put changed columns of a row first', () => {
    const lines = columnLines({
      base: { a: 1, b: { x: 1 }, c: null },
      visible: { a: 1, b: { x: 2 }, d: 'new' },
    });
    expect(lines.map(({ name, isChanged }) => [name, isChanged])).toEqual([
      ['b', true],
      ['d', true],
      ['a', false],
      ['c', false],
    ]);
    expect(columnLines({ base: null, visible: null })).toEqual([]);
  });
});
