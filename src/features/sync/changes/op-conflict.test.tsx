/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeReplica, op, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { OpView } from '#sync/read/types.ts';
import { itemConflictFields } from '../../incidents/panel/done/done-entry.tsx';
import {
  incidentConflictFields,
  mineBlockedBy as incidentMineBlockedBy,
} from '../../incidents/panel/incident-conflicts.tsx';
import { hypothesisConflictFields } from '../../incidents/tree/conflict-fields.tsx';
import { canEditHere, conflictFieldsOf, mineBlockedBy } from './op-conflict.ts';
import { SyncPanel } from '../sync-panel.tsx';

let replica: FakeReplica | undefined;

afterEach(async () => {
  cleanup();
  await replica?.close();
  replica = undefined;
});

function show(clash: OpView): void {
  replica = createFakeReplica({ outbox: [clash] });
  render(
    <ReplicaFrame replica={replica}>
      <SyncPanel lock={null} onClose={() => undefined} onRemoveData={() => undefined} />
    </ReplicaFrame>,
  );
}

const moved = (theirs: string, mine: string): OpView =>
  op({
    tbl: 'incidents',
    state: 'conflict',
    patch: { status: mine },
    base: { status: 'open' },
    conflict: { theirs: { status: theirs }, fields: ['status'] },
  });

const text = op({
  state: 'conflict',
  patch: { title: 'Checkout fails for all users.\nSince 9:00.' },
  base: { title: 'Checkout fails for some users.\nSince 9:00.' },
  conflict: { theirs: { title: 'Checkout fails for some users.\nSince 8:40.' }, fields: ['title'] },
});

describe('a status that clashed', () => {
  it('[CNF9] offers only the moves the table allows from theirs', async () => {
    show(moved('resolved', 'investigating'));
    const blocked = 'Resolved cannot become Investigating. Keep theirs, or choose another status.';
    expect((await screen.findAllByText(blocked)).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Apply mine' }));
    expect(replica?.sync.resolveConflict).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await userEvent.click(screen.getByRole('button', { name: /Status/u }));
    const options = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Closed', 'Open']);
    await userEvent.click(options[1]!);
    await userEvent.click(screen.getByRole('button', { name: 'Apply edited' }));
    expect(replica?.sync.resolveConflict).toHaveBeenCalledExactlyOnceWith('op-1', {
      take: 'edit',
      patch: { status: 'open' },
    });
  });

  it('[CNF9] is free where the table allows mine', () => {
    expect(mineBlockedBy(moved('mitigated', 'closed'))).toBeUndefined();
    expect(canEditHere(moved('mitigated', 'closed'))).toBe(true);
    expect(conflictFieldsOf(moved('mitigated', 'closed'))[0]?.mineValue).toBe('closed');
    expect(mineBlockedBy(op({ ...moved('resolved', 'investigating'), tbl: 'hypotheses' }))).toBeUndefined();
  });
});

describe('a long text that clashed', () => {
  it('[D8] shows what each side did to it and offers both together', async () => {
    show(text);
    await screen.findByText('The two changes are about different words.');
    const versions = screen.getByRole('region', { name: 'Title' });
    expect([...versions.querySelectorAll('ins')].map((part) => part.textContent)).toEqual([
      ' added: 8:40. end ',
      ' added: all end ',
    ]);
    await userEvent.click(within(versions).getByRole('button', { name: 'Edit both together' }));
    const box = screen.getByRole('textbox', { name: 'Title' });
    expect(box).toHaveProperty('value', 'Checkout fails for all users.\nSince 8:40.');
    await userEvent.click(screen.getByRole('button', { name: 'Apply edited' }));
    expect(replica?.sync.resolveConflict).toHaveBeenCalledExactlyOnceWith('op-1', {
      take: 'edit',
      patch: { title: 'Checkout fails for all users.\nSince 8:40.' },
    });
  });

  it('[D8] is shown side by side when it is short', () => {
    const short = op({
      ...text,
      patch: { title: 'a' },
      base: { title: 'b' },
      conflict: { theirs: { title: 'c' }, fields: ['title'] },
    });
    expect(conflictFieldsOf(short)[0]?.texts).toBeUndefined();
    expect(conflictFieldsOf(text)[0]?.texts?.theirs).toContain('8:40');
  });
});

describe('a conflict that later changes stand behind', () => {
  const clash = op({
    state: 'conflict',
    patch: { title: 'first' },
    base: { title: 'before' },
    conflict: { theirs: { title: 'theirs' }, fields: ['title'] },
    later: { ids: ['op-2', 'op-3'], patch: { title: 'latest' } },
  });

  it('[CNF11] mine is the latest text that waits, in every review', () => {
    const latest = { mine: 'latest', mineValue: 'latest' };
    const reviews = [conflictFieldsOf, hypothesisConflictFields, incidentConflictFields, itemConflictFields];
    for (const fieldsOf of reviews) expect(fieldsOf(clash)[0]).toMatchObject(latest);
    const long = { ...clash, later: { ids: ['op-2'], patch: { title: 'latest\nof two' } } };
    for (const fieldsOf of reviews) expect(fieldsOf(long)[0]?.texts?.mine).toBe('latest\nof two');
  });

  it('[CNF11] a status is judged by the one that came last', () => {
    const status = {
      ...moved('resolved', 'investigating'),
      later: { ids: ['op-2'], patch: { status: 'closed' } },
    };
    expect(mineBlockedBy(status)).toBeUndefined();
    expect(incidentMineBlockedBy(status)).toBeUndefined();
  });

  it('[CNF11] the answer names the changes it is about', async () => {
    show(clash);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep theirs' }));
    expect(replica?.sync.resolveConflict).toHaveBeenCalledExactlyOnceWith('op-1', {
      take: 'theirs',
      seen: ['op-2', 'op-3'],
    });
  });
});
