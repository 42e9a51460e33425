import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SyncProvider } from '#src/platform/replica/sync-context.tsx';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { OtherOwners, otherOwnerWords } from './other-owners.tsx';

function show(parts: Partial<SyncClient>): void {
  render(
    // Only the two calls below are made.
    <SyncProvider client={parts as SyncClient}>
      <OtherOwners />
    </SyncProvider>,
  );
}

const ada = { hash: 'a', label: 'Ada Lovelace', unsent: 2, seenAt: 0 };

test('[WIP4] what somebody else left is named, counted and not shown', async () => {
  const forgetOther = vi.fn<SyncClient['forgetOther']>(async () => undefined);
  show({ otherOwners: async () => [ada], forgetOther });
  expect(await screen.findByText(/2 unsent changes for Ada Lovelace on this device/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove their downloaded data' }));
  expect(await screen.findByText('Their downloaded data was removed.')).toBeTruthy();
  expect(forgetOther).toHaveBeenCalledWith('a');
});

test('a failed look is said', async () => {
  show({ otherOwners: () => Promise.reject(new Error('no storage')) });
  expect(await screen.findByText(/no storage/)).toBeTruthy();
});

test('one change, and no name', () => {
  expect(otherOwnerWords({ label: '', unsent: 1 })).toBe('1 unsent change for another person');
});
