/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DoneItem } from '#sync/read/incident-done.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import {
  createFakeReplica,
  doneItem,
  foundIncident,
  NO_MARKS,
  op,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { PanelFrame } from '#tests/page/incident-panel-frame.tsx';
import { deviceClaim } from '#sync/protocol/claim.ts';

let replica: FakeReplica;

beforeEach(() => localStorage.setItem('holdfast.detailPanels', '{"Incident":{"open":"done"}}'));

afterEach(async () => {
  cleanup();
  await replica.close();
});

const patience = { timeout: 30_000 };
const submitted = (): unknown[] => vi.mocked(replica.sync.submit).mock.calls.map(([command]) => command);
const said = (): string => JSON.stringify(messageLog.getSnapshot());
const setFields = (rowId: string, set: object): object => ({
  kind: 'row.update',
  table: 'evidences',
  rowId,
  set,
});

const SCRIPT = 'check.status == "healthy" && check.age > duration("5m")';
const manual = doneItem();
const automatic = doneItem({
  id: 'e-2',
  type: 'check',
  description: '',
  subject: { kind: 'check', id: 'k', name: 'checkout-http' },
  script: SCRIPT,
  scriptResult: 'no such key: age',
});

/** Answers how to give the person other roles. */
async function show(
  data: readonly DoneItem[],
  state: Completeness = 'complete',
): Promise<(roles: readonly string[]) => void> {
  replica = createFakeReplica({
    incident: foundIncident(),
    evidences: { data, ...deviceClaim(state, null) },
  });
  const { rerender } = render(<PanelFrame replica={replica} />);
  await screen.findByRole('heading', { name: 'Definition of done' });
  return (roles) => rerender(<PanelFrame replica={replica} roles={roles} />);
}

async function openAdd(tab: 'Automatic' | 'Manual'): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Add to definition of done' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add definition of done' });
  await userEvent.click(within(dialog).getByRole('tab', { name: tab }));
  return dialog;
}

const automaticAside = doneItem({ id: 'e-9', isPart: false, description: 'Other' });

