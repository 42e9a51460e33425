/** @vitest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePending } from './use-pending.ts';

interface Search {
  readonly hidePassing?: boolean;
  readonly tab?: string;
  readonly query?: string;
}

function hrefOf({ hidePassing = false, tab = '', query = '' }: Search): string {
  return [hidePassing, tab, query].join('&');
}

function atAddress(start: Search) {
  const { result, rerender } = renderHook((given: Search) => usePending(given, hrefOf), {
    initialProps: start,
  });
  return {
    shown: () => result.current.search,
    isAhead: () => result.current.isAhead,
    press: (next: Search) => act(() => result.current.press(next)),
    settle: (next: Search) => act(() => result.current.settle(next)),
    arrive: rerender,
  };
}

it('shows what was pressed before the address has it, and then what the address has', () => {
  const page = atAddress({});
  page.press({ hidePassing: true });
  expect(page.shown()).toEqual({ hidePassing: true });
  expect(page.isAhead()).toBe(true);
  const before = page.shown();
  page.arrive({ hidePassing: true });
  expect(page.shown()).toBe(before);
  expect(page.isAhead()).toBe(false);
  page.arrive({});
  expect(page.shown()).toEqual({});
});

it('does not go back to the first of two presses while the address is on its way through both', () => {
  const page = atAddress({});
  page.press({ hidePassing: true });
  page.press({ hidePassing: true, tab: 'shop' });
  page.arrive({ hidePassing: true });
  expect(page.shown()).toEqual({ hidePassing: true, tab: 'shop' });
  page.arrive({ hidePassing: true, tab: 'shop' });
  expect(page.isAhead()).toBe(false);
});

it('gives way to an address that nobody pressed', () => {
  const page = atAddress({ tab: 'infra' });
  page.press({ tab: 'shop' });
  page.arrive({ query: 'dns' });
  expect(page.shown()).toEqual({ query: 'dns' });
  expect(page.isAhead()).toBe(false);
});

it('is not ahead of an address that says the same', () => {
  const page = atAddress({ tab: 'infra' });
  page.press({ tab: 'infra' });
  expect(page.isAhead()).toBe(false);
  page.press({ tab: 'shop' });
  page.press({ tab: 'infra' });
  expect(page.isAhead()).toBe(false);
  page.arrive({ tab: 'shop' });
  expect(page.shown()).toEqual({ tab: 'infra' });
});

it('shows what Back leads to, also where the address passed over it before', () => {
  const page = atAddress({});
  const off = {};
  page.press({ hidePassing: true });
  page.press(off);
  // Both were written at once, and the address says what it said.
  page.settle(off);
  page.arrive({ hidePassing: true });
  expect(page.shown()).toEqual({ hidePassing: true });
  expect(page.isAhead()).toBe(false);
});

it('still waits for the last press when an earlier one has come to rest', () => {
  const page = atAddress({});
  const first = { tab: 'shop' };
  page.press(first);
  page.press({ tab: 'infra' });
  page.settle(first);
  expect(page.shown()).toEqual({ tab: 'infra' });
  page.arrive({ tab: 'shop' });
  expect(page.shown()).toEqual({ tab: 'infra' });
});

it('shows the address where a press did not come into it', () => {
  const page = atAddress({ tab: 'shop' });
  const next = { tab: 'infra' };
  page.press(next);
  page.settle(next);
  expect(page.shown()).toEqual({ tab: 'shop' });
  expect(page.isAhead()).toBe(false);
});
