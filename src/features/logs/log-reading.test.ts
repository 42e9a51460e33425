import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  linesOf,
  packLines,
  type LogHead,
  type LogPage,
  type LogPart,
  type LogQuestion,
  type PackedLines,
} from '#sync/protocol/log.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { createStore } from '#src/platform/device/store.ts';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { FOLLOW_MS, LogReading } from './log-reading.ts';
import { lastKeyOf } from './log-stretches.ts';

const question: LogQuestion = {
  componentId: '019acc36-0e2a-4f3b-76a6-1ea17f7abda4',
  selector: 'application',
  query: '',
  start: '1h',
};
const linesAt = (...times: number[]): PackedLines =>
  packLines(times.map((at) => ({ at, message: `line ${at}`, labels: {} })));
const pageOf = (times: readonly number[], next: string | null = null): LogPage => ({
  lines: linesAt(...times),
  next,
  asOf: '2026-03-01T09:00:00Z',
  unread: 0,
});
const found = (...args: Parameters<typeof pageOf>): LogPart => ({ is: 'found', page: pageOf(...args) });
const NOT_HERE: LogPart = { is: 'not-here', reason: 'Not reachable now.' };

/** A device that has kept some lines, and a server that answers what the test says. */
function deviceOf(
  answers: readonly LogPart[],
  heads: readonly LogHead[] = [],
  kept: Readonly<Record<string, PackedLines>> = {},
) {
  const status = createStore({ phase: 'live' } as SyncStatus); // the one fact that is looked at
  const waiting = [...answers];
  const asked: (string | null)[] = [];
  const written: { head: LogHead; ids: readonly string[] }[] = [];
  const sync = {
    status,
    readLogs: vi.fn<SyncClient['readLogs']>(
      async (_question: LogQuestion, page: string | null): Promise<LogPart> => {
        asked.push(page);
        return waiting.shift() ?? NOT_HERE;
      },
    ),
    keptLogs: vi.fn<SyncClient['keptLogs']>(
      async (wanted: LogQuestion) =>
        heads.find((head) => JSON.stringify(head.question) === JSON.stringify(wanted)) ?? null,
    ),
    keptLines: vi.fn<SyncClient['keptLines']>(
      async (_question: LogQuestion, id: string) => new Map(Object.entries(kept)).get(id) ?? null,
    ),
    keepLogs: vi.fn<SyncClient['keepLogs']>(async (head: LogHead, segments: readonly { id: string }[]) => {
      written.push({ head, ids: segments.map(({ id }) => id) });
    }),
    logsKept: vi.fn<SyncClient['logsKept']>(async () => heads),
  };
  return { sync, asked, written, status };
}

const headOf = (asked: LogQuestion, ...segments: LogHead['segments']): LogHead => ({
  question: asked,
  name: 'api',
  asOf: '2026-03-01T08:00:00Z',
  segments,
});
const segment = (id: string, next: string | null = null, isJoined = true): LogHead['segments'][number] => ({
  id,
  count: 1,
  next,
  isJoined,
});