describe('the list', () => {
  it('shows items with their state, and the result of a script where the server has one', async () => {
    await show([manual, automatic, doneItem({ id: 'e-3', isPart: false, description: 'Other' })]);
    const items = within(await screen.findByRole('list', { name: 'Definition of done' })).getAllByRole(
      'listitem',
    );
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toContain('Not resolved');
    expect(items[1]?.textContent).toContain('checkout-http');
    expect(items[1]?.textContent).toContain(SCRIPT);
    expect(items[1]?.textContent).toContain('The last evaluation failed: no such key: age');
    expect(screen.getByText('0 of 2 done')).toBeDefined();
  });

  it('[4] a manual item is ticked and unticked, an automatic one is not', async () => {
    await show([manual, automatic]);
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes).toHaveLength(1);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Disk below 80 %' }));
    expect(submitted()).toEqual([
      { kind: 'row.update', table: 'evidences', rowId: 'e-1', set: { done: true } },
    ]);
    await replica.set({
      evidences: { data: [{ ...manual, done: true }], ...deviceClaim('complete', null) },
    });
    expect(await screen.findByText('1 of 1 done')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Disk below 80 %' }));
    expect(submitted()[1]).toEqual({
      kind: 'row.update',
      table: 'evidences',
      rowId: 'e-1',
      set: { done: false },
    });
  });

  it('takes an item out, and tells when that fails', async () => {
    await show([manual]);
    await replica.set({ opStates: [op({ id: 'op-new', tbl: 'evidences', state: 'failed' })] });
    const remove = { name: 'Remove Disk below 80 % from definition of done' };
    await userEvent.click(await screen.findByRole('button', remove));
    expect(submitted()).toEqual([setFields('e-1', { definition_of_done: false })]);
    await vi.waitFor(
      () => expect(said()).toContain('Removing evidence from definition of done failed'),
      patience,
    );
  });

  it('[ux 4.8] the focus goes on when an item is taken out, and at last to the button that adds', async () => {
    const second = { ...manual, id: 'e-7', description: 'Backups restored', payload: {} };
    await show([manual, second]);
    const keep = async (...data: DoneItem[]): Promise<void> =>
      replica.set({ evidences: { data: [...data, automaticAside], ...deviceClaim('complete', null) } });
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Disk/u }));
    await keep(second);
    const next = screen.getByRole('button', { name: /^Remove Backups/u });
    await vi.waitFor(() => expect(document.activeElement).toBe(next), patience);
    await userEvent.keyboard('{Enter}');
    await keep();
    const add = screen.getByRole('button', { name: 'Add to definition of done' });
    await vi.waitFor(() => expect(document.activeElement).toBe(add), patience);
  });

  it('a text outlives the item it was written for', async () => {
    await show([manual]);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Disk below 80 %' }));
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /What must be true/u });
    await userEvent.clear(text);
    await userEvent.paste('Disk below 70 %');
    await replica.set({ evidences: { data: [], ...deviceClaim('complete', null) } });
    expect(await screen.findByText(/It was deleted meanwhile/u)).toBeDefined();
    expect(text.value).toBe('Disk below 70 %');
    await userEvent.click(screen.getByRole('button', { name: 'Add as a new one' }));
    expect(submitted()).toMatchObject([
      { kind: 'evidence.add', evidence: { description: 'Disk below 70 %', definitionOfDone: true } },
    ]);
  });

  it('[ux 4.7] a change that was refused is back where it was written, and can be dropped', async () => {
    await show([manual]);
    const key = '/incidents/i-1#description:e-1';
    await replica.set({ drafts: [{ key, text: 'Disk below 60 %', savedAt: 1, fromOpId: 'op-1' }] });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Disk below 80 %' }));
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /What must be true/u });
    await vi.waitFor(() => expect(text.value).toBe('Disk below 60 %'), patience);
    expect(screen.getByText(/^Not saved on server/u)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await vi.waitFor(() => expect(text.value).toBe('Disk below 80 %'), patience);
  });

  it('edits the text of a comment and the script of another', async () => {
    await show([manual, automatic]);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Disk below 80 %' }));
    const text = await screen.findByRole('textbox', { name: /What must be true/u });
    await userEvent.clear(text);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Write something first')).toBeDefined();
    expect(submitted()).toEqual([]);
    await userEvent.click(text);
    await userEvent.paste('Disk below 70 %');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const evidence = { comment: 'Disk below 70 %' };
    const opened = { description: 'Disk below 80 %' };
    const set = { description: 'Disk below 70 %', evidence };
    expect(submitted()).toEqual([{ ...setFields('e-1', set), opened }]);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit checkout-http' }));
    const script = await screen.findByRole('textbox', { name: 'Script for checkout-http' });
    await userEvent.clear(script);
    await userEvent.paste('true');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(submitted()[1]).toEqual({
      ...setFields('e-2', { script: 'true' }),
      opened: { script: automatic.script },
    });
  });

  it('marks what is not on the server and reviews a clash in place', async () => {
    const clash = op({
      id: 'op-9',
      tbl: 'evidences',
      rowId: 'e-1',
      state: 'conflict',
      patch: { script: 'mine' },
      base: { script: 'before' },
      conflict: { theirs: { script: 'theirs' }, fields: ['script'] },
    });
    await show([{ ...manual, ops: [clash], marks: { ...NO_MARKS, conflict: true } }]);
    const review = await screen.findByRole('group', {
      name: 'The definition of done was changed on the server too',
    });
    await userEvent.click(within(review).getByRole('button', { name: 'Apply mine' }));
    expect(vi.mocked(replica.sync.resolveConflict).mock.calls).toEqual([['op-9', { take: 'mine' }]]);
  });

  it.each([
    ['complete', 'There are no evidences provided for this incident'],
    ['never', 'The evidences of this incident are not on this device yet'],
    ['forbidden', 'Your role does not allow reading evidences'],
  ] as const)('a %s copy without evidences', async (state, words) => {
    await show([], state);
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('a failed read is no empty list', async () => {
    replica = createFakeReplica({ incident: foundIncident(), failure: 'disk gone', failing: ['evidences'] });
    render(<PanelFrame replica={replica} />);
    expect(await screen.findByText(/The evidences cannot be read: disk gone/u)).toBeDefined();
  });
});

