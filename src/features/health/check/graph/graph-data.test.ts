import { describe, expect, it } from 'vitest';
import type { FrozenRun } from '#sync/protocol/tables/evidence-payload.ts';
import { bucketWidthMs, graphOfRuns, graphOfServer, isPassing, plotColumns } from './graph-data.ts';

const HOUR_MS = 3_600_000;
const run = (time: string, status: boolean | null, duration: number | null): FrozenRun => ({
  time,
  status,
  duration,
});

describe('the graph of a check', () => {
  it('cuts ranges into the buckets of the server', () => {
    const widths = [1, 2, 3, 24, 25, 168, 169].map((hours) => bucketWidthMs(hours * HOUR_MS) / 60_000);
    expect(widths).toEqual([1, 1, 15, 15, 60, 60, 240]);
  });

  it('gives a run to the nearest bucket, which passes only when all of its runs did', () => {
    const { points, uptime } = graphOfRuns(
      [
        run('2026-11-20T12:00:29Z', true, 100),
        run('2026-11-20T11:59:31Z', false, 300),
        run('2026-11-20T12:00:31Z', true, 80),
        run('2026-11-20T12:02:00Z', null, null),
      ],
      HOUR_MS,
    );
    expect(points).toEqual([
      { atMs: Date.parse('2026-11-20T12:00:00Z'), latencyMs: 200, passed: 1, failed: 1 },
      { atMs: Date.parse('2026-11-20T12:01:00Z'), latencyMs: 80, passed: 1, failed: 0 },
      { atMs: Date.parse('2026-11-20T12:02:00Z'), latencyMs: null, passed: 0, failed: 0 },
    ]);
    expect(points.map(isPassing)).toEqual([false, true, null]);
    expect(uptime).toEqual({ passed: 2, failed: 1 });
  });

  it('takes percentiles over the means of the newest hundred buckets', () => {
    const from = Date.parse('2026-11-20T10:00:00Z');
    const runs = Array.from({ length: 110 }, (_, minute) =>
      run(new Date(from + minute * 60_000).toISOString(), true, minute < 10 ? 9_000 : minute - 9),
    );
    expect(graphOfRuns(runs, 2 * HOUR_MS).latency).toEqual({ p95: 95, p97: 97, p99: 99 });
    expect(graphOfRuns([], HOUR_MS).latency).toEqual({ p95: null, p97: null, p99: null });
  });

  it('reads a bucket without a status as failed, as the server means it', () => {
    const graph = graphOfServer(
      {
        status: [
          { time: '2026-11-20T12:01:00Z', duration: 80, failed: 2 },
          { time: '2026-11-20T12:00:00Z', status: true, duration: 100, passed: 3 },
        ],
        latency: { p95: 100, rolling1h: 0 },
        uptime: { passed: 3, failed: 2 },
      },
      HOUR_MS,
    );
    expect(graph?.points.map((point) => [point.atMs, isPassing(point)])).toEqual([
      [Date.parse('2026-11-20T12:00:00Z'), true],
      [Date.parse('2026-11-20T12:01:00Z'), false],
    ]);
    expect(graph?.latency).toEqual({ p95: 100, p97: null, p99: null });
    expect(graph?.uptime).toEqual({ passed: 3, failed: 2 });
    expect(graphOfServer({ status: null }, HOUR_MS)?.points).toEqual([]);
    expect(graphOfServer('<html>', HOUR_MS)).toBeUndefined();
  });

  it('draws no line across a hole', () => {
    const runs = [0, 1, 2, 12, 13].map((minute) =>
      run(new Date(Date.parse('2026-11-20T12:00:00Z') + minute * 60_000).toISOString(), true, 100),
    );
    const { ys, at } = plotColumns(graphOfRuns(runs, HOUR_MS));
    expect(ys).toEqual([100, 100, 100, null, 100, 100]);
    expect(at).toEqual([0, 1, 2, -1, 3, 4]);
  });

  it('takes the pace of a check that runs seldom for no hole', () => {
    const runs = [0, 10, 20, 30].map((minute) =>
      run(new Date(Date.parse('2026-11-20T12:00:00Z') + minute * 60_000).toISOString(), true, 100),
    );
    expect(plotColumns(graphOfRuns(runs, HOUR_MS)).ys).toEqual([100, 100, 100, 100]);
  });
});
