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
