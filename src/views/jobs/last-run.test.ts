import { expect, it } from 'vitest';
import { readLastRun } from './last-run.ts';

it('a thing has the run that the server calls the last one; one that runs has no duration', () => {
  const raw = {
    id: 's1',
    job_status: 'RUNNING',
    job_duration_millis: 0,
    job_created_at: 'b',
    job_last_failed: 'a',
  };
  expect(readLastRun(raw)).toEqual({
    status: 'RUNNING',
    startedAt: 'b',
    durationMs: null,
    errorCount: null,
    failedAt: 'a',
  });
  expect(readLastRun({ id: 's1', job_status: null })).toMatchObject({ status: null, startedAt: null });
  expect(readLastRun(undefined)).toBeUndefined();
});