describe('adding', () => {
  it('[5] automatic: Next waits for a choice, the script starts with the default of its type', async () => {
    const check = { ...automatic, isPart: false, script: null, scriptResult: null };
    const component = doneItem({
      id: 'e-3',
      type: 'topology',
      description: '',
      isPart: false,
      subject: { kind: 'component', id: 'c', name: 'payments' },
    });
    await show([check, component]);
    const dialog = await openAdd('Automatic');
    const next = within(dialog).getByRole('button', { name: 'Next' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /checkout-http/u }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /payments/u }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    const script = within(dialog).getByRole('textbox', { name: 'Script for Check: checkout-http' });
    expect((script as HTMLTextAreaElement).value).toBe(SCRIPT);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Component is Health' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await vi.waitFor(
      () =>
        expect(submitted()).toEqual([
          setFields('e-2', { definition_of_done: true, script: SCRIPT }),
          setFields('e-3', { definition_of_done: true, script: "status == 'healthy'" }),
        ]),
      patience,
    );
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience);
  });

  it('[5] the script is optional, and the way back keeps the choice', async () => {
    await show([doneItem({ isPart: false })]);
    const dialog = await openAdd('Automatic');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Disk below/u }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Back' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await vi.waitFor(
      () => expect(submitted()).toEqual([setFields('e-1', { definition_of_done: true })]),
      patience,
    );
  });

  it('a script that was typed is still there after the way back and a look at the other tab', async () => {
    await show([doneItem({ isPart: false })]);
    const dialog = await openAdd('Automatic');
    const script = () =>
      within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^Script for Note/u });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Disk below/u }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    await userEvent.type(script(), 'disk.ok');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Back' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(script().value).toBe('disk.ok');
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Manual' }));
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Automatic' }));
    expect(script().value).toBe('disk.ok');
  });

  it('[6] a role that is taken away while it is written adds and changes nothing, and keeps the text', async () => {
    const setRoles = await show([manual]);
    const dialog = await openAdd('Manual');
    await userEvent.type(within(dialog).getByRole('textbox'), 'Backups restored');
    setRoles(['viewer']);
    const add = within(dialog).getByRole('button', { name: 'Add' });
    await userEvent.click(add);
    expect(add.getAttribute('aria-disabled')).toBe('true');
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Backups restored');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    setRoles(['responder']);
    await userEvent.click(await screen.findByRole('button', { name: /^Edit Disk/u }));
    const editor = await screen.findByRole('dialog', { name: 'Edit definition of done' });
    await userEvent.type(within(editor).getByRole('textbox'), ' again');
    setRoles(['viewer']);
    await userEvent.click(within(editor).getByRole('button', { name: 'Save' }));
    expect(submitted()).toEqual([]);
  });

  it('[5] manual: a comment that is part of it from the start; nothing empty is added', async () => {
    await show([]);
    const dialog = await openAdd('Manual');
    const text = within(dialog).getByRole('textbox', { name: /What must be true/u });
    expect(within(dialog).getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(text);
    await userEvent.paste('Backups restored');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(submitted()).toEqual([
      {
        kind: 'evidence.add',
        hypothesisId: 'h-1',
        evidence: {
          type: 'comment',
          description: 'Backups restored',
          payload: { comment: 'Backups restored' },
          definitionOfDone: true,
        },
      },
    ]);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience);
  });
});
