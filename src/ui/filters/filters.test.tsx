/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RefreshRate } from '../../lib/refresh-rate.ts';
import type { TriStateItem } from '../../lib/tri-state.ts';
import { GroupBySelect, TabBySelect } from '../table/group-by-select.tsx';
import { LabelFilter } from './label-filter.tsx';
import { RefreshRateSelect } from './refresh-rate-select.tsx';
import { TimeRangeSelect } from './time-range-select.tsx';
import { summaryOf, TriStateFilter } from './tri-state-filter.tsx';

// React Aria asks for it, jsdom has none.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(() => {
  cleanup();
  tell([]);
});

const NAMES = ['default', 'kube-system', 'monitoring', 'payments', 'shop'];
const OPTIONS = NAMES.map((id, at) => ({ id, count: at + 1 }));
const include = (...values: string[]): TriStateItem[] => values.map((value) => ({ value, mode: 'include' }));

let seen: readonly TriStateItem[] = [];
/** What the caller was told last. */
const tell = (items: readonly TriStateItem[]): void => {
  seen = items;
};

function Namespaces({
  start = [],
  options = OPTIONS,
}: {
  start?: TriStateItem[];
  options?: typeof OPTIONS;
}): ReactElement {
  const [items, setItems] = useState(start);
  return (
    <TriStateFilter
      items={items}
      label="Namespace"
      options={options}
      onChange={(next) => {
        tell(next);
        setItems(next);
      }}
    />
  );
}

const radio = (value: RegExp, word: string): HTMLInputElement =>
  within(screen.getByRole('group', { name: value })).getByRole('radio', { name: word });

describe('TriStateFilter', () => {
  it('[4] "0 no filter, 1 include, -1 exclude; clicking the current value resets to 0"', async () => {
    const user = userEvent.setup();
    render(<Namespaces />);
    await user.click(screen.getByRole('button', { name: 'Namespace' }));
    await user.click(radio(/^shop/u, 'Only'));
    expect(seen).toEqual([{ value: 'shop', mode: 'include' }]);
    await user.click(radio(/^shop/u, 'Not'));
    expect(seen).toEqual([{ value: 'shop', mode: 'exclude' }]);
    await user.click(radio(/^shop/u, 'Not'));
    expect(seen).toEqual([]);
  });

  it('is one tab stop; ↑ and ↓ go between values and change nothing, i and Shift+i choose', async () => {
    const user = userEvent.setup();
    render(<Namespaces />);
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Namespace filter' });
    radio(/^default/u, 'Any').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(radio(/^monitoring/u, 'Any'));
    expect(seen).toEqual([]);
    await user.keyboard('i');
    expect(seen).toEqual(include('monitoring'));
    await user.keyboard('{End}{Shift>}i{/Shift}');
    expect(seen).toEqual([...include('monitoring'), { value: 'shop', mode: 'exclude' }]);
    const stops = screen.getAllByRole('radio').filter((input) => input.tabIndex === 0);
    expect(new Set(stops.map((input) => input.closest('fieldset'))).size).toBe(1);
  });

  it('keeps a chosen value that no row has any more, first in the list, so that it can be taken away', async () => {
    const user = userEvent.setup();
    render(<Namespaces start={[...include('gone'), ...include('shop')]} />);
    await user.click(screen.getByRole('button', { name: 'Namespace: gone, shop' }));
    const groups = screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent);
    expect(groups.slice(0, 3)).toEqual(['gone', 'shop, 5', 'default, 1']);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(seen).toEqual([]);
  });

  it('finds one of many', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ id: `pod-${at}`, count: 1 }));
    render(<Namespaces options={many} />);
    await userEvent.click(screen.getByRole('button', { name: 'Namespace' }));
    expect(screen.getByText('200 of 500: type to find the others')).toBeTruthy();
    // One change, not six keys: two hundred rows of radios are dear to draw without a browser.
    const field = screen.getByPlaceholderText('Find');
    fireEvent.change(field, { target: { value: 'pod-42' } });
    expect(screen.getAllByRole('group', { name: /^pod-42/u })).toHaveLength(11);
    fireEvent.change(field, { target: { value: 'pod-42x' } });
    expect(screen.getByText('Nothing matches')).toBeTruthy();
  });
});

describe('what a filter says', () => {
  const names = new Map([['a', 'Alpha']]);

  it('[9] "three or more selected filter items collapse to a count"', () => {
    expect(summaryOf(include('a', 'b'), names)).toBe('Alpha, b');
    expect(summaryOf(include('a', 'b', 'c'), names)).toBe('3 selected');
    expect(summaryOf([{ value: 'b', mode: 'exclude' }], names)).toBe('not: b');
    expect(summaryOf([], names)).toBe('');
  });

  it('[2.4] "a label filter collapses to a count when more than 4 values are selected"', () => {
    const ignore = (): void => undefined;
    const { rerender } = render(
      <LabelFilter items={include('a', 'b', 'c', 'd')} labelKey="team" options={[]} onChange={ignore} />,
    );
    expect(screen.getByRole('button', { name: 'team: a, b, c, d' })).toBeTruthy();
    rerender(
      <LabelFilter items={include('a', 'b', 'c', 'd', 'e')} labelKey="team" options={[]} onChange={ignore} />,
    );
    expect(screen.getByRole('button', { name: 'team: 5 selected' })).toBeTruthy();
  });
});

describe('toolbar selects', () => {
  it('[2.4] offers to group by fields and every label key', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn<(id: string) => void>();
    render(<GroupBySelect labelKeys={['app', 'team']} value="canary_name" onChange={onChange} />);
    await user.tab();
    expect(document.activeElement?.textContent).toContain('Group By:');
    await user.keyboard('{Enter}');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'No Grouping',
      'Group Name',
      'Name',
      'Description',
      'Type',
      'app',
      'team',
    ]);
    await user.keyboard('{End}{Enter}');
    expect(onChange).toHaveBeenCalledWith('team');
  });

  it('[2.4] shows a choice of the address that no row has any more', () => {
    render(<TabBySelect labelKeys={[]} value="region" onChange={() => undefined} />);
    expect(screen.getByRole('button', { name: /Tab By:/u }).textContent).toBe('Tab By: region');
  });

  it('[2.4] disabled rates stay, say why and cannot be chosen', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn<(rate: RefreshRate) => void>();
    render(<RefreshRateSelect rangeMinutes={180} value="60s" onChange={onChange} />);
    expect(screen.getByRole('button').textContent).toBe('Refresh: 1m');
    await user.click(screen.getByRole('button'));
    const off = screen
      .getAllByRole('option')
      .filter((option) => option.getAttribute('aria-disabled') === 'true');
    expect(off.map((option) => option.textContent)).toEqual([
      '15sToo often for time ranges of an hour or more',
      '30sToo often for time ranges of an hour or more',
      '2mToo often for time ranges of 3 hours or more',
      '3mToo often for time ranges of 3 hours or more',
    ]);
    await user.click(off[0]!);
    expect(onChange).not.toHaveBeenCalled();
    await user.click(screen.getByRole('option', { name: '5m' }));
    expect(onChange).toHaveBeenCalledWith('5m');
  });

  it('[9] offers every time range in words', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn<(option: string) => void>();
    render(<TimeRangeSelect value="1h" onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /Last hour/u }));
    expect(screen.getAllByRole('option')).toHaveLength(20);
    await user.click(screen.getByRole('option', { name: 'Last 6 months' }));
    expect(onChange).toHaveBeenCalledWith('6mo');
  });
});
