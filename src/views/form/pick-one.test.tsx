/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { PickOne } from './pick-one.tsx';
import { deviceClaim } from '#sync/protocol/claim.ts';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(cleanup);

const LIVE = {
  status: 'ready',
  value: {
    data: [
      { id: 't1', name: 'Payments', avatar: null },
      { id: 't2', name: 'Platform', avatar: null },
    ],
    ...deviceClaim('complete', null),
  },
  error: undefined,
} as const;

function Frame(): ReactElement {
  const [id, setId] = useState<string | null>(null);
  return (
    <>
      <PickOne label="Team" live={LIVE} value={id} onChange={setId} />
      <output>{id ?? 'none'}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Team/u });

async function choose(): Promise<void> {
  render(<Frame />);
  await userEvent.type(field(), 'pay');
  await userEvent.click(await screen.findByRole('option', { name: /Payments/u }));
}

it('shows the name of what was chosen, not what was searched', async () => {
  await choose();
  expect(field().value).toBe('Payments');
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('t1');
});

it('a search that is left names again what is chosen', async () => {
  await choose();
  await userEvent.type(field(), ' platform');
  await userEvent.tab();
  expect([field().value, screen.getByRole('status', { hidden: true }).textContent]).toEqual([
    'Payments',
    't1',
  ]);
});

it('an emptied field has chosen nothing', async () => {
  await choose();
  await userEvent.clear(field());
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('none');
});

it('a name that is left without a choice stays, and says that it chooses nobody', async () => {
  render(<Frame />);
  await userEvent.type(field(), 'pa');
  await userEvent.tab();
  expect(field().value).toBe('pa');
  expect(screen.getByText('“pa” matches nobody. Choose a name from the list.')).toBeDefined();
  await userEvent.type(field(), 'y');
  expect(screen.queryByText(/matches nobody/u)).toBeNull();
});

it('a whole name that is left is the choice', async () => {
  render(<Frame />);
  await userEvent.type(field(), 'payments');
  await userEvent.tab();
  expect([field().value, screen.getByRole('status', { hidden: true }).textContent]).toEqual([
    'Payments',
    't1',
  ]);
});
