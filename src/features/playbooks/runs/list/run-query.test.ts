import { describe, expect, it } from 'vitest';
import { readRun, type Run } from '../run-row.ts';
import { isOfDevice, questionOf, wantedRuns } from './run-query.ts';
import { runSearch } from './run-search.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const PLAYBOOK = '0190a3c4-5b00-7000-8300-000000000301';
const run = (id: string, more: object): Run => {
  const read = readRun({ id, playbook_id: PLAYBOOK, status: 'completed', ...more });
  if (read === undefined) throw new Error('no run');
  return read;
};

describe('a list of runs', () => {
  it('[I23] is answered by the device only where every run of the range is on it', () => {
    const range = (math: string) => ({ type: 'relative', range: math }) as const;
    expect(isOfDevice(range('now-7d'), NOW)).toBe(true);
    expect(isOfDevice(range('now-5m'), NOW)).toBe(true);
    expect(isOfDevice(range('now-30d'), NOW)).toBe(false);
    const from = '2026-11-01T00:00:00Z';
    expect(isOfDevice({ type: 'absolute', from, to: '2026-11-19T00:00:00Z' }, NOW)).toBe(false);
  });

  it('keeps runs that have not begun in its range', () => {
    const runs = [
      run('waits', { status: 'scheduled', created_at: '2026-11-20T11:59:00Z' }),
      run('began', { created_at: '2026-11-01T00:00:00Z', start_time: '2026-11-20T11:00:00Z' }),
      run('old', { created_at: '2026-11-01T00:00:00Z', start_time: '2026-11-01T00:00:00Z' }),
      run('ahead', { created_at: '2026-11-20T12:00:03Z' }),
      run('asked', { status: 'pending', created_at: '2026-11-01T00:00:00Z' }),
    ];
    const ids = (search: object): string =>
      wantedRuns(runs, runSearch.view(search), NOW)
        .map(({ id }) => id)
        .join(' ');
    expect(ids({})).toBe('waits began ahead');
    expect(ids({ rangeType: 'relative', range: 'now-30m' })).toBe('waits ahead');
    expect(ids({ status: 'scheduled' })).toBe('waits');
    expect(ids({ playbook: PLAYBOOK.replace('301', '302') })).toBe('');
  });

  it('asks the server for what the address names, 150 at a time', () => {
    const search = {
      playbook: PLAYBOOK,
      status: 'timed_out',
      rangeType: 'relative',
      range: 'now-30d',
    } as const;
    expect(questionOf(search)).toEqual({
      source: 'playbook-runs',
      query: { playbookId: PLAYBOOK, status: 'timed_out' },
      range: { from: 'now-30d', to: 'now' },
      page: 1,
      size: 150,
    });
  });
});
