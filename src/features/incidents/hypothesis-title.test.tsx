/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import { messageLog } from '#src/ui/message-log.ts';
import { TitleEditor } from './hypothesis-title.tsx';

afterEach(cleanup);

it('a title that could not be stored is told with its text, though the editor is closed', async () => {
  const onSave = vi.fn<() => Promise<void>>(() =>
    Promise.reject(new SyncError({ kind: 'storage-full', message: 'The device has no room left' })),
  );
  const onClose = vi.fn<() => void>();
  render(<TitleEditor title="Old" onClose={onClose} onSave={onSave} />);
  const field = screen.getByRole('textbox', { name: 'Hypothesis title' });
  await userEvent.clear(field);
  await userEvent.type(field, 'New title{Enter}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await vi.waitFor(
    () => {
      expect(JSON.stringify(messageLog.getSnapshot())).toContain('New title');
    },
    { timeout: 30_000 },
  );
  // The same text may be tried again: it does not count as stored.
  await userEvent.type(field, '{Enter}');
  expect(onSave).toHaveBeenCalledTimes(2);
});
