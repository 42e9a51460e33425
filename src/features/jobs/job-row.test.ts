import { describe, expect, it } from 'vitest';
import {
  agentOf,
  durationOf,
  readBody,
  readRun,
  runName,
  startOf,
  statistics,
  type JobRun,
} from './job-row.ts';

function run(part: object): JobRun {
  const read = readRun({ id: 'r1', ...part });
  if (read === undefined) throw new Error('it is no run');
  return read;
}

describe('a run of a job', () => {
  it('is read whatever is missing, and is none without an id', () => {
    expect(run({ name: 7, agent: 'x' })).toMatchObject({ id: 'r1', name: null, agent: null });
    expect(readRun({ name: 'Scraper' })).toBeUndefined();
    expect(runName(run({}))).toBe('Job run');
    expect(startOf(run({ created_at: 'b' }))).toBe('b');
    expect(startOf(run({ created_at: 'b', time_start: 'a' }))).toBe('a');
  });

  it('has no agent where the server itself ran it', () => {
    const local = { id: '00000000-0000-0000-0000-000000000000', name: 'local' };
    expect(agentOf(run({ agent: local }))).toBeNull();
    expect(agentOf(run({ agent: { id: null, name: null } }))).toBeNull();
    expect(agentOf(run({ agent: { id: 'a1', name: 'edge' } }))).toEqual({ id: 'a1', name: 'edge' });
  });

  it('hides counts that are zero, and has no duration while it runs', () => {
    expect(statistics(run({ success_count: 0, error_count: null }))).toEqual([]);
    expect(statistics(run({ success_count: 12, error_count: 2 }))).toEqual([
      { label: 'Success', count: 12 },
      { label: 'Error', count: 2 },
    ]);
    expect(durationOf(run({ status: 'RUNNING', duration_millis: 0 }))).toBeNull();
    expect(durationOf(run({ status: 'FAILED', duration_millis: 0 }))).toBe(0);
  });

  it('reported what is not empty', () => {
    const contentOf = (details: unknown) => readBody({ id: 'r1', details })?.content;
    const nothing = { errors: [], scrapeSummary: null, reconcileSummary: null };
    expect(contentOf(null)).toEqual(nothing);
    expect(contentOf({})).toEqual(nothing);
    expect(contentOf('broken')).toEqual(nothing);
    expect(contentOf({ errors: ['a', 7], scrape_summary: {}, summary: { hard: 1 } })).toEqual({
      errors: ['a'],
      scrapeSummary: null,
      reconcileSummary: { hard: 1 },
    });
    expect(readBody([])).toBeUndefined();
  });
});
