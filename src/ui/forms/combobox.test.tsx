/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Combobox } from './combobox.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(cleanup);

const OPTIONS = [{ id: 'a', label: 'Alpha' }];

function show(error?: string): void {
  render(<Combobox error={error} label="Team" options={OPTIONS} value={null} onChange={() => undefined} />);
}

it('opens its list when it gets the focus', async () => {
  show();
  await userEvent.tab();
  expect(await screen.findByRole('option', { name: 'Alpha' })).toBeDefined();
});

it('leaves the words of an error in sight: the list comes with the first key or a press', async () => {
  show('Must select a team');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Team/u }));
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('a');
  expect(await screen.findByRole('option', { name: 'Alpha' })).toBeDefined();
});

it('Escape closes the list and keeps the text nothing was chosen for; then it is for what stands around', async () => {
  const around = vi.fn<(key: string) => void>();
  render(
    <div role="presentation" onKeyDown={({ key }) => around(key)}>
      <Combobox label="Team" options={OPTIONS} value={null} onChange={() => undefined} />
    </div>,
  );
  await userEvent.tab();
  await userEvent.keyboard('al');
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: /^Team/u });
  expect(await screen.findByRole('option', { name: 'Alpha' })).toBeDefined();
  around.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect([field.value, around.mock.calls]).toEqual(['al', []]);
  await userEvent.keyboard('{Escape}');
  expect([field.value, around.mock.calls]).toEqual(['al', [['Escape']]]);
});

it('Escape puts the name of what is chosen back', async () => {
  render(<Combobox label="Team" options={OPTIONS} value="a" onChange={() => undefined} />);
  await userEvent.tab();
  await userEvent.keyboard('x{Escape}');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Team/u }).value).toBe('Alpha');
});
