import { expect, test } from 'vitest';
import { packSummary, readSummaryAnswer, unpackSummary } from './health-summary.ts';

const full = {
  id: 'c1',
  canary_id: 'n1',
  canary_name: 'null',
  name: 'ping',
  type: 'http',
  status: 'healthy',
  labels: { team: 'a', n: 1 },
  uptime: { passed: 3, failed: 0, last_pass: '2026-11-20T11:59:00Z' },
  latency: { p99: 12.5, p95: 3, rolling1h: 0 },
  last_runtime: '2026-11-20T11:59:00Z',
  more: 'of a newer server',
};

test('[HLT4] a summary comes back from the cache as it went in, missing and odd values included', () => {
  const answer = readSummaryAnswer({ duration: '1ms', checks_summary: [full, { id: 'c2', uptime: null }] });
  if (answer === null) throw new Error('it is a summary');
  expect(answer.badRows).toBe(0);
  expect(answer.rows[1]).toMatchObject({ id: 'c2', name: '', labels: null, uptime: null, status: null });
  const summary = {
    rows: answer.rows,
    schedules: [{ id: 'n1', schedule: '@daily', interval: null }],
    schedulesAsOf: '2026-11-20T12:00:00Z',
  };
  expect(unpackSummary(packSummary(summary))).toEqual(summary);
});

test('[HLT4] an empty list is one, a list under the former name too, and anything else is none', () => {
  expect(readSummaryAnswer({ checks_summary: null })).toEqual({ rows: [], badRows: 0 });
  expect(readSummaryAnswer({ checks: [{ id: 'c' }] })?.rows).toHaveLength(1);
  expect(readSummaryAnswer({ checks_summary: [{ name: 'no id' }, 7] })).toEqual({ rows: [], badRows: 2 });
  for (const body of [null, undefined, 'text', 7, { checks_summary: {} }]) {
    expect(readSummaryAnswer(body)).toBeNull();
  }
});

test('a damaged copy, or one of another version, reads as none', () => {
  const stored: Record<string, unknown> = JSON.parse(
    packSummary({ rows: [], schedules: [], schedulesAsOf: null }),
  );
  expect(unpackSummary(JSON.stringify(stored))).toEqual({ rows: [], schedules: [], schedulesAsOf: null });
  expect(unpackSummary(JSON.stringify({ ...stored, v: 2 }))).toBeNull();
  expect(unpackSummary(JSON.stringify({ ...stored, count: 1 }))).toBeNull();
  expect(unpackSummary('null')).toBeNull();
  expect(unpackSummary('{"v":1')).toBeNull();
});
