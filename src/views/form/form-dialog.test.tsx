/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { fakeEffect } from '#tests/page/fake-effect.ts';
import { FormDialog } from './form-dialog.tsx';
import type { FormValues } from './form-spec.ts';
import { runtimeForm, type RuntimeParam } from './runtime-form.ts';
import { connectionForm } from './story/connection.form.ts';
import { RUN_PARAMS } from './story/run-params.ts';
import type { Submission } from './submission.ts';
import { useEffectAction } from '#src/views/effect/use-effect-action.ts';
import { useEffectSubmit } from './use-effect-submit.ts';
import type { Refused } from './use-kit-form.ts';

const patience = { timeout: 30_000 };
const SECRET = 'hunter2';
let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

interface Shown {
  readonly sent: Submission[];
  readonly closed: () => boolean;
}

function showConnection(
  answer: () => Promise<Refused | void> = async () => undefined,
  row: JsonRow | null = null,
  readOnly?: string,
): Shown {
  const sent: Submission[] = [];
  let isClosed = false;
  function Story(): ReactElement {
    const [isOpen, setOpen] = useState(true);
    isClosed = !isOpen;
    return (
      <FormDialog
        blocker={undefined}
        isOpen={isOpen}
        keepAt={{ lines: '/settings/connections#form:new' }}
        readOnly={readOnly}
        row={row}
        spec={connectionForm}
        title="Connection"
        verb="Save"
        onDone={() => setOpen(false)}
        onOpenChange={setOpen}
        onSubmit={(submission) => {
          sent.push(submission);
          return answer();
        }}
      />
    );
  }
  render(
    <ReplicaFrame replica={replica}>
      <Story />
    </ReplicaFrame>,
  );
  return { sent, closed: () => isClosed };
}

const field = (name: RegExp): HTMLElement => screen.getByLabelText(name, { selector: 'input, textarea' });

async function choose(label: RegExp, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }, patience));
}

const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));

/** Everything this form has asked the device to keep. */
function keptTexts(): string {
  return JSON.stringify(vi.mocked(replica.sync.saveDraft).mock.calls);
}

