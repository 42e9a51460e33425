import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SyncProvider } from '#src/platform/replica/sync-context.tsx';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { StorageNotes, storageWarnings } from './storage-notes.tsx';

test('[QTA6] an eviction is said openly', async () => {
  const report = { isEvicted: true, pauseReason: null };
  // Only this call is made, and only these two fields are read.
  const client = { storageReport: async () => report } as unknown as SyncClient;
  render(
    <SyncProvider client={client}>
      <StorageNotes />
    </SyncProvider>,
  );
  expect(await screen.findByText(/Changes that were not sent yet are lost/)).toBeTruthy();
});

test('nothing is said while all is well, and a pause says why', () => {
  expect(storageWarnings({ isEvicted: false, pauseReason: null })).toEqual([]);
  expect(storageWarnings({ isEvicted: false, pauseReason: 'Full.' })).toEqual(['Full.']);
});
