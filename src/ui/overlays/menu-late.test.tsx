/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(() => {
  cleanup();
  vi.doUnmock('./menu-overlay.tsx');
  vi.resetModules();
});

/** A menu whose code has not come yet, as at the first press of a visit. */
async function showEarly(): Promise<{ readonly arrive: () => void }> {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.resetModules();
  vi.doMock('./menu-overlay.tsx', async (original) => {
    await arrived;
    return await original();
  });
  const { Menu } = await import('./menu.tsx');
  const { Button } = await import('../button.tsx');
  const items = ['First', 'Second', 'Last'].map((label) => ({ id: label, label }));
  render(<Menu groups={[{ id: 'all', items }]} label="Actions" trigger={<Button>Open</Button>} />);
  return { arrive: () => arrive() };
}

it.each([
  ['{Enter}', 'First'],
  ['{ArrowDown}', 'First'],
  ['{ArrowUp}', 'Last'],
])(
  'a menu that %s asked for before its code was here opens when it comes, with focus on %s',
  async (key, label) => {
    const { arrive } = await showEarly();
    const button = screen.getByRole('button', { name: 'Open' });
    button.focus();
    await userEvent.keyboard(key);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.queryByRole('menu')).toBeNull();
    arrive();
    const item = await screen.findByRole('menuitem', { name: label });
    await waitFor(() => expect(document.activeElement).toBe(item));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(button.getAttribute('aria-expanded')).toBe('false');
  },
);
