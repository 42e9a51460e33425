/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#tests/page/patience.ts';
import {
  ADA,
  createFakeReplica,
  incidentDetail,
  GRACE,
  LIVE,
  NO_MARKS,
  op,
  ReplicaFrame,
  type FakeReplica,
} from '#tests/page/fake-replica.tsx';
import { responder } from '#tests/page/responder-fixture.ts';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import {
  responderFields,
  responderTypes,
  type ResponderType,
  type TicketAnswer,
  type TicketClient,
} from '#sync/protocol/ticketing.ts';
import type { IncidentDetail } from '#sync/read/types.ts';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { fieldLabel, responderTypeLabels } from './responder-labels.ts';
import { RespondersField } from './responders-field.tsx';

const PAYMENTS = { id: '7b1d6f0e-0000-4000-8000-000000000001', name: 'Payments', avatar: null };
const identity = { userId: 'p-1', tenant: 'http://localhost', scopeHash: '' };

let replica: FakeReplica;

function client(type: ResponderType, more: Partial<TicketClient> = {}): TicketClient {
  return { type, values: {}, defaults: {}, linkUrl: null, ...more };
}

function answers(clients: readonly TicketClient[]): void {
  vi.mocked(replica.sync.askTicketing).mockImplementation(async (question): Promise<TicketAnswer> =>
    question.kind === 'clients'
      ? { kind: 'clients', clients }
      : question.kind === 'options'
        ? { kind: 'options', options: {} }
        : { kind: 'unanswered', why: 'missing', reason: 'It does not exist on the server any more.' },
  );
}

function ticket(change: Partial<Effect> = {}): Effect {
  const made = prepareEffect({
    id: 'effect-9',
    identity,
    request: {
      kind: 'responder.open-ticket',
      responderId: '7b1d6f0e-0000-4000-8000-0000000000aa',
      incidentId: 'i-1',
      teamId: PAYMENTS.id,
      properties: {
        responderType: { label: 'Jira', value: 'jira' },
        issueType: 'Task',
        priority: 'High',
        summary: 'Slow',
        description: 'Look',
      },
      fromTeam: ['project'],
    },
    title: 'Open a ticket for Payments in Jira',
    nowMs: Date.now(),
    origin: { screen: '/incidents/i-1', tabId: 't1', appVersion: '0' },
  });
  return { ...made, ...change };
}

function show(roles: readonly string[] = ['responder'], detail: Partial<IncidentDetail> = {}): void {
  render(
    <ReplicaFrame replica={replica} roles={roles}>
      <RespondersField incident={incidentDetail(detail)} />
    </ReplicaFrame>,
  );
}

beforeEach(() => {
  replica = createFakeReplica({
    teams: [PAYMENTS],
    people: [ADA, GRACE],
  });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await replica.close();
});

async function openDialog(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Add responder' }));
  return screen.findByRole('dialog', { name: 'Add Responder' });
}

async function choose(label: string, name: string): Promise<void> {
  await userEvent.type(await screen.findByRole('combobox', { name: new RegExp(`^${label}`, 'u') }), name);
  await userEvent.click(await screen.findByRole('option', { name }));
}

async function toDetails(type: ResponderType): Promise<HTMLElement> {
  const dialog = await openDialog();
  await choose('Team', 'Payments');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await userEvent.click(await screen.findByRole('button', { name: responderTypeLabels[type] }));
  return dialog;
}

function fill(name: string, value: string): void {
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(`^${fieldLabel(name)}`, 'u') }), {
    target: { value },
  });
}

