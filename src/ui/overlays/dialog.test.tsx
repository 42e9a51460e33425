/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from '../forms/text-field.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });
afterEach(cleanup);

function Harness({ isClosingBlocked = false }: { isClosingBlocked?: boolean }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>New incident</Button>
      <Dialog
        footer={<Button variant="primary">Create</Button>}
        isClosingBlocked={isClosingBlocked}
        isOpen={isOpen}
        title="Create New Incident"
        onOpenChange={setOpen}
      >
        <TextField label="Title" />
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  it('takes focus, holds it, and gives it back on Escape', async () => {
    const user = userEvent.setup();
    render(<Harness />);
    const opener = screen.getByRole('button', { name: 'New incident' });
    await user.click(opener);
    const dialog = screen.getByRole('dialog', { name: 'Create New Incident' });
    expect(dialog.contains(document.activeElement)).toBe(true);
    for (let press = 0; press < 6; press += 1) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('closes by its button', async () => {
    const user = userEvent.setup();
    render(<Harness />);
    await user.click(screen.getByRole('button', { name: 'New incident' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('cannot be left while closing is blocked', async () => {
    const user = userEvent.setup();
    render(<Harness isClosingBlocked />);
    await user.click(screen.getByRole('button', { name: 'New incident' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});

describe('ConfirmDialog', () => {
  it('starts on Cancel, so that Enter does no harm', async () => {
    const user = userEvent.setup();
    const onConfirm = vi.fn<() => void>();
    const onOpenChange = vi.fn<(isOpen: boolean) => void>();
    render(
      <ConfirmDialog
        isOpen
        confirmLabel="Delete"
        title="Delete hypothesis?"
        onConfirm={onConfirm}
        onOpenChange={onOpenChange}
      >
        Deletes 1 hypothesis, 4 comments, 2 evidences.
      </ConfirmDialog>,
    );
    expect(screen.getByRole('alertdialog', { name: 'Delete hypothesis?' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.keyboard('{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onOpenChange).toHaveBeenCalledWith(false);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

describe('Button', () => {
  it('with a reason is not pressed, stays in the tab order and says why', async () => {
    const user = userEvent.setup();
    const onPress = vi.fn<() => void>();
    const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) =>
      event.preventDefault(),
    );
    render(
      <form onSubmit={onSubmit}>
        <Button disabledReason="Needs connection" type="submit" onPress={onPress}>
          Run Now
        </Button>
      </form>,
    );
    // Exact: the reason describes the button and is no part of its name.
    const button = screen.getByRole('button', { name: 'Run Now' });
    await user.tab();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    await user.keyboard('{Enter}');
    expect(onPress).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    const described = (button.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id));
    expect(described.map((element) => element?.textContent).join(' ')).toContain('Needs connection');
    expect(screen.getByRole('tooltip').textContent).toBe('Needs connection');
  });

  it('keeps its name while the action runs', () => {
    render(<Button isPending>Save</Button>);
    expect(screen.getByRole('button', { name: /Save/u }).getAttribute('aria-disabled')).toBe('true');
  });
});