describe('a connection: secrets, and a one-of of five types', () => {
  it('says what is missing where it is, in words, and leads to the first of it', async () => {
    replica = createFakeReplica();
    const { sent } = showConnection();
    const name = field(/^Name/u);
    expect(document.activeElement).toBe(name);
    await userEvent.tab();
    expect(await screen.findByText('This field is required', undefined, patience)).toBeDefined();
    await choose(/Type/u, 'Email');
    await userEvent.type(field(/^Port/u), 'x');
    await userEvent.type(field(/^Password/u), SECRET);
    await save();
    expect(document.activeElement).toBe(name);
    expect(screen.getByText('This field must be a number')).toBeDefined();
    expect(screen.getByText('4 fields need something: Name, URL, From, Port')).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('shows the fields of the type alone, keeps those of another, and sends only what is shown', async () => {
    replica = createFakeReplica();
    const { sent, closed } = showConnection();
    await userEvent.type(field(/^Name/u), 'mail');
    await choose(/Type/u, 'Email');
    await userEvent.type(field(/^From/u), 'ops@example.com');
    await choose(/Type/u, 'Folder');
    expect(screen.queryByLabelText(/^From/u)).toBeNull();
    await choose(/Type/u, 'Email');
    expect(field(/^From/u)).toHaveProperty('value', 'ops@example.com');
    await choose(/Type/u, 'Folder');
    await userEvent.type(field(/^Path/u), '/var');
    await save();
    await waitFor(() => expect(closed()).toBe(true), patience);
    expect(sent).toMatchObject([
      {
        kind: 'row',
        tbl: 'connections',
        isOnline: false,
        patch: { type: 'folder', properties: { path: '/var' } },
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain('ops@example.com');
  });

  it('[D22] a secret makes the save one of now, is kept nowhere, and is asked about before it is lost', async () => {
    replica = createFakeReplica();
    const { sent, closed } = showConnection();
    await userEvent.type(field(/^Name/u), 'web');
    await choose(/Type/u, 'HTTP');
    await userEvent.type(field(/^URL/u), 'https://example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(closed()).toBe(true);
    cleanup();
    const again = showConnection();
    await waitFor(() => expect(field(/^Name/u)).toHaveProperty('value', 'web'), patience);
    expect(screen.getByText(/^Restored from/u)).toBeDefined();
    await userEvent.type(field(/^Password/u), SECRET);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' }, patience);
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(again.closed()).toBe(false);
    expect(field(/^Password/u)).toHaveProperty('value', SECRET);
    await save();
    await waitFor(() => expect(again.closed()).toBe(true), patience);
    expect(again.sent).toMatchObject([{ kind: 'row', isOnline: true, patch: { password: SECRET } }]);
    expect(keptTexts()).not.toContain(SECRET);
    expect(sent).toEqual([]);
  });

  it('what the server refuses is said at its field until that holds something else', async () => {
    replica = createFakeReplica();
    const taken = new SyncError({ kind: 'rejected', message: 'duplicate key', status: 409, code: '23505' });
    const { sent } = showConnection(() => Promise.reject(taken));
    await userEvent.type(field(/^Name/u), 'mail');
    await choose(/Type/u, 'Folder');
    await save();
    const said = await screen.findByText('This is taken already', undefined, patience);
    expect(said.closest('[data-field]')?.getAttribute('data-field')).toBe('name');
    await userEvent.type(field(/^Name/u), '2');
    expect(screen.queryByText('This is taken already')).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('stays over what was opened, sends changed columns with what they were, and nothing where nothing is', async () => {
    replica = createFakeReplica();
    const row = { id: 'c1', name: 'mail', type: 'folder', properties: { path: '/a', more: 1 }, tags: {} };
    const { sent, closed } = showConnection(undefined, row);
    await save();
    await waitFor(() => expect(closed()).toBe(true), patience);
    expect(sent).toEqual([]);
    cleanup();
    const edited = showConnection(undefined, row);
    await userEvent.type(field(/^Path/u), '/b');
    await save();
    await waitFor(() => expect(edited.closed()).toBe(true), patience);
    expect(edited.sent).toMatchObject([
      {
        patch: { properties: { path: '/a/b', more: 1 } },
        opened: { properties: { path: '/a', more: 1 } },
      },
    ]);
    expect(
      Object.keys(edited.sent.flatMap((each) => (each.kind === 'row' ? [each.patch] : []))[0] ?? {}),
    ).toEqual(['properties']);
  });

  it('pairs are lines that come and go, each name once', async () => {
    replica = createFakeReplica();
    showConnection();
    await userEvent.click(screen.getByRole('button', { name: 'Add to tags' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add to tags' }));
    await userEvent.type(field(/^Tags: name 1/u), 'env');
    await userEvent.type(field(/^Tags: name 2/u), 'env');
    await save();
    expect(await screen.findByText('“env” is there twice', undefined, patience)).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Remove env' })[1] ?? document.body);
    expect(screen.queryByText('“env” is there twice')).toBeNull();
  });

  it('is read-only with its reason', async () => {
    replica = createFakeReplica();
    const row = { id: 'c1', name: 'mail', type: 'folder', properties: { path: '/a' } };
    const { sent } = showConnection(undefined, row, 'This comes from a file in Git');
    expect(field(/^Path/u)).toHaveProperty('readOnly', true);
    expect(screen.getAllByText('This comes from a file in Git').length).toBeGreaterThan(1);
    await save();
    expect(sent).toEqual([]);
  });
});

describe('a run made at run time: a secret, a picker and a lost answer', () => {
  let params: readonly RuntimeParam[];
  let offer: (next: readonly RuntimeParam[]) => void;
  const done = vi.fn<() => void>();

  function Run(): ReactElement {
    const [now, setNow] = useState(RUN_PARAMS);
    offer = setNow;
    params = now;
    const [{ spec, baseOf }] = useState(() =>
      runtimeForm('run', RUN_PARAMS, {
        title: 'Run restart',
        request: (texts) => ({ kind: 'playbook.run', playbookId: 'p1', params: texts }),
      }),
    );
    const action = useEffectAction({
      screen: '/playbooks',
      words: { unknown: 'It is not known whether it was run', lookUp: 'Look at the runs.' },
    });
    const run = useEffectSubmit(action, { noun: 'run', onEffect: done });
    const resolve = (): { base: FormValues } => ({ base: baseOf(now) });
    return (
      <FormDialog
        isOpen
        blocker={run.blocker}
        keepAt={{ lines: '/playbooks#form:p1' }}
        resolve={resolve}
        spec={spec}
        title="Run restart"
        verb="Run"
        onDone={() => undefined}
        onOpenChange={() => undefined}
        onSubmit={run.submit}
      />
    );
  }

  it('keeps no secret, takes a new default where nobody typed, and never runs twice', async () => {
    replica = createFakeReplica({ people: [{ id: 'u1', name: 'Ada Lovelace', avatar: null }] });
    vi.mocked(replica.sync.sendEffect).mockImplementation(async () => ({
      ...fakeEffect({ kind: 'playbook.run', playbookId: 'p1', params: {} }, 'Run restart'),
      state: 'unknown',
    }));
    render(
      <ReplicaFrame replica={replica}>
        <Run />
      </ReplicaFrame>,
    );
    await userEvent.type(field(/^API token/u), SECRET);
    await userEvent.type(field(/^Owner/u), 'Ada');
    await userEvent.click(await screen.findByRole('option', { name: /Ada Lovelace/u }, patience));
    offer(params.map((param) => ({ ...param, initial: '5' })));
    await waitFor(() => expect(field(/^Replicas/u)).toHaveProperty('value', '5'), patience);
    await userEvent.type(field(/^Replicas/u), 'x');
    const press = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Run' }));
    await press();
    expect(await screen.findByText(/^This must match/u, undefined, patience)).toBeDefined();
    await userEvent.type(field(/^Replicas/u), '{Backspace}0');
    offer(params.map((param) => ({ ...param, initial: '7' })));
    await press();
    expect((await screen.findAllByText(/No answer came/u, undefined, patience)).length).toBeGreaterThan(0);
    await press();
    const { prepareEffect, sendEffect } = replica.sync;
    expect(vi.mocked(prepareEffect).mock.calls).toHaveLength(1);
    expect(vi.mocked(prepareEffect).mock.calls[0]?.[0]).toEqual({
      kind: 'playbook.run',
      playbookId: 'p1',
      params: { replicas: '50', owner: 'u1', dryRun: 'false' },
    });
    expect(vi.mocked(sendEffect).mock.calls[0]?.[1]).toEqual({ 'api.token': SECRET });
    expect(keptTexts()).not.toContain(SECRET);
    expect(done).not.toHaveBeenCalled();
    // What was typed is still there: nobody knows whether it has to be sent once more.
    expect(field(/^API token/u)).toHaveProperty('value', SECRET);
  });
});
