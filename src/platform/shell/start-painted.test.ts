/** @vitest-environment jsdom */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as StartPainted from './start-painted.ts';

let start: typeof StartPainted;

beforeEach(async () => {
  vi.useFakeTimers();
  // What a start expects is known once per page.
  vi.resetModules();
  start = await import('./start-painted.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Whether the wait is over after so many milliseconds. */
async function isOverAfter(painted: Promise<unknown> | null, delayMs: number): Promise<boolean> {
  const onOver = vi.fn<() => void>();
  void painted?.then(onOver);
  await vi.advanceTimersByTimeAsync(delayMs);
  return onOver.mock.calls.length > 0;
}

it('is not waited for where nothing is expected', () => {
  expect(start.startPainted()).toBeNull();
});

it.each([
  ['nothing is there', () => Promise.resolve(false)],
  ['it cannot be read', () => Promise.reject(new Error('disk gone'))],
])('is over at once where %s', async (_what, read) => {
  start.expectStart(read());
  expect(await isOverAfter(start.startPainted(), 0)).toBe(true);
});

it('is over when what is there was painted', async () => {
  start.expectStart(Promise.resolve(true));
  const painted = start.startPainted();
  expect(await isOverAfter(painted, 100)).toBe(false);
  start.startIsShown();
  expect(await isOverAfter(painted, 20)).toBe(true);
});

it('is over after a while though nothing was painted', async () => {
  start.expectStart(Promise.resolve(true));
  const painted = start.startPainted();
  expect(await isOverAfter(painted, 399)).toBe(false);
  expect(await isOverAfter(painted, 1)).toBe(true);
});

it('waits as long for what took long to read', async () => {
  let found: (isThere: boolean) => void = () => undefined;
  start.expectStart(new Promise((resolve) => (found = resolve)));
  const painted = start.startPainted();
  expect(await isOverAfter(painted, 1_000)).toBe(false);
  found(true);
  expect(await isOverAfter(painted, 399)).toBe(false);
  start.startIsShown();
  expect(await isOverAfter(painted, 20)).toBe(true);
});

it('is told to all who wait for it', async () => {
  start.expectStart(Promise.resolve(true));
  const both = Promise.all([start.startPainted(), start.startPainted()]);
  start.startIsShown();
  expect(await isOverAfter(both, 100)).toBe(true);
});

it('comes before the requests about session and configuration', async () => {
  // Nobody answers: the first question of each is enough.
  const ask = vi.fn<(path: string) => Promise<Response>>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', ask);
  const asked = (): string[] => ask.mock.calls.map(([path]) => path);
  const { session } = await import('../session/session.ts');
  const { runtimeConfig } = await import('../config.ts');
  start.expectStart(Promise.resolve(true));
  void session.check();
  void runtimeConfig();
  await vi.advanceTimersByTimeAsync(300);
  expect(asked()).toEqual([]);
  start.startIsShown();
  await vi.advanceTimersByTimeAsync(50);
  expect(asked().toSorted()).toEqual(['/api/.ory/sessions/whoami', '/config.json']);
});

it('comes before what is not seen, and so does the document', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  start.expectStart(Promise.resolve(true));
  const stands = start.pageStands();
  expect(await isOverAfter(stands, 500)).toBe(false);
  state.mockReturnValue('complete');
  dispatchEvent(new Event('load'));
  expect(await isOverAfter(stands, 100)).toBe(false);
  start.startIsShown();
  expect(await isOverAfter(stands, 20)).toBe(true);
});
