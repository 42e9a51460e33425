/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeReplica, foundIncident, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { DetailPage } from '#tests/page/detail-page.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const KEY = '/incidents/i-1#comment:h-1';

/** Sends "First" on a device that has not stored it yet. */
async function sendFirst(): Promise<{ field: HTMLTextAreaElement; end: () => Promise<void> }> {
  replica = createFakeReplica({ incident: foundIncident() });
  render(<DetailPage isAllExpanded replica={replica} />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Comment on/u });
  let resolve: (() => void) | undefined;
  vi.mocked(replica.sync.submit).mockImplementationOnce(
    async () =>
      await new Promise((stored) => {
        resolve = () => stored({ opIds: ['o'], made: [] });
      }),
  );
  fireEvent.change(field, { target: { value: 'First' } });
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
  return { field, end: async () => await act(async () => resolve?.()) };
}

it.each([
  ['goes on with', 'First and more', ' and more'],
  ['replaces', 'Second', 'Second'],
])('a text that %s the one being stored is not lost with it', async (_how, typed, kept) => {
  const { field, end } = await sendFirst();
  fireEvent.change(field, { target: { value: typed } });
  await end();
  await vi.waitFor(() => expect(field.value).toBe(kept), { timeout: 30_000 });
  expect(vi.mocked(replica.sync.saveDraft).mock.lastCall).toEqual([KEY, kept, null]);
});

it('the field is empty after the comment was stored', async () => {
  const { field, end } = await sendFirst();
  await end();
  await vi.waitFor(() => expect(field.value).toBe(''), { timeout: 30_000 });
  expect(vi.mocked(replica.sync.saveDraft).mock.lastCall).toEqual([KEY, '', null]);
});
