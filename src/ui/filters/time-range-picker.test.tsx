/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseTimeInput } from '../../lib/time-input.ts';
import type { AbsoluteRange, TimeRange } from '../../lib/time-range.ts';
import { TimeRangePicker } from './time-range-picker.tsx';

// React Aria asks for it, jsdom has none.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(() => {
  cleanup();
  seen.changes = [];
  seen.kept = [];
});

/** What the caller was told last. */
const seen = { changes: [] as (TimeRange | undefined)[], kept: [] as readonly AbsoluteRange[] };
const told = (): TimeRange | undefined => seen.changes.at(-1);

const iso = (text: string, edge: 'start' | 'end' = 'start'): string =>
  new Date(parseTimeInput(text, edge) ?? Number.NaN).toISOString();
const range = (from: string, to: string): AbsoluteRange => ({
  type: 'absolute',
  from: iso(from),
  to: iso(to, 'end'),
});

function Picker({ start, recent = [] }: { start?: TimeRange; recent?: AbsoluteRange[] }): ReactElement {
  const [value, setValue] = useState(start);
  const [used, setUsed] = useState<readonly AbsoluteRange[]>(recent);
  return (
    <TimeRangePicker
      label="Time range"
      recent={used}
      value={value}
      onChange={(next) => {
        seen.changes.push(next);
        setValue(next);
      }}
      onRecentChange={(next) => {
        seen.kept = next;
        setUsed(next);
      }}
    />
  );
}

async function open(): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /^Time range:/u }));
  await screen.findByRole('grid', { name: /Days of the range/u });
  return user;
}

async function type(user: ReturnType<typeof userEvent.setup>, field: string, text: string): Promise<void> {
  const input = screen.getByRole('textbox', { name: field });
  await user.clear(input);
  if (text !== '') await user.type(input, text);
}

describe('TimeRangePicker', () => {
  it('takes a range from the list with the keyboard and closes', async () => {
    const user = userEvent.setup();
    render(<Picker start={{ type: 'relative', range: 'now-2d' }} />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('option', { name: 'Last 2 days' })).getAttribute('aria-selected')).toBe(
      'true',
    );
    expect(document.activeElement?.textContent).toBe('Last 2 days');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(told()).toEqual({ type: 'relative', range: 'now-7d' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Time range: Last 7 days' })).toBeTruthy();
  });

  it('takes a range by its name', async () => {
    render(<Picker />);
    const user = await open();
    await user.click(screen.getByRole('option', { name: 'Previous month' }));
    expect(told()).toEqual({ type: 'mapped', timeRange: 'Previous month' });
  });

  it('choosing the range in force closes and keeps it', async () => {
    render(<Picker start={{ type: 'mapped', timeRange: 'Today' }} />);
    const user = await open();
    await user.click(screen.getByRole('option', { name: 'Today' }));
    expect(told()).toEqual({ type: 'mapped', timeRange: 'Today' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('"An absolute range\'s Submit needs both From and To": then takes what is typed and keeps it', async () => {
    render(<Picker />);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getAllByText('Needs both From and To').length).toBeGreaterThan(0);
    await type(user, 'From', '2026-11-20 14:05');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(told()).toBeUndefined();
    await type(user, 'To', '2026-11-21');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(told()).toEqual(range('2026-11-20 14:05', '2026-11-21'));
    expect(seen.kept).toEqual([range('2026-11-20 14:05', '2026-11-21')]);
  });

  it.each([
    ['tomorrow', '2026-11-21', 'Write it as 2026-11-21 14:05'],
    ['2026-11-22', '2026-11-21 10:00', 'To must be after From'],
  ])('refuses %s to %s with its reason', async (from, to, reason) => {
    render(<Picker />);
    const user = await open();
    await type(user, 'From', from);
    await type(user, 'To', `${to}{Enter}`);
    expect(screen.getByText(reason)).toBeTruthy();
    expect(told()).toBeUndefined();
  });

  it('fills the fields from the calendar, whole days', async () => {
    render(<Picker start={range('2026-01-12 10:00', '2026-01-13 10:00')} />);
    const user = await open();
    await user.click(screen.getByRole('button', { name: /January 5, 2026/u }));
    await user.click(screen.getByRole('button', { name: /January 7, 2026/u }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('2026-01-05 00:00');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(told()).toEqual(range('2026-01-05', '2026-01-07'));
  });

  it('offers what was used before, and puts it first again', async () => {
    const used = [range('2026-03-01', '2026-03-02'), range('2026-02-01', '2026-02-02')];
    render(<Picker recent={used} />);
    const user = await open();
    const options = screen.getAllByRole('option');
    await user.click(options[1]!);
    expect(told()).toEqual(used[1]);
    expect(seen.kept).toEqual([used[1], used[0]]);
  });

  it('where list and calendar do not fit, each leads to the other and takes the focus along', async () => {
    render(<Picker />);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'From and to…' }));
    expect(document.activeElement?.textContent).toBe('All ranges');
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('From and to…');
  });

  it('is cleared', async () => {
    render(<Picker start={{ type: 'relative', range: 'now-2d' }} />);
    const user = await open();
    await user.click(screen.getAllByRole('button', { name: 'Clear' })[0]!);
    expect(seen.changes).toEqual([undefined]);
    expect(screen.getByRole('button', { name: 'Time range: Any time' })).toBeTruthy();
  });
});
