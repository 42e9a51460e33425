import { describe, expect, it } from 'vitest';
import { historyQuery, isFiltered, NO_FILTERS, runsOfRows } from './history-query.ts';

const WINDOW = { checkId: 'k1', from: '2026-11-20T11:00:00.000Z', offset: 50, limit: 50 };

describe('the question for a page of the history', () => {
  it('asks for one check from a moment on, newest first', () => {
    const query = historyQuery({ ...WINDOW, filters: NO_FILTERS });
    expect(query.filters).toEqual([
      { kind: 'values', column: 'check_id', include: ['k1'], exclude: [] },
      { kind: 'range', column: 'time', from: '2026-11-20T11:00:00.000Z', to: null },
    ]);
    expect([query.sort, query.offset, query.limit]).toEqual([{ column: 'time', descending: true }, 50, 50]);
  });

  it('narrows it by status and by length', () => {
    const { filters } = historyQuery({ ...WINDOW, filters: { status: 'unhealthy', duration: '1.5s' } });
    expect(filters.slice(2)).toEqual([
      { kind: 'values', column: 'status', include: ['false'], exclude: [] },
      { kind: 'range', column: 'duration', from: 1500, to: null },
    ]);
    expect(isFiltered({ status: 'unhealthy', duration: '' })).toBe(true);
  });

  it('filters nothing by a length that is none', () => {
    const filters = { status: 'all', duration: '5 minutes' } as const;
    expect(historyQuery({ ...WINDOW, filters }).filters).toHaveLength(2);
    expect(isFiltered(filters)).toBe(false);
  });

  it('leaves out rows that are no runs', () => {
    expect(runsOfRows([null, { time: 7 }, { time: '2026-11-20T11:00:00Z', status: false }])).toEqual([
      { time: '2026-11-20T11:00:00Z', status: false, duration: null },
    ]);
  });
});
