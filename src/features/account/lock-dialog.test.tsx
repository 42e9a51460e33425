/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { LockKind, LockMeans, LockProof } from '#sync/protocol/device-lock.ts';
import type { PinRefusal } from '#workers/contracts/sync-contract.ts';
import { isLockOn, rememberLock, sealing } from '#src/platform/session/device-lock.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { LockSettings } from './lock-settings.tsx';

const device = vi.hoisted(() => ({ canUsePasskeys: true, kind: null as unknown }));
const means: LockMeans = {
  kind: 'passkey',
  secret: new Uint8Array([1]),
  credentialId: new Uint8Array([2]),
  salt: new Uint8Array([3]),
};

// No authenticator and no worker here: what they answer is.
vi.mock('#src/platform/session/passkey.ts', () => ({
  canUsePasskeys: async () => device.canUsePasskeys,
  createPasskey: async (name: string) => {
    if (name !== 'Ada') throw new Error(`for ${name}`);
    return means;
  },
  askPasskey: async () => new Uint8Array([9]),
}));
vi.mock('#src/platform/replica/device-worker.ts', () => ({
  withDeviceWorker: async (work: (contract: unknown) => Promise<unknown>) =>
    work({ lockKind: async () => ({ ok: true, value: device.kind }) }),
}));

const ada = { userId: 'ada', name: 'Ada', email: '', tenant: 'http://localhost' };
const full = new SyncError({ kind: 'storage-full', message: 'The storage of this device is full.' });
let replica: FakeReplica;

beforeEach(() => {
  localStorage.clear();
  sealing.set(null);
  device.canUsePasskeys = true;
  device.kind = null;
});

afterEach(async () => {
  cleanup();
  await replica.close();
});

async function open(press: string, sync: Partial<FakeReplica['sync']>) {
  replica = createFakeReplica();
  render(
    <ReplicaFrame replica={{ ...replica, sync: { ...replica.sync, ...sync } }}>
      <LockSettings identity={ada} />
    </ReplicaFrame>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: press }));
  return user;
}

it('[LCK7] locks with a passkey of this person where there are any, and says why it did not', async () => {
  const setLock = vi.fn<(means: LockMeans) => Promise<void>>(() => Promise.reject(full));
  const user = await open('Lock this device', { setLock });
  await user.click(await screen.findByRole('button', { name: 'Lock with a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The storage of this device is full.');
  expect(setLock).toHaveBeenCalledExactlyOnceWith(means);
});

it('[LCK8] encrypts what lies there once the lock is made, and not before', async () => {
  const setLock = vi.fn<(means: LockMeans) => Promise<void>>(async () => {
    expect(sealing.get()).toBeNull();
  });
  const user = await open('Lock this device', { setLock });
  await user.type(await screen.findByLabelText('PIN'), '271828');
  await user.type(screen.getByLabelText('PIN again'), '271828');
  await user.click(screen.getByRole('button', { name: 'Lock with this PIN' }));
  await waitFor(() => expect(sealing.get()).toBe('ada'));
  expect(setLock).toHaveBeenCalledExactlyOnceWith({ kind: 'pin', pin: '271828' });
  expect(isLockOn('ada')).toBe(true);
});

it('[LCK7] offers the PIN alone where there are no passkeys that can encrypt', async () => {
  device.canUsePasskeys = false;
  await open('Lock this device', {});
  expect(await screen.findByText('This browser has no passkey that can lock data.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Lock with a passkey' })).toBeNull();
  expect(screen.getByLabelText('PIN')).toBeDefined();
});

it('[LCK7] a lock comes off with what it was put on with', async () => {
  rememberLock('ada', true);
  device.kind = {
    kind: 'passkey',
    credentialId: new Uint8Array([2]),
    salt: new Uint8Array([3]),
  } satisfies LockKind;
  const takeLockOff = vi.fn<(proof: LockProof) => Promise<PinRefusal | null>>(async () => ({
    kind: 'wrong',
    waitMs: 0,
  }));
  const user = await open('Take the lock off', { takeLockOff });
  await user.click(await screen.findByRole('button', { name: 'Take the lock off with the passkey' }));
  expect(await screen.findByText('That passkey does not open this lock.')).toBeDefined();
  expect(takeLockOff).toHaveBeenCalledExactlyOnceWith({ kind: 'passkey', secret: new Uint8Array([9]) });
});
