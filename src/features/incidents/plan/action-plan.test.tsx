/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '#tests/page/patience.ts';
import {
  ADA,
  createFakeReplica,
  foundIncident,
  GRACE,
  hypothesis,
  NO_MARKS,
  read,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { DetailPage } from '#tests/page/detail-page.tsx';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { planCount, planOf } from './plan.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

let replica: FakeReplica | undefined;

afterEach(async () => {
  cleanup();
  await replica?.close();
});

const solved = hypothesis({ id: 's-1', title: 'Add a disk', type: 'solution', status: 'proven' });
const open = hypothesis({ id: 's-2', title: 'Delete logs', type: 'solution' });
const disk = hypothesis({ id: 'f-1', title: 'Disk is small', type: 'factor', children: [solved, open] });
const cpu = hypothesis({ id: 'f-2', title: 'CPU is slow', type: 'factor', status: 'disproven' });
const net = hypothesis({ id: 'f-3', title: 'Network', type: 'factor' });
const tree = [hypothesis({ children: [disk, cpu, net] })];

function item(view: Partial<DoneItem> = {}): DoneItem {
  return {
    id: 'e-1',
    hypothesisId: 'f-1',
    hypothesisTitle: 'Disk is small',
    type: 'comment',
    description: 'Tell the customers',
    payload: { comment: 'Tell the customers' },
    subject: null,
    isPart: true,
    done: null,
    script: null,
    scriptResult: null,
    updatedAt: '2026-11-20T10:00:00Z',
    author: ADA,
    marks: NO_MARKS,
    ops: [],
    ...view,
  };
}

async function show(roles: readonly string[] = ['responder']): Promise<HTMLElement> {
  render(<DetailPage replica={replica!} roles={roles} />);
  await userEvent.click(await screen.findByRole('tab', { name: 'Action Plan' }));
  return screen.findByRole('tabpanel', { name: 'Action Plan' });
}

describe('the plan of a tree', () => {
  it('groups solutions by factor and sets aside what was ruled out', () => {
    const plan = planOf(tree);
    expect(plan.groups.map(({ factor, solutions }) => [factor.id, solutions.map(({ id }) => id)])).toEqual([
      ['f-1', ['s-1', 's-2']],
      ['f-3', []],
    ]);
    expect(plan.ruledOut.map(({ id }) => id)).toEqual(['f-2']);
    expect(planCount(plan)).toBe('1 of 2 solutions proven');
    expect(planCount(planOf([]))).toBeNull();
  });

  it('a disproven factor stays while a solution of it stands, and odd trees lose nothing', () => {
    const kept = planOf([hypothesis({ children: [{ ...disk, status: 'disproven' }] })]);
    expect(kept.groups).toHaveLength(1);
    expect(planOf([hypothesis({ children: [solved] })]).groups[0]?.factor.type).toBe('root');
  });
});

describe('the tab', () => {
  it('[2.7] shows what is left to do, from this device alone', async () => {
    replica = createFakeReplica({
      incident: foundIncident({ tree, commander: GRACE }),
      evidences: read([item(), item({ id: 'e-2', description: 'Done already', done: true })]),
      responders: [
        {
          id: 'r-1',
          kind: 'person',
          who: ADA,
          externalId: null,
          addedBy: null,
          createdAt: '2026-11-20T10:00:00Z',
          marks: NO_MARKS,
          ops: [],
        },
      ],
    });
    const panel = within(await show());
    const solutions = panel.getByRole('list', { name: 'Solutions for Disk is small' });
    expect(within(solutions).getAllByRole('listitem')).toHaveLength(2);
    expect(panel.getByText('No solution yet')).toBeDefined();
    expect(panel.getByText('Ruled out: CPU is slow')).toBeDefined();
    const items = await panel.findByRole('list', { name: 'Open items' });
    expect(items.textContent).toContain('Tell the customers');
    expect(items.textContent).not.toContain('Done already');
    const who = await panel.findByRole('list', { name: 'Who responds' });
    expect(who.textContent).toContain('Grace HopperCommander');
    expect(who.textContent).toContain('Ada Byron');
  });

  it('a solution gets its status here, and its place under Comments by a press', async () => {
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    const panel = within(await show());
    await userEvent.click(panel.getByRole('button', { name: /Status of Delete logs/u }));
    await userEvent.click(await screen.findByRole('option', { name: 'Proven' }));
    await vi.waitFor(
      () =>
        expect(replica!.sync.submit).toHaveBeenCalledWith(
          { kind: 'row.update', table: 'hypotheses', rowId: 's-2', set: { status: 'proven' } },
          '/incidents/i-1',
        ),
      { timeout: 30_000 },
    );
    await userEvent.click(panel.getByRole('button', { name: 'Delete logs' }));
    const opener = await screen.findByRole('button', { name: 'Delete logs' });
    await vi.waitFor(() => expect(document.activeElement).toBe(opener), { timeout: 30_000 });
    expect(screen.getByRole('tab', { name: 'Comments' }).getAttribute('aria-selected')).toBe('true');
  });

  it('a solution is begun from here and written in its place', async () => {
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    const panel = within(await show());
    await userEvent.click(panel.getByRole('button', { name: 'Add solution to Network' }));
    const field = await screen.findByRole('textbox', { name: 'New solution' });
    expect(document.activeElement).toBe(field);
  });

  it('a viewer reads it', async () => {
    replica = createFakeReplica({ incident: foundIncident({ tree }) });
    const panel = within(await show(['viewer']));
    expect(panel.queryByRole('button', { name: /Status of/u })).toBeNull();
    expect(panel.queryByRole('button', { name: /Add solution/u })).toBeNull();
    expect(panel.getByText('Proven')).toBeDefined();
  });

  it('[I23] "the definition of done is empty" is said only of a whole copy', async () => {
    const evidences = { data: [item({ isPart: false })], ...deviceClaim('partial', null) } as const;
    replica = createFakeReplica({ incident: foundIncident({ tree }), evidences });
    const panel = within(await show());
    expect(await panel.findByText('None on this device yet')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Definition of done' }));
    expect(await screen.findAllByText('None on this device yet')).toHaveLength(2);
    await replica.set({ evidences: { ...evidences, state: 'complete' } });
    const words = 'The definition of done is empty';
    await vi.waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2), { timeout: 30_000 });
  });

  it('a failed read is said, not an empty list', async () => {
    replica = createFakeReplica({
      incident: foundIncident({ tree }),
      failure: 'disk gone',
      failing: ['evidences', 'responders'],
    });
    const panel = within(await show());
    expect(
      await panel.findByText(/The definition of done could not be read from this device/u),
    ).toBeDefined();
    expect(await panel.findByText(/Who responds could not be read from this device/u)).toBeDefined();
    expect(panel.queryByText('Nobody yet')).toBeNull();
  });
});
