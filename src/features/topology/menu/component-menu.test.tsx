/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { ComponentMenu } from './component-menu.tsx';
import { failureWords } from './snapshot-dialog.tsx';

let replica: FakeReplica;
const attach = vi.fn<AttachEvidence>();

afterEach(async () => {
  cleanup();
  await replica.close();
});

async function open(
  role: string,
  flags: Readonly<Record<string, string>> = {},
  isOffline = false,
): Promise<readonly HTMLElement[]> {
  replica = createFakeReplica();
  if (isOffline) replica.sync.status.set({ ...LIVE, phase: 'offline' });
  render(
    <ReplicaFrame attach={attach} flags={flags} replica={replica} roles={[role]}>
      <ComponentMenu componentId="k 1" name="shop" />
    </ReplicaFrame>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions of shop' }));
  return within(await screen.findByRole('menu')).getAllByRole('menuitem');
}

const words = (items: readonly HTMLElement[]): readonly string[] => items.map((item) => item.textContent);

describe('the menu of a component', () => {
  it('has the five entries of the spec for who may do all of them', async () => {
    const items = await open('editor');
    expect(words(items.slice(0, -1))).toEqual([
      'View Logs',
      'Zoom In',
      'Link to Incident',
      'Snapshot',
      'Link to catalog',
    ]);
    // What can be run comes when the server has said it.
    expect(
      within(screen.getByRole('group', { name: 'Playbooks for this component' })).getAllByRole('menuitem'),
    ).toEqual(items.slice(-1));
    expect(items[0]?.getAttribute('href')).toBe('/logs?topologyId=k%201');
    expect(items[1]?.getAttribute('href')).toBe('/topology/k%201');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Link to Incident' }));
    expect(attach).toHaveBeenCalledWith({ kind: 'topology', componentId: 'k 1', name: 'shop' });
  });

  it('hides what a switch turns off, and what the role may not do', async () => {
    const off = { 'logs.disable': 'true', 'incidents.disable': 'true' };
    expect(words(await open('editor', off)).slice(0, -1)).toEqual(['Zoom In', 'Snapshot', 'Link to catalog']);
    cleanup();
    await replica.close();
    expect(words(await open('responder'))).toEqual(['View Logs', 'Zoom In', 'Link to Incident', 'Snapshot']);
  });

  it('says why there is no snapshot offline, and the rest is there', async () => {
    const items = await open('viewer', {}, true);
    expect(words(items)).toEqual([
      'View Logs',
      'Zoom In',
      'SnapshotThis device is offline: the server makes the file',
    ]);
  });
});

it('each way in which there is no snapshot has a sentence', () => {
  const said = [401, 403, 404, 502].map((status) =>
    failureWords({ kind: 'refused', status, message: null }, false),
  );
  expect(said).toEqual([
    'You are signed out. Sign in and try again.',
    'Your role does not allow this.',
    'The server does not know this component any more.',
    'The server could not make the file (502).',
  ]);
  expect(failureWords({ kind: 'refused', status: 500, message: 'no hub' }, false)).toContain(': no hub');
  expect(failureWords({ kind: 'ended' }, false)).toContain('without a log service');
  expect(failureWords({ kind: 'ended' }, true)).toContain('offline');
});
