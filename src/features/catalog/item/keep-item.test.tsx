import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchedBody, type FetchedBody } from '#tests/page/fake-answers.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { KeepItem } from './keep-item.tsx';

let replica: FakeReplica;
beforeEach(() => {
  replica = createFakeReplica();
});
afterEach(async () => {
  cleanup();
  await replica.close();
});

function show(content: FetchedBody = {}, hidden?: number): void {
  const value = { ...fetchedBody({ body: {}, ...content }), hidden };
  render(
    <ReplicaFrame replica={replica}>
      <KeepItem content={{ status: 'ready', value, error: undefined }} id="c1" />
    </ReplicaFrame>,
  );
}

it('an item is pinned by the switch, and says so where it is', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Keep offline' }));
  await userEvent.click(await screen.findByRole('switch', { name: /^Keep offline/u }));
  await waitFor(() => expect(replica.sync.pin).toHaveBeenCalledWith('config', 'c1'));
  expect(screen.queryByText(/is not kept/u)).toBeNull();
});

it('one that is kept can be let go of, and what may not be kept is said', async () => {
  vi.spyOn(replica.model, 'pinned').mockResolvedValue(['c0', 'c1']);
  show({ isKept: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Kept offline' }));
  expect(screen.getByText(/Its content is not kept on this device/u)).toBeDefined();
  await userEvent.click(screen.getByRole('switch', { name: /^Keep offline/u }));
  await waitFor(() => expect(replica.sync.unpin).toHaveBeenCalledWith('config', 'c1'));
});

it('[DOC2] of one with secrets in it is said what is kept', async () => {
  show({ isKept: false }, 2);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep offline' }));
  expect(
    screen.getByText('Its content is kept without the texts in it that may be secrets (2).'),
  ).toBeDefined();
});
