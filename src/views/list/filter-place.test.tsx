import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useShortcuts } from '#src/platform/actions/shortcuts.ts';
import { FilterPlace } from './filter-place.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

function Key(): ReactElement | null {
  const key = useShortcuts().find(({ id }) => id === 'page-filters');
  return key === undefined ? null : (
    <button type="button" onClick={key.run}>
      Press f
    </button>
  );
}

function show(isNarrow: boolean): void {
  Reflect.set(globalThis, 'matchMedia', () => ({
    matches: isNarrow,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  render(
    <>
      <FilterPlace>
        <button type="button">Type</button>
      </FilterPlace>
      <Key />
    </>,
  );
}

describe('the place of the filters', () => {
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(globalThis, 'matchMedia');
  });

  it('is beside the search, where f leads to the first of them', async () => {
    show(false);
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Press f' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Type' }));
  });

  it('is a sheet on the smallest screens', async () => {
    show(true);
    expect(screen.queryByRole('button', { name: 'Type' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filters' }, { timeout: 30_000 });
    expect(within(sheet).getByRole('button', { name: 'Type' })).toBeTruthy();
  });

  it('is opened by f on the smallest screens too', async () => {
    show(true);
    await userEvent.click(screen.getByRole('button', { name: 'Press f' }));
    expect(await screen.findByRole('dialog', { name: 'Filters' }, { timeout: 30_000 })).toBeTruthy();
  });
});
