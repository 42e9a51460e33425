/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LabelPicker } from './label-picker.tsx';
import type { LabelPair } from './topology-search.ts';

vi.stubGlobal('CSS', { escape: String });
afterEach(cleanup);

/** As of a cluster: one name with very many values, and a few others. */
const MANY = [
  { key: 'env', values: ['production', 'staging'] },
  { key: 'pod', values: Array.from({ length: 2_000 }, (_, at) => `pod-${at}`) },
];

const told = vi.fn<(chosen: readonly LabelPair[]) => void>();

function Shown({ first = [] }: { first?: readonly LabelPair[] }): ReactElement {
  const [chosen, setChosen] = useState(first);
  return (
    <LabelPicker
      choices={MANY}
      chosen={chosen}
      onChange={(next) => {
        told(next);
        setChosen(next);
      }}
    />
  );
}

async function open(first: readonly LabelPair[] = []): Promise<HTMLElement> {
  render(<Shown first={first} />);
  await userEvent.click(screen.getByRole('button', { name: /^Labels:/u }));
  return screen.findByRole('dialog', { name: 'Labels filter' });
}

describe('the labels of a dashboard', () => {
  it('are 50 at once of thousands; typing finds the others', async () => {
    const list = await open();
    expect(within(list).getAllByRole('checkbox')).toHaveLength(50);
    expect(list.textContent).toContain('50 of 2,002: type to find the others');
    await userEvent.click(within(list).getByRole('searchbox', { name: 'Find labels' }));
    await userEvent.paste('pod 1999');
    await userEvent.click(within(list).getByRole('checkbox', { name: 'pod-1999' }));
    expect(told).toHaveBeenLastCalledWith([{ key: 'pod', value: 'pod-1999' }]);
  });

  it('are one value of each name, the chosen ones first, and cleared at once', async () => {
    const list = await open([
      { key: 'env', value: 'production' },
      { key: 'gone', value: 'yes' },
    ]);
    expect(within(list).getByRole('checkbox', { name: 'yes' })).toHaveProperty('checked', true);
    await userEvent.click(within(list).getByRole('checkbox', { name: 'staging' }));
    expect(told).toHaveBeenLastCalledWith([
      { key: 'gone', value: 'yes' },
      { key: 'env', value: 'staging' },
    ]);
    await userEvent.click(within(list).getByRole('button', { name: 'Clear' }));
    expect(told).toHaveBeenLastCalledWith([]);
  });

  it('[spec 2] collapse to a count above four', () => {
    const five = Array.from({ length: 5 }, (_, at) => ({ key: `k${at}`, value: 'v' }));
    render(<Shown first={five} />);
    expect(screen.getByRole('button', { name: 'Labels: 5 selected' })).toBeDefined();
  });
});
