import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLockOn, rememberLock, sealing } from '#src/platform/session/device-lock.ts';
import { SyncError } from '#sync/errors.ts';
import type { LockKind, LockProof } from '#sync/protocol/device-lock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';
import { LockGate } from './lock-gate.tsx';

const answers: (PinRefusal | { readonly kind: 'open'; readonly key: Uint8Array })[] = [];
const calls: string[] = [];
const kinds: (LockKind | null)[] = [];

// The worker is not part of these tests: what it answers is.
vi.mock('#src/platform/replica/device-worker.ts', () => ({
  withDeviceWorker: async (work: (contract: unknown) => Promise<unknown>) =>
    work({
      lockKind: async () => ({ ok: true, value: kinds.length === 0 ? { kind: 'pin' } : kinds[0] }),
      unlock: async (_identity: unknown, proof: LockProof) => {
        calls.push(proof.kind === 'pin' ? `unlock ${proof.pin}` : `unlock with ${proof.secret.join()}`);
        return { ok: true, value: answers.shift() };
      },
      wipeLocked: async () => {
        calls.push('wipe');
        return { ok: false, error: { kind: 'storage-lost', message: 'Another tab holds it' } };
      },
    }),
}));

const replica = vi.hoisted(() => ({ seal: (): Promise<void> => Promise.resolve() }));
vi.mock('#src/platform/replica/open-replica.ts', () => ({ sealReplica: () => replica.seal() }));

const asked: unknown[] = [];
let passkey: () => Promise<Uint8Array> = async () => new Uint8Array([5]);
vi.mock('#src/platform/session/passkey.ts', () => ({
  askPasskey: async (kind: unknown) => {
    asked.push(kind);
    return passkey();
  },
}));

const ada = { userId: 'ada', name: 'Ada', email: '', tenant: 'http://localhost' };

function show(userId = 'ada'): void {
  render(
    <LockGate identity={{ ...ada, userId }}>
      <p>Incidents</p>
    </LockGate>,
  );
}

async function type(pin: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: pin } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
}

afterEach(cleanup);

beforeEach(() => {
  localStorage.clear();
  answers.length = 0;
  calls.length = 0;
  kinds.length = 0;
  sealing.set(null);
});

test('[LCK8] nothing is called locked while it is being encrypted, and a failure says what is left to do', async () => {
  const fails: ((error: Error) => void)[] = [];
  replica.seal = () => new Promise((_resolve, reject) => fails.push(reject));
  show();
  act(() => {
    rememberLock('ada', true);
    sealing.set('ada');
  });
  expect(await screen.findByRole('heading', { name: 'Locking' })).toBeTruthy();
  expect(screen.queryByText('Incidents')).toBeNull();
  expect(screen.queryByText('Locked')).toBeNull();
  // The page may be there before its effect has begun the work.
  await waitFor(() => expect(fails).toHaveLength(1));
  fails[0]?.(new SyncError({ kind: 'storage-full', message: 'The storage of this device is full.' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not everything is encrypted: The storage of this device is full. Unlock once to finish.',
  );
});

test('[LCK8] the lock screen says when not everything is encrypted', async () => {
  kinds.push({ kind: 'pin', isUnfinished: true });
  rememberLock('dot', true);
  show('dot');
  expect(await screen.findByText('Not everything is encrypted yet. Unlock once to finish.')).toBeTruthy();
  expect(screen.getByLabelText('PIN')).toBeTruthy();
});

test('[LCK9] a lock that is gone is forgotten, and nobody is asked for its PIN', async () => {
  kinds.push(null);
  rememberLock('eve', true);
  show('eve');
  await waitFor(() => expect(isLockOn('eve')).toBe(false));
  expect(screen.queryByLabelText('PIN')).toBeNull();
});

test('[LCK6] without a lock nothing is asked', () => {
  show();
  expect(screen.getByText('Incidents')).toBeTruthy();
});

test('[LCK6] a wrong PIN shows nothing, and forgetting it offers removal only, in clear words', async () => {
  rememberLock('ada', true);
  answers.push({ kind: 'wrong', waitMs: 30_000 });
  show();
  await type('314159');
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
  await type('271828');
  await waitFor(() => expect(screen.getByText('Incidents')).toBeTruthy());
  show('bob');
  expect(screen.getAllByText('Incidents')).toHaveLength(1);
  expect(await screen.findByLabelText('PIN')).toBeTruthy();
});

test('[LCK7] a lock that was put on with a passkey asks for that one, and for no PIN', async () => {
  const kind: LockKind = {
    kind: 'passkey',
    credentialId: new Uint8Array([1]),
    salt: new Uint8Array([2]),
  };
  kinds.push(kind);
  rememberLock('cyd', true);
  show('cyd');
  const press = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Unlock with the passkey' }));
  expect(screen.queryByLabelText('PIN')).toBeNull();
  passkey = () =>
    Promise.reject(new SyncError({ kind: 'rejected', status: 0, message: 'The passkey was not used.' }));
  await press();
  expect(await screen.findByText('The passkey was not used.')).toBeTruthy();
  expect(calls).toEqual([]);
  passkey = async () => new Uint8Array([5]);
  answers.push({ kind: 'wrong', waitMs: 0 });
  await press();
  expect(await screen.findByText('That passkey does not open this lock.')).toBeTruthy();
  expect(screen.queryByText('Incidents')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Lost the passkey' }));
  expect(screen.getByText(/without the passkey, unsent changes included/u)).toBeTruthy();
  answers.push({ kind: 'open', key: new Uint8Array(32) });
  await press();
  await waitFor(() => expect(screen.getByText('Incidents')).toBeTruthy());
  expect(asked.at(-1)).toEqual(kind);
  expect(calls).toEqual(['unlock with 5', 'unlock with 5']);
});
