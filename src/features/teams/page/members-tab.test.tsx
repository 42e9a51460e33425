/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import type { TeamMember } from '#sync/read/teams.ts';
import { createFakeReplica, NO_MARKS, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { MembersTab } from './members-tab.tsx';

const CLAIM = { state: 'complete', basis: 'server', asOf: null, lacks: [], reason: null } as const;
const UNASKED = { status: 'unasked', value: undefined, error: undefined } as const;
const idsOf = v.object({ ids: v.array(v.string()) });

let replica: FakeReplica;
let asked: string[][];

beforeEach(() => {
  replica = createFakeReplica();
  asked = [];
  vi.mocked(replica.sync.readPage).mockImplementation(async ({ page, query }) => {
    const { ids } = v.parse(idsOf, query);
    asked.push(ids);
    const rows = ids.map((id) => ({ id, email: `${id.slice(-4)}@example.com` }));
    return { is: 'found', value: { page, rows, total: ids.length, extra: null }, claim: CLAIM };
  });
});
afterEach(async () => {
  cleanup();
  await replica.close();
});

const memberOf = (at: number): TeamMember => {
  const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  return {
    key: id,
    person: { id, name: `Person ${at}`, avatar: null },
    marks: NO_MARKS,
  };
};

function show(count: number): void {
  const members = Array.from({ length: count }, (_none, at) => memberOf(at));
  const team = {
    id: 'team',
    name: 'Payments',
    icon: null,
    source: null,
    author: null,
    createdAt: null,
    updatedAt: null,
    marks: NO_MARKS,
    members,
    definitionChanges: {},
  };
  render(
    <ReplicaFrame replica={replica}>
      <MembersTab
        claim={CLAIM}
        id="team"
        value={{ team, people: [], definition: UNASKED, again: vi.fn<() => void>() }}
      />
    </ReplicaFrame>,
  );
}

it('has the addresses of everybody, two hundred asked for at once', async () => {
  show(201);
  await screen.findByText('0200@example.com');
  await screen.findByText('0000@example.com');
  expect(asked.map((ids) => ids.length).toSorted((a, b) => a - b)).toEqual([1, 200]);
});

it('asks for nobody’s where a team has nobody', async () => {
  show(0);
  await screen.findByText("You haven't added any team members to the team yet.");
  expect(asked).toEqual([]);
});