it('the form says above what it opens and for whom, the choice of a type only for whom', async () => {
  answers([client('service_now')]);
  show();
  const dialog = await toDetails('service_now');
  expect(await within(dialog).findByText('ServiceNow · Payments')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Back' }));
  expect(within(dialog).getByText('Payments')).toBeDefined();
  expect(within(dialog).queryByText('ServiceNow · Payments')).toBeNull();
});

describe('the list', () => {
  it('names people and teams with what marks them, and says when there is nobody', async () => {
    await replica.set({
      responders: [
        responder({ marks: { ...NO_MARKS, pending: true } }),
        responder({ id: 'r-2', kind: 'team', who: PAYMENTS, externalId: 'PAY-7' }),
      ],
    });
    show();
    const list = await screen.findByRole('list', { name: 'Responders' });
    const [ada, payments] = within(list).getAllByRole('listitem');
    expect(within(ada!).getByText('Saved on this device')).toBeDefined();
    expect(payments!.textContent).toContain('Team');
    expect(payments!.textContent).toContain('PAY-7');
    await replica.set({ responders: [] });
    expect(await screen.findByText('Nobody yet')).toBeDefined();
  });

  it('a failed read is said and is no empty list', async () => {
    await replica.set({ failure: 'The database is locked', failing: ['responders'] });
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is locked');
    expect(screen.queryByText('Nobody yet')).toBeNull();
  });

  it('[6] a viewer sees who responds and why nothing can be changed', async () => {
    await replica.set({ responders: [responder()] });
    show(['viewer']);
    expect(await screen.findByRole('button', { name: /^Ada Byron/u })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Delete responder/u })).toBeNull();
    const add = screen.getByRole('button', { name: 'Add responder' });
    expect(add.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('adding a person', () => {
  it('[5] Add waits for a person, and the success is told when the server has it', async () => {
    vi.mocked(replica.sync.submit).mockResolvedValue({
      opIds: ['op-7'],
      made: [{ tbl: 'responders', id: 'r' }],
    });
    await replica.set({ opStates: [op({ id: 'op-7', tbl: 'responders', kind: 'insert' })] });
    show();
    await openDialog();
    await userEvent.click(screen.getByRole('tab', { name: 'Person' }));
    expect(screen.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBe('true');
    await choose('Person', 'Grace Hopper');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(replica.sync.submit).toHaveBeenCalledWith(
      { kind: 'row.create', table: 'responders', rows: [{ incident_id: 'i-1', person_id: GRACE.id }] },
      '/incidents/i-1',
    );
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 30_000 });
    const texts = (): string => JSON.stringify(messageLog.getSnapshot());
    expect(texts()).not.toContain('Responder added successfully');
    await act(() =>
      replica.set({ opStates: [op({ id: 'op-7', tbl: 'responders', kind: 'insert', state: 'done' })] }),
    );
    await vi.waitFor(() => expect(texts()).toContain('Responder added successfully'), { timeout: 30_000 });
  });

  it('who responds already cannot be chosen again', async () => {
    await replica.set({ responders: [responder()] });
    show();
    await openDialog();
    await userEvent.click(screen.getByRole('tab', { name: 'Person' }));
    await userEvent.type(screen.getByRole('combobox', { name: /^Person/u }), 'Ada');
    const option = await screen.findByRole('option', { name: /Ada Byron/u });
    expect(option.getAttribute('aria-disabled')).toBe('true');
    expect(option.textContent).toContain('Responds already');
  });
});

describe('adding a team', () => {
  it('[5] Next waits for a team; Back goes the way back and loses nothing', async () => {
    answers([client('jira'), client('email')]);
    show();
    await openDialog();
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await choose('Team', 'Payments');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Email' }));
    fill('subject', 'Help');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('list', { name: 'Responder Type' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    const team = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Team/u });
    expect(team.value).toBe('Payments');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Email' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Subject/u }).value).toBe('Help');
  });

  it('a team without types says so in the words of the spec', async () => {
    answers([]);
    show();
    await openDialog();
    await choose('Team', 'Payments');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('There were no responders configured for this team')).toBeDefined();
  });

  it.each([
    [6, false],
    [7, true],
  ])('[2.7] the list of %i types scrolls: %s', async (count, scrolls) => {
    answers(responderTypes.slice(0, count).map((type) => client(type)));
    show();
    await openDialog();
    await choose('Team', 'Payments');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    const list = await screen.findByRole('list', { name: 'Responder Type' });
    expect(list.className.includes('overflow-y-auto')).toBe(scrolls);
  });

  it('[ux 4.7] a form that was closed, or left with the browser, is there again, and can be discarded', async () => {
    answers([client('email')]);
    show();
    await toDetails('email');
    fill('to', 'oncall@example.org');
    fill('body', 'two\nlines');
    cleanup();
    show();
    await openDialog();
    const to = await screen.findByRole<HTMLInputElement>('textbox', { name: /^To/u });
    expect(to.value).toBe('oncall@example.org');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Body/u }).value).toBe('two\nlines');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('combobox', { name: /^Team/u })).toBeDefined();
  });

  it('without a connection the types are not known, and it says so', async () => {
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    show();
    await openDialog();
    await choose('Team', 'Payments');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/Needs connection/u)).toBeDefined();
    answers([client('jira')]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Jira' })).toBeDefined();
  });

  it.each(responderTypes.filter((type) => type !== 'person'))(
    '[5] %s asks for its fields, refuses to miss one, and is sent once',
    async (type) => {
      answers([client(type)]);
      vi.mocked(replica.sync.sendEffect).mockResolvedValue(ticket({ state: 'done' }));
      show();
      const dialog = await toDetails(type);
      for (const name of responderFields[type]) {
        expect(
          within(dialog).getByRole('textbox', { name: new RegExp(`^${fieldLabel(name)}`, 'u') }),
        ).toBeDefined();
      }
      await userEvent.click(screen.getByRole('button', { name: 'Add' }));
      expect(screen.getAllByText('Please provide valid value')).toHaveLength(responderFields[type].length);
      expect(document.activeElement?.getAttribute('name')).toBe(responderFields[type][0]);
      expect(replica.sync.prepareEffect).not.toHaveBeenCalled();
      for (const name of responderFields[type]) fill(name, `my ${name}`);
      fill('external_id', 'EXT-1');
      await userEvent.click(screen.getByRole('button', { name: 'Add' }));
      await vi.waitFor(() => expect(replica.sync.sendEffect).toHaveBeenCalledTimes(1), { timeout: 30_000 });
      const [request] = vi.mocked(replica.sync.prepareEffect).mock.calls[0]!;
      expect(request).toMatchObject({
        kind: 'responder.open-ticket',
        incidentId: 'i-1',
        teamId: PAYMENTS.id,
        properties: {
          responderType: { label: responderTypeLabels[type], value: type },
          ...Object.fromEntries(responderFields[type].map((name) => [name, `my ${name}`])),
          external_id: 'EXT-1',
        },
      });
    },
  );

  it('person asks for a person; that it was added is not taken back when nothing newer can be fetched', async () => {
    answers([client('person')]);
    vi.mocked(replica.sync.sendEffect).mockResolvedValue(ticket({ state: 'done' }));
    vi.mocked(replica.sync.refresh).mockRejectedValue(new Error('gone'));
    const reported = vi.fn<(thrown: unknown) => void>();
    vi.stubGlobal('reportError', reported);
    show();
    await toDetails('person');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByText('Please provide valid value')).toBeDefined();
    await choose('Person', 'Ada Byron');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await vi.waitFor(() => expect(replica.sync.sendEffect).toHaveBeenCalledTimes(1), { timeout: 30_000 });
    expect(vi.mocked(replica.sync.prepareEffect).mock.calls[0]![0]).toMatchObject({
      properties: { responderType: { value: 'person' }, person: ADA.id },
    });
    await vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(1), { timeout: 30_000 });
    expect(JSON.stringify(messageLog.getSnapshot())).not.toContain('Responder not added');
  });

  it('what the team has fixed stands and cannot be changed; its defaults can; choices come from the other system', async () => {
    const jira = client('jira', {
      values: { project: 'PAY' },
      defaults: { summary: '${incident.title}', priority: 'High' },
    });
    answers([jira]);
    vi.mocked(replica.sync.askTicketing).mockImplementation(async (question) =>
      question.kind === 'clients'
        ? { kind: 'clients', clients: [jira] }
        : {
            kind: 'options',
            options: {
              issueType: [
                { id: 'Bug', name: 'Bug' },
                { id: 'Task', name: 'Task' },
              ],
            },
          },
    );
    show();
    await toDetails('jira');
    const project = screen.getByRole<HTMLInputElement>('textbox', { name: /^Project/u });
    expect([project.value, project.readOnly]).toEqual(['PAY', true]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Summary/u }).value).toBe(
      'Checkout is slow',
    );
    await userEvent.click(await screen.findByRole('button', { name: /Issue Type/u }));
    await userEvent.click(await screen.findByRole('option', { name: 'Task' }));
    fill('summary', 'Worse');
    fill('description', 'Look');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await vi.waitFor(() => expect(replica.sync.prepareEffect).toHaveBeenCalledTimes(1), { timeout: 30_000 });
    expect(vi.mocked(replica.sync.prepareEffect).mock.calls[0]![0]).toMatchObject({
      properties: {
        responderType: { label: 'Jira', value: 'jira' },
        issueType: 'Task',
        summary: 'Worse',
        description: 'Look',
      },
      fromTeam: ['project', 'priority'],
    });
    expect(JSON.stringify(vi.mocked(replica.sync.prepareEffect).mock.calls)).not.toMatch(/PAY|High/u);
    await vi.waitFor(
      () =>
        expect(replica.sync.sendEffect).toHaveBeenCalledWith('effect-1', {
          project: 'PAY',
          priority: 'High',
        }),
      { timeout: 30_000 },
    );
  });

  it('[ux 4.6 C] offline it is prepared and not sent', async () => {
    answers([client('email')]);
    show();
    await toDetails('email');
    act(() => replica.sync.status.set({ ...LIVE, phase: 'offline' }));
    for (const name of responderFields.email) fill(name, 'x');
    expect(screen.getByText(/This device is offline: it is kept as a draft for 24 hours/u)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Prepare' }));
    await vi.waitFor(() => expect(replica.sync.prepareEffect).toHaveBeenCalledTimes(1), { timeout: 30_000 });
    expect(replica.sync.sendEffect).not.toHaveBeenCalled();
  });

  it('an incident the server does not have yet gets no ticket', async () => {
    answers([client('email')]);
    show(['responder'], { number: null });
    await toDetails('email');
    expect(screen.getByRole('button', { name: 'Prepare' })).toBeDefined();
    expect(screen.getByText(/The incident is not on the server yet/u)).toBeDefined();
  });
});

