/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewOf, type HealthSearch } from '../health-search.ts';
import { ActiveFilters } from './active-filters.tsx';

/** What the address says after the last press. */
let address: HealthSearch;

beforeEach(() => {
  address = {};
});
afterEach(cleanup);

function Filters({ start }: { start: HealthSearch }): ReactElement {
  const [search, setSearch] = useState(start);
  return (
    <ActiveFilters
      note={null}
      search={search}
      tabLabel={undefined}
      view={viewOf(search)}
      onChange={(change) => {
        address = { ...search, ...change };
        setSearch(address);
      }}
    />
  );
}

const removers = (): (string | null)[] =>
  screen
    .getAllByRole('button', { name: /^Remove filter/u })
    .map((button) => button.getAttribute('aria-label'));
const remove = (words: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: `Remove filter ${words}` }));

it('[2.4] "A label filter collapses to a count when more than 4 values are selected"', async () => {
  const four = { 'canary:app:a': 1, 'canary:app:b': 1, 'canary:app:c': -1, 'canary:app:d': 1 } as const;
  const { unmount } = render(<Filters start={{ labels: four }} />);
  expect(removers()).toEqual([
    'Remove filter app: a',
    'Remove filter app: b',
    'Remove filter app: not: c',
    'Remove filter app: d',
  ]);
  unmount();
  render(<Filters start={{ labels: { ...four, 'canary:app:e': -1, 'canary:tier:web': 1 } }} />);
  // Each label counts for itself.
  expect(removers()).toEqual(['Remove filter app: 5 selected', 'Remove filter tier: web']);
  await remove('app: 5 selected');
  expect(address.labels).toEqual({ 'canary:tier:web': 1 });
  expect(removers()).toEqual(['Remove filter tier: web']);
});

it('takes away one filter at a time, or all of them', async () => {
  const labels = { 'canary:app:a': 1, 'canary:app:b': -1 } as const;
  render(<Filters start={{ labels, query: 'dns', hidePassing: true }} />);
  expect(removers()).toEqual([
    'Remove filter Search: dns',
    'Remove filter Passing: hidden',
    'Remove filter app: a',
    'Remove filter app: not: b',
  ]);
  await remove('app: a');
  expect(address).toEqual({ labels: { 'canary:app:b': -1 }, query: 'dns', hidePassing: true });
  await remove('Search: dns');
  expect(address).toMatchObject({ query: undefined, hidePassing: true });
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull();
});
