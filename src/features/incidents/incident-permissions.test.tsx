/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DetailPage } from '#tests/page/detail-page.tsx';
import { createFakeReplica, foundIncident, LIVE, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { useShortcuts } from '#src/platform/actions/shortcuts.ts';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

/** The keys of the screen, each with why it does nothing now. */
function Keys(): ReactElement {
  const keys = useShortcuts().map(({ label, disabledReason = 'works' }) => `${label}: ${disabledReason}. `);
  return <output aria-label="Keys">{keys}</output>;
}

describe('permissions', () => {
  it.each(['admin', 'editor', 'commander', 'responder'])('%s may write', async (role) => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<DetailPage replica={replica} roles={[role]} />);
    expect(await screen.findByRole('textbox', { name: 'Comment on The database is full' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Edit title' })).toBeDefined();
  });

  it.each([
    ['viewer', ['viewer'], true, 'your role (viewer) does not allow'],
    ['nobody', [], true, 'your role (viewer) does not allow'],
    ['unknown yet', ['admin'], false, 'Your role is not known on this device yet'],
  ])('%s reads, with the reason and without dead controls', async (_name, roles, areRolesKnown, reason) => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(<DetailPage areRolesKnown={areRolesKnown} replica={replica} roles={roles} />);
    expect(
      await screen.findAllByText(new RegExp(reason.replaceAll(/[()]/gu, String.raw`\$&`), 'u')),
    ).not.toHaveLength(0);
    expect(await screen.findByText('Possible')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit title' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Status of/u })).toBeNull();
  });

  it.each([
    ['responder', 'works'],
    ['viewer', 'Read-only: your role (viewer) does not allow changing comments'],
  ])('the key that writes a comment: for a %s %s', async (role, state) => {
    replica = createFakeReplica({ incident: foundIncident() });
    render(
      <>
        <DetailPage replica={replica} roles={[role]} />
        <Keys />
      </>,
    );
    await screen.findByText('The database is full');
    const keys = screen.getByRole('status', { name: 'Keys' }).textContent;
    expect(keys).toContain('Back to the list');
    expect(keys).toContain(`Write a comment: ${state}. `);
  });
});

describe('offline', () => {
  it('keeps the page and says that changes wait', async () => {
    replica = createFakeReplica({ incident: foundIncident() });
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    render(<DetailPage replica={replica} />);
    expect(await screen.findByText(/This device is offline\. You see what is stored on it/u)).toBeDefined();
    const refresh = await screen.findByRole('button', { name: /Refresh/u });
    expect(refresh.getAttribute('aria-disabled')).toBe('true');
    expect(await screen.findByRole('button', { name: 'Edit title' })).toBeDefined();
  });
});
