import { describe, expect, it } from 'vitest';
import type { Coverage } from '#sync/protocol/stored.ts';
import { NOTHING_DIFFERS } from '#tests/page/fake-diagnostics.ts';
import { collectionName } from './collection-words.ts';
import { coverageWords, dueWords, roughly, skewWords } from './diagnostic-words.ts';
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
    expect(skewWords(-7_205_000)).toBe('2h ahead of the server'.replace('2h', '2h 5s'));
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
    expect(coverageWords('complete', [], NOW)).toBe('All of it');
    expect(coverageWords('partial', [covers()], NOW)).toBe('Downloading');
    expect(coverageWords('never', [], NOW)).toBe('Not on this device');
    expect(coverageWords('complete', [covers()], NOW)).toBe('Last 7 days');
    expect(coverageWords('complete', [covers({ complete: false })], NOW)).toBe(
      'Last 7 days, as far as there was room',
    );
    expect(coverageWords('complete', [covers({ from: null, complete: false })], NOW)).toBe('The newest part');
    expect(coverageWords('complete', [covers({ scopeKey: 'a' })], NOW)).toBe('What was opened, of 1 item');
    expect(coverageWords('complete', [covers({ scopeKey: 'a' }), covers({ scopeKey: 'b' })], NOW)).toBe(
      'What was opened, of 2 items',
    );
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
