/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { TitleEditor } from './hypothesis-title.tsx';

afterEach(cleanup);

const patience = { timeout: 30_000 };
const FULL = new SyncError({ kind: 'storage-full', message: 'The device has no room left' });

function deferred(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

function edit(onSave: (title: string, before: string) => Promise<void>): {
  field: HTMLElement;
  onClose: () => void;
} {
  const onClose = vi.fn<() => void>();
  render(<TitleEditor title="Old" onClose={onClose} onSave={onSave} />);
  return { field: screen.getByRole('textbox', { name: 'Hypothesis title' }), onClose };
}

it('a title that could not be stored keeps the editor open with its text and says why', async () => {
  const onSave = vi.fn<() => Promise<void>>().mockRejectedValueOnce(FULL).mockResolvedValueOnce();
  const { field, onClose } = edit(onSave);
  await userEvent.clear(field);
  await userEvent.type(field, 'New title{Enter}');
  await screen.findByText('Not saved on this device: The device has no room left', {}, patience);
  expect(onClose).not.toHaveBeenCalled();
  expect(JSON.stringify(messageLog.getSnapshot())).toContain('New title');
  // The same text may be tried again: it does not count as stored.
  await userEvent.type(field, '{Enter}');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), patience);
  expect(onSave).toHaveBeenCalledTimes(2);
});

it('closes when the device has the title, not before', async () => {
  const stored = deferred();
  const { field, onClose } = edit(() => stored.promise);
  await userEvent.type(field, ' and new{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  stored.resolve();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), patience);
});

it('an older save that fails late does not undo what a newer one stored', async () => {
  const first = deferred();
  const onSave = vi
    .fn<(title: string, before: string) => Promise<void>>()
    .mockReturnValueOnce(first.promise)
    .mockResolvedValue();
  const { field, onClose } = edit(onSave);
  await userEvent.type(field, ' A{Enter}');
  await userEvent.type(field, 'B{Enter}');
  // Saves go to the device one after the other.
  expect(onSave.mock.calls).toEqual([['Old A', 'Old']]);
  first.reject(FULL);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), patience);
  expect(onSave.mock.calls).toEqual([
    ['Old A', 'Old'],
    ['Old AB', 'Old'],
  ]);
  expect(screen.queryByText(/Not saved on this device/u)).toBeNull();
});
