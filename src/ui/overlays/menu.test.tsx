/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from '../button.tsx';
import { Menu } from './menu.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(cleanup);

it('tells a blocked item, a chosen one and a link for what they are', async () => {
  const act = vi.fn<() => void>();
  const items = [
    { id: 'delete', label: 'Delete', disabledReason: 'Not yours', onAction: act },
    { id: 'all', label: 'All', isChosen: true },
    { id: 'other', label: 'Other', href: '/other' },
  ];
  render(<Menu groups={[{ id: 'all', items }]} label="Actions" trigger={<Button>Open</Button>} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const blocked = await screen.findByRole('menuitem', { name: /Delete/u });
  expect(blocked.getAttribute('aria-disabled')).toBe('true');
  expect(blocked.textContent).toContain('Not yours');
  await userEvent.click(blocked);
  expect(act).not.toHaveBeenCalled();
  const chosen = screen.getByRole('menuitem', { name: 'All' });
  expect(chosen.getAttribute('aria-current')).toBe('true');
  expect(chosen.hasAttribute('aria-disabled')).toBe(false);
  expect(screen.getByRole('menuitem', { name: 'Other' }).getAttribute('href')).toBe('/other');
});

const ends = [
  { id: 'top', label: 'Top' },
  { id: 'bottom', label: 'Bottom' },
];

it.each([
  ['{Enter}', 'Top'],
  [' ', 'Top'],
  ['{ArrowDown}', 'Top'],
  ['{ArrowUp}', 'Bottom'],
  ['{Alt>}{ArrowUp}{/Alt}', 'Bottom'],
])('opens with %s at %s, and gives the focus back', async (keys, name) => {
  render(<Menu groups={[{ id: 'all', items: ends }]} label="Actions" trigger={<Button>Open</Button>} />);
  const trigger = screen.getByRole('button', { name: 'Open' });
  expect(trigger.getAttribute('aria-haspopup')).toBe('true');
  expect(trigger.getAttribute('aria-expanded')).toBe('false');
  trigger.focus();
  await userEvent.keyboard(keys);
  const item = await screen.findByRole('menuitem', { name });
  await vi.waitFor(() => expect(document.activeElement).toBe(item));
  expect(trigger.getAttribute('aria-expanded')).toBe('true');
  expect(trigger.getAttribute('aria-controls')).toBe(screen.getByRole('menu').id);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(trigger));
});

it('stays closed for keys with others', async () => {
  render(<Menu groups={[{ id: 'all', items: ends }]} label="Actions" trigger={<Button>Open</Button>} />);
  screen.getByRole('button', { name: 'Open' }).focus();
  await userEvent.keyboard('{Control>}{ArrowDown}{/Control}{Shift>}{ArrowDown}{/Shift}');
  expect(screen.queryByRole('menu')).toBeNull();
});
