/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeReplica, NO_MARKS, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import '#tests/page/patience.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';
import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { ROLES, type Role } from '#src/platform/session/roles.ts';
import type { DetailAction } from '#src/views/detail/detail-spec.ts';
import { usePlaybookAction } from '#src/views/playbook-menu.ts';
import { PlaybookListPage } from './list/playbook-list-page.tsx';
import { PlaybookAddressProvider } from './page/playbook-address.ts';
import { playbookSpec } from './page/playbook-spec.tsx';
import { playbookRunSpec } from './runs/detail/playbook-run-spec.tsx';
import { OnePlaybook } from './runs/list/one-playbook.tsx';
import { readRun } from './runs/run-row.ts';

let replica: FakeReplica;
afterEach(async () => {
  cleanup();
  await replica.close();
});

const PLAYBOOK: PlaybookRef = {
  id: '0190a3c4-5b00-7000-8300-000000000301',
  namespace: null,
  name: 'restart',
  title: 'Restart',
  description: null,
  icon: null,
  category: null,
  source: 'UI',
  createdBy: null,
  createdAt: null,
  updatedAt: null,
  marks: NO_MARKS,
  definitionChanges: {},
  lastRun: null,
};
const CHECK = { kind: 'check', id: '0190a3c4-5b00-7000-8300-000000000901' } as const;
const claim = deviceClaim('complete', '2026-11-20T12:00:00Z');
const nothing = (): void => undefined;

const labels = (actions: readonly DetailAction[]): string => actions.map(({ label }) => label).join(', ');

function PageOfPlaybook(): ReactElement {
  const value = {
    playbook: PLAYBOOK,
    definition: { status: 'loading', value: undefined, error: undefined } as never,
    again: nothing,
  };
  return <p>page: {labels(playbookSpec.useHead({ id: PLAYBOOK.id, value, claim }).actions)}</p>;
}

function PageOfRun(): ReactElement {
  const run = readRun({ id: 'r1', playbook_id: PLAYBOOK.id, status: 'completed' });
  if (run === undefined) throw new Error('no run');
  const value = { run, steps: [], areStepsKnown: true, parameters: undefined, turn: 0, again: nothing };
  return <p>run: {labels(playbookRunSpec.useHead({ id: 'r1', value, claim }).actions)}</p>;
}

function MenuOfCheck(): ReactElement {
  return <p>check: {labels(usePlaybookAction(CHECK))}</p>;
}

async function open(role: Role, areRolesKnown = true): Promise<void> {
  replica = createFakeReplica({ late: [PLAYBOOK] });
  render(
    <ReplicaFrame areRolesKnown={areRolesKnown} replica={replica} roles={[role]}>
      <PlaybookAddressProvider
        value={{ format: undefined, onFormat: nothing, onGo: nothing, onLeave: nothing }}
      >
        <PageOfPlaybook />
        <PageOfRun />
        <MenuOfCheck />
        <OnePlaybook id={PLAYBOOK.id} />
      </PlaybookAddressProvider>
      <PlaybookListPage entryKey="e" search={{}} onChange={() => Promise.resolve()} />
    </ReplicaFrame>,
  );
  // Everybody sees them, and how they went.
  await screen.findByRole('link', { name: 'Restart' });
  screen.getByRole('link', { name: /^History\s*of\s*Restart$/u });
}

const textOf = (beginning: RegExp): string | null => screen.getByText(beginning).textContent;
const has = (role: string, name: string | RegExp): boolean =>
  screen.queryAllByRole(role, { name }).length > 0;

/** What there is to press, by where it stands. */
function offered(): Record<string, unknown> {
  const edit = screen.queryByRole('button', { name: 'Edit Playbook' });
  return {
    page: textOf(/^page:/u),
    run: textOf(/^run:/u),
    check: textOf(/^check:/u),
    cards: [
      has('button', 'Add playbook') && 'add',
      has('button', 'Actions of Restart') && 'edit, delete',
      has('link', /^Run\s*Restart$/u) && 'run',
    ].filter(Boolean),
    runsOfOne: [
      edit !== null && (edit.getAttribute('aria-disabled') === 'true' ? 'edit, with the reason' : 'edit'),
      has('link', 'Run Playbook') && 'run',
    ].filter(Boolean),
  };
}

const WRITES = {
  page: 'page: History, Delete, Edit, Run',
  run: 'run: Compare with another run, Re-run playbook',
  check: 'check: Playbooks',
  cards: ['add', 'edit, delete', 'run'],
  runsOfOne: ['edit', 'run'],
};
const READS = {
  page: 'page: History',
  run: 'run: Compare with another run',
  check: 'check: ',
  cards: [],
  runsOfOne: [],
};
/** Spec 6 of both documents: who writes playbooks and their runs, and who connections besides. */
const MATRIX: Record<Role, object> = {
  admin: WRITES,
  editor: { ...WRITES, runsOfOne: ['edit, with the reason', 'run'] },
  commander: READS,
  responder: READS,
  viewer: READS,
};

describe('what may be done with playbooks and their runs', () => {
  it.each(ROLES)('by the %s', async (role) => {
    await open(role);
    await waitFor(() => expect(offered()).toEqual(MATRIX[role]));
  });

  it('is nothing before it is known who may', async () => {
    await open('admin', false);
    await waitFor(() => expect(offered()).toEqual(READS));
  });
});
