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
  const { result, unmount } = renderHook(() => useLateSteps(history));
  const goTo = (next: string): void => {
    history.location = { href: next };
  };
  return {
    taken,
    goTo,
    unmount,
    press: (name: string) =>
      result.current(() => {
        taken.push(name);
        goTo(`/health?${name}`);
      }),
    paint: () => {
      vi.advanceTimersToNextFrame();
      vi.advanceTimersByTime(5);
    },
  };
}

it('takes a step after the frame that shows the press, not before', () => {
  const page = atAddress('/health');
  page.press('first');
  requestAnimationFrame(() => expect(page.taken).toEqual([]));
  expect(page.taken).toEqual([]);
  page.paint();
  expect(page.taken).toEqual(['first']);
});

it('takes all presses of one frame, in their order', () => {
  const page = atAddress('/health');
  page.press('first');
  page.press('second');
  page.paint();
  page.press('third');
  page.paint();
  expect(page.taken).toEqual(['first', 'second', 'third']);
});

it('does not lead away from an address that somebody went to meanwhile', () => {
  const page = atAddress('/health');
  page.press('first');
  page.goTo('/incidents');
  page.paint();
  expect(page.taken).toEqual([]);
});

it('keeps to what is pressed on the new address', () => {
  const page = atAddress('/health');
  page.press('first');
  page.goTo('/health?tab=a');
  page.press('second');
  page.paint();
  expect(page.taken).toEqual(['second']);
});

it('takes nothing for a page that is gone', () => {
  const page = atAddress('/health');
  page.press('first');
  page.unmount();
  page.paint();
  expect(page.taken).toEqual([]);
});
