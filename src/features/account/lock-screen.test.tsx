import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberLock } from '#src/platform/device-lock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';
import { LockGate } from './lock-screen.tsx';

const answers: (PinRefusal | { readonly kind: 'open'; readonly key: Uint8Array })[] = [];
const calls: string[] = [];

// The worker is not part of these tests: what it answers is.
vi.mock('#src/platform/device-worker.ts', () => ({
  withDeviceWorker: async (work: (contract: unknown) => Promise<unknown>) =>
    work({
      unlock: async (_identity: unknown, pin: string) => {
        calls.push(`unlock ${pin}`);
        return { ok: true, value: answers.shift() };
      },
      wipeLocked: async () => {
        calls.push('wipe');
        return { ok: false, error: { kind: 'storage-lost', message: 'Another tab holds it' } };
      },
    }),
}));

const ada = { userId: 'ada', name: 'Ada', email: '', tenant: 'http://localhost' };

function show(userId = 'ada'): void {
  render(
    <LockGate identity={{ ...ada, userId }}>
      <p>Incidents</p>
    </LockGate>,
  );
}

function type(pin: string): void {
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: pin } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
}

afterEach(cleanup);

beforeEach(() => {
  localStorage.clear();
  answers.length = 0;
  calls.length = 0;
});

test('[LCK6] without a lock nothing is asked', () => {
  show();
  expect(screen.getByText('Incidents')).toBeTruthy();
});

test('[LCK6] a wrong PIN shows nothing, and forgetting it offers removal only, in clear words', async () => {
  rememberLock('ada', true);
  answers.push({ kind: 'wrong', waitMs: 30_000 });
  show();
  type('314159');
  expect(await screen.findByText('That is not the PIN. Try again in 30 s.')).toBeTruthy();
  expect(screen.queryByText('Incidents')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Forgot the PIN' }));
  expect(screen.getByText(/Nobody can read or export what is on this device/)).toBeTruthy();
  const remove = () => screen.getByRole('button', { name: /Remove everything/ });
  fireEvent.click(remove());
  expect(calls).toEqual(['unlock 314159']);
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(remove());
  expect(await screen.findByText('It could not be removed: Another tab holds it')).toBeTruthy();
});

test('[LCK6] the right PIN opens this person’s data and nobody else’s', async () => {
  rememberLock('ada', true);
  rememberLock('bob', true);
  answers.push({ kind: 'open', key: new Uint8Array(32) });
  show();
  type('271828');
  await waitFor(() => expect(screen.getByText('Incidents')).toBeTruthy());
  show('bob');
  expect(screen.getAllByText('Incidents')).toHaveLength(1);
  expect(screen.getByLabelText('PIN')).toBeTruthy();
});