let leave: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  for (const each of leave.splice(0)) each();
  leave = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(device: ReturnType<typeof deviceOf>, asked = question): Promise<LogReading> {
  const reading = new LogReading(device.sync, asked, 'api');
  leave.push(reading.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  return reading;
}

const timesOf = (reading: LogReading): (number | null)[][] =>
  reading.get().stretches.map(({ lines }) => [...linesOf(lines)].map(({ at }) => at));

const readOlder = (reading: LogReading): Promise<void> => {
  const last = reading.get().stretches.at(-1);
  if (last === undefined) throw new Error('No lines are here');
  return reading.readAfter(lastKeyOf(last));
};

describe('a reading', () => {
  it('shows what is kept, then what the server adds, and has that kept', async () => {
    const device = deviceOf([found([9, 8, 7])], [headOf(question, segment('a'))], { a: linesAt(7, 6) });
    const reading = await opened(device);
    expect(timesOf(reading)).toEqual([[9, 8, 7, 6]]);
    expect(reading.get()).toMatchObject({ phase: 'ready', reason: null, asOf: '2026-03-01T09:00:00Z' });
    const { stretches } = reading.get();
    expect(device.written.map(({ head, ids }) => [head.segments.map(({ id }) => id), ids])).toEqual([
      [[stretches[0]?.id], [stretches[0]?.id]],
    ]);
  });

  it('names the gap where a kept stretch has gone, and the reason where the server does not answer', async () => {
    const head = headOf(question, segment('a'), segment('gone'), segment('b', 'p', false));
    const device = deviceOf([NOT_HERE], [head], { a: linesAt(9), b: linesAt(5) });
    const reading = await opened(device);
    expect(timesOf(reading)).toEqual([[9], [5]]);
    expect(reading.get().stretches.map(({ isJoined, next }) => [isJoined, next])).toEqual([
      [false, null],
      [false, 'p'],
    ]);
    expect(reading.get()).toMatchObject({ phase: 'ready', reason: 'Not reachable now.' });
    expect(device.written).toEqual([]);
  });

  it('of words that nobody has read looks at the lines of the same source instead, and says so', async () => {
    const all = headOf(question, segment('a'));
    const other = headOf({ ...question, selector: 'ingress' }, segment('x'));
    const device = deviceOf([NOT_HERE], [other, all], { a: linesAt(9) });
    const reading = await opened(device, { ...question, query: 'warn' });
    expect(reading.get()).toMatchObject({ phase: 'ready', standIn: question });
    expect(timesOf(reading)).toEqual([[9]]);
    // The server is there again: what it says is the answer, and nothing of the others is kept for it.
    device.sync.readLogs.mockResolvedValueOnce(found([12]));
    device.status.set({ ...device.status.get(), phase: 'offline' });
    device.status.set({ ...device.status.get(), phase: 'live' });
    await vi.advanceTimersByTimeAsync(0);
    expect([timesOf(reading), reading.get().standIn]).toEqual([[[12]], null]);
  });

  it.each(['forbidden', 'unknown-selector'] as const)('that is %s is not empty', async (is) => {
    const reading = await opened(deviceOf([{ is }]));
    expect(reading.get().phase).toBe(is);
  });

  it('reads older lines by the page that was named, over pages without any', async () => {
    const device = deviceOf([found([9, 8], 'p1'), found([], 'p2'), found([7])]);
    const reading = await opened(device);
    await readOlder(reading);
    expect(timesOf(reading)).toEqual([[9, 8, 7]]);
    expect(device.asked).toEqual([null, 'p1', 'p2']);
    expect(reading.get().stretches[0]).toMatchObject({ isJoined: true, next: null });
    // Nothing is asked where there is nothing more.
    await readOlder(reading);
    expect(device.asked.length).toBe(3);
  });

  it('adds older lines after those they were asked for, whatever came before them meanwhile', async () => {
    const device = deviceOf([found([3_000])], [headOf(question, segment('a', 'p1', false))], {
      a: linesAt(...Array.from({ length: 2_000 }, (_none, at) => 3_000 - at)),
    });
    const reading = await opened(device);
    let answer: (part: LogPart) => void = () => undefined;
    device.sync.readLogs.mockImplementationOnce(() => new Promise((done) => (answer = done)));
    const older = readOlder(reading);
    device.sync.readLogs.mockResolvedValueOnce(found([3_002, 3_001, 3_000]));
    await reading.refresh();
    expect(timesOf(reading).map((times) => times.length)).toEqual([2, 2_000]);
    answer(found([1_000, 999]));
    await older;
    expect(timesOf(reading).map((times) => times.length)).toEqual([2, 2_000, 2]);
    expect(timesOf(reading).at(-1)).toEqual([1_000, 999]);
  });

  it('that is followed shows new lines at its top, and holds them back for who reads further down', async () => {
    const device = deviceOf([found([5]), found([6, 5]), found([7, 6, 5]), found([7, 6, 5]), found([8, 7])]);
    const reading = await opened(device);
    reading.setFollowing(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(timesOf(reading)).toEqual([[6, 5]]);
    reading.setAtTop(false);
    await vi.advanceTimersByTimeAsync(FOLLOW_MS * 2);
    expect([timesOf(reading), reading.get().newer]).toEqual([[[6, 5]], 1]);
    await vi.advanceTimersByTimeAsync(FOLLOW_MS);
    expect(reading.get().newer).toBe(2);
    reading.setAtTop(true);
    expect([timesOf(reading), reading.get().newer]).toEqual([[[8, 7, 6, 5]], 0]);
    reading.setFollowing(false);
    const count = device.asked.length;
    await vi.advanceTimersByTimeAsync(FOLLOW_MS * 3);
    expect(device.asked.length).toBe(count);
  });

  it('nobody looks at any more asks nothing', async () => {
    const device = deviceOf([found([5])]);
    const reading = await opened(device);
    reading.setFollowing(true);
    await vi.advanceTimersByTimeAsync(0);
    const count = device.asked.length;
    for (const each of leave.splice(0)) each();
    await vi.advanceTimersByTimeAsync(FOLLOW_MS * 3);
    expect(device.asked.length).toBe(count);
  });
});
