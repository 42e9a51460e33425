/** @vitest-environment jsdom */
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLateSteps } from './late-steps.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'],
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function atAddress(href: string) {
  const history = { location: { href } };
  const taken: string[] = [];
  const rested: string[] = [];
  const { result, unmount } = renderHook(() => useLateSteps(history));
  const goTo = (next: string): void => {
    history.location = { href: next };
  };
  return {
    taken,
    rested,
    goTo,
    unmount,
    press: (name: string): void => {
      const step = async (): Promise<void> => {
        taken.push(name);
        goTo(`/health?${name}`);
      };
      void result.current(step).then(() => rested.push(name));
    },
    paint: async () => {
      vi.advanceTimersToNextFrame();
      await vi.advanceTimersByTimeAsync(5);
    },
  };
}

it('takes a step after the frame that shows the press, not before', async () => {
  const page = atAddress('/health');
  page.press('first');
  requestAnimationFrame(() => expect(page.taken).toEqual([]));
  expect(page.taken).toEqual([]);
  await page.paint();
  expect(page.taken).toEqual(['first']);
});

it('takes all presses of one frame, in their order', async () => {
  const page = atAddress('/health');
  page.press('first');
  page.press('second');
  await page.paint();
  page.press('third');
  await page.paint();
  expect(page.taken).toEqual(['first', 'second', 'third']);
  expect(page.rested).toEqual(page.taken);
});

it('does not lead away from an address that somebody went to meanwhile', async () => {
  const page = atAddress('/health');
  page.press('first');
  page.goTo('/incidents');
  await page.paint();
  expect(page.taken).toEqual([]);
});

it('says that it has come to rest although it was dropped', async () => {
  const page = atAddress('/health');
  page.press('first');
  page.goTo('/incidents');
  expect(page.rested).toEqual([]);
  await page.paint();
  expect(page.rested).toEqual(['first']);
});

it('keeps to what is pressed on the new address', async () => {
  const page = atAddress('/health');
  page.press('first');
  page.goTo('/health?tab=a');
  page.press('second');
  await page.paint();
  expect(page.taken).toEqual(['second']);
});

it('takes nothing that comes when the page has gone, and says that it has come to rest', async () => {
  const page = atAddress('/health');
  page.goTo('/topology');
  page.unmount();
  page.press('typed last');
  await page.paint();
  expect(page.taken).toEqual([]);
  expect(page.rested).toEqual(['typed last']);
});

it('takes nothing for a page that is gone', async () => {
  const page = atAddress('/health');
  page.press('first');
  page.unmount();
  await page.paint();
  expect(page.taken).toEqual([]);
});
