/** @vitest-environment jsdom */
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { followStoredLimits, useFreshnessLimits } from '#src/platform/device/freshness-limits.ts';
import { FreshnessSection } from './freshness-section.tsx';

const KEY = 'holdfast.freshnessLimits';

/** What another page of this device does. */
function store(text: string | null): void {
  if (text === null) localStorage.clear();
  else localStorage.setItem(KEY, text);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: KEY })));
}

beforeAll(() => {
  followStoredLimits();
});
afterEach(() => {
  cleanup();
  store(null);
});

/** Stands for the marks of a screen: what holds now. */
function InForce(): ReactElement {
  return <output aria-label="In force">{JSON.stringify(useFreshnessLimits().values)}</output>;
}

function open() {
  render(
    <>
      <FreshnessSection />
      <InForce />
    </>,
  );
  return userEvent.setup();
}

const field = (name: RegExp): HTMLInputElement => screen.getByRole('textbox', { name });
const inForce = (): unknown => JSON.parse(screen.getByRole('status', { name: 'In force' }).textContent);
const saidOf = (of: HTMLElement): string =>
  (of.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

const STANDARD = { checkRuns: 3, checkMinutes: 5, summaryMinutes: 5, incidentMinutes: 1 };
const LEAST_TIME = /^Least time of a check/u;

describe('freshness limits', () => {
  it('[ux 4.5] has a row for each limit, with its value, its meaning and its default', () => {
    open();
    const rows = within(screen.getByRole('region', { name: 'Freshness limits' })).getAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('textbox').getAttribute('value'))).toEqual([
      '3',
      '5',
      '5',
      '1',
    ]);
    for (const row of rows)
      expect(saidOf(within(row).getByRole('textbox'))).toMatch(/Default (?:3 runs|5 minutes|1 minute)\.$/u);
    expect(screen.getByText(/An agent counts as silent after 61 seconds/u)).toBeDefined();
  });

  it('holds at once what is typed, and on the device', async () => {
    const user = open();
    await user.clear(field(LEAST_TIME));
    await user.type(field(LEAST_TIME), '30');
    expect(inForce()).toEqual({ ...STANDARD, checkMinutes: 30 });
    expect(localStorage.getItem(KEY)).toBe('{"checkMinutes":30}');
  });

  it('is worked by keys alone, from limit to limit and to the way back', async () => {
    const user = open();
    await user.tab();
    expect(document.activeElement).toBe(field(/^Runs a check may miss/u));
    await user.keyboard('{Backspace}4');
    expect(inForce()).toEqual({ ...STANDARD, checkRuns: 4 });
    await user.tab();
    const reset = screen.getByRole('button', { name: 'Reset runs a check may miss to 3' });
    expect(document.activeElement).toBe(reset);
    await user.keyboard('{Enter}');
    expect(inForce()).toEqual(STANDARD);
    expect(localStorage.getItem(KEY)).toBeNull();
    // It says why it does nothing more, and keeps the focus.
    expect(document.activeElement).toBe(reset);
    expect(reset.getAttribute('aria-disabled')).toBe('true');
    expect(saidOf(reset)).toContain('This is the default');
    await user.tab();
    expect(document.activeElement).toBe(field(LEAST_TIME));
  });

  it.each([
    ['1', '2 minutes or more. With less, everything would look old. It stays 5.'],
    ['61', '60 minutes or less. With more, old data would look new. It stays 5.'],
    ['2.5', 'A whole number from 2 to 60 minutes. It stays 5.'],
    ['', 'A whole number from 2 to 60 minutes. It stays 5.'],
  ])('keeps what holds, and what was typed, when that is %j', async (text, words) => {
    store('{"incidentMinutes":3}');
    const user = open();
    const input = field(LEAST_TIME);
    await user.clear(input);
    // Not digit by digit: on the way to 61 stands 6, which is a limit.
    if (text !== '') await user.paste(text);
    expect(saidOf(input)).toBe(words);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(inForce()).toEqual({ ...STANDARD, incidentMinutes: 3 });
    await user.tab();
    expect(input.value).toBe(text);
    await user.click(screen.getByRole('button', { name: 'Reset least time of a check to 5' }));
    expect(input.value).toBe('5');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    expect(localStorage.getItem(KEY)).toBe('{"incidentMinutes":3}');
  });

  it('shows what another page has set', () => {
    open();
    store('{"summaryMinutes":12}');
    expect(field(/^Health page/u).value).toBe('12');
  });

  it('shows the default where what is stored is no limit, and the others as they are', () => {
    store('{"checkMinutes":9000,"incidentMinutes":3}');
    open();
    expect(field(LEAST_TIME).value).toBe('5');
    expect(field(/^Incidents/u).value).toBe('3');
  });

  it('says that the browser refuses to keep what is set, until it can be kept again', async () => {
    const user = open();
    const refusing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    try {
      expect(screen.getByText(/Kept on this device\./u)).toBeDefined();
      await user.clear(field(LEAST_TIME));
      await user.type(field(LEAST_TIME), '30');
      expect(inForce()).toEqual({ ...STANDARD, checkMinutes: 30 });
      expect(screen.getByText(/^The browser cannot store this/u)).toBeDefined();
      expect(screen.queryByText(/Kept on this device/u)).toBeNull();
    } finally {
      refusing.mockRestore();
    }
    await user.type(field(LEAST_TIME), '{Backspace}1');
    expect(inForce()).toEqual({ ...STANDARD, checkMinutes: 31 });
    expect(screen.getByText(/Kept on this device\./u)).toBeDefined();
    expect(screen.queryByText(/cannot store this/u)).toBeNull();
  });
});