describe('a prepared team', () => {
  it('[ux 4.6 C] stands as prepared, is asked about again, and is sent by a click only', async () => {
    answers([client('jira', { values: { project: 'PAY' } })]);
    vi.mocked(replica.sync.sendEffect).mockResolvedValue(ticket({ state: 'done' }));
    await replica.set({ effects: [ticket()] });
    show();
    const list = await screen.findByRole('list', { name: 'Prepared responders' });
    expect(list.textContent).toContain('prepared, not sent');
    expect(list.textContent).toContain('Set by the team when it is sent: Project');
    expect(list.textContent).not.toContain('PAY');
    await userEvent.click(within(list).getByRole('button', { name: 'Send it…' }));
    const question = await screen.findByRole('alertdialog', { name: 'Still send it?' });
    expect(question.textContent).toContain('the incident is now open');
    expect(await within(question).findByText('PAY')).toBeDefined();
    expect(within(question).getByText('Slow')).toBeDefined();
    expect(replica.sync.sendEffect).not.toHaveBeenCalled();
    await userEvent.click(within(question).getByRole('button', { name: 'Send it now' }));
    await vi.waitFor(
      () => expect(replica.sync.sendEffect).toHaveBeenCalledWith('effect-9', { project: 'PAY' }),
      {
        timeout: 30_000,
      },
    );
    expect(JSON.stringify(messageLog.getSnapshot())).toContain('Responder added successfully');
  });

  it.each([
    [{ kind: 'clients', clients: [client('email')] }, 'The team is no longer reached by Jira'],
    [{ kind: 'clients', clients: [client('jira')] }, 'The team no longer sets Project'],
    [{ kind: 'unanswered', why: 'failed', reason: 'The server is busy.' }, 'The server is busy.'],
  ] as const)(
    '[D22] what the team set is not guessed when it is not to be had: %#',
    async (answer, words) => {
      vi.mocked(replica.sync.askTicketing).mockResolvedValue(answer);
      await replica.set({ effects: [ticket()] });
      show();
      await userEvent.click(await screen.findByRole('button', { name: 'Send it…' }));
      const question = await screen.findByRole('alertdialog', { name: 'Still send it?' });
      expect(await within(question).findAllByText(new RegExp(words, 'u'))).not.toHaveLength(0);
      await userEvent.click(within(question).getByRole('button', { name: 'Send it now' }));
      expect(replica.sync.sendEffect).not.toHaveBeenCalled();
    },
  );

  it('offline it cannot be sent, and says why; it can be dropped', async () => {
    replica.sync.status.set({ ...LIVE, phase: 'offline' });
    await replica.set({ effects: [ticket()] });
    show();
    const send = await screen.findByRole('button', { name: 'Send it…' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Drop' }));
    expect(replica.sync.dropEffect).toHaveBeenCalledWith('effect-9');
  });

  it.each([
    ['expired', { createdAt: 0, expiresAt: 1 }, 'expired; never sent'],
    ['refused', { state: 'refused', reason: 'Your role does not allow this.' }, 'refused by the server'],
    ['unknown', { state: 'unknown' }, 'it may have happened'],
  ] as const)('%s stays readable and is never sent', async (_name, change, words) => {
    await replica.set({ effects: [ticket(change)] });
    show();
    expect(await screen.findByText(new RegExp(words, 'u'))).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send it…' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove from list' })).toBeDefined();
  });
});

describe('deleting', () => {
  it('[4] asks once, soft deletes, and tells when the server has it', async () => {
    vi.mocked(replica.sync.submit).mockResolvedValue({ opIds: ['op-8'], made: [] });
    await replica.set({
      responders: [responder()],
      opStates: [op({ id: 'op-8', tbl: 'responders', kind: 'delete', state: 'done' })],
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete responder Ada Byron' }));
    expect(replica.sync.submit).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete responder' }));
    expect(replica.sync.submit).toHaveBeenCalledWith(
      { kind: 'row.delete', table: 'responders', rowId: 'r-1' },
      '/incidents/i-1',
    );
    await vi.waitFor(
      () => expect(JSON.stringify(messageLog.getSnapshot())).toContain('Responder deleted successfully'),
      { timeout: 30_000 },
    );
  });
});
