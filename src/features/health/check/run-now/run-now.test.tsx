/** @vitest-environment jsdom */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareEffect } from '#sync/core/commands/effects.ts';
import type { Effect, EffectState } from '#sync/protocol/effect.ts';
import { createFakeHealth, healthRow } from '#tests/page/fake-health.ts';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import { createFakeReplica, LIVE, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { isToldHere } from '#src/platform/session/told-here.ts';
import { toastQueue } from '#src/ui/overlays/toast-queue.ts';
import { CheckDialog } from '../check-dialog.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
let replica: FakeReplica;
let user: UserEvent;
let refreshes: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  user = userEvent.setup();
  refreshes = [];
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  toastQueue.clear();
  await replica.close();
});

function made(state: EffectState = 'prepared', ageMs = 0): Effect {
  const identity = { userId: 'p-1', tenant: 'http://localhost', scopeHash: '' };
  const origin = { screen: '/health', tabId: 't1', appVersion: '0' };
  const request = { kind: 'check.run', checkId: 'c-1' } as const;
  const nowMs = NOW - ageMs;
  return { ...prepareEffect({ id: 'e-1', identity, request, title: 'Run', nowMs, origin }), state };
}

interface Given {
  readonly roles?: readonly string[];
  readonly areRolesKnown?: boolean;
  readonly phase?: (typeof LIVE)['phase'];
  readonly effects?: readonly Effect[];
  /** What becomes of a run that is sent. */
  readonly sent?: EffectState;
  readonly reason?: string;
  /** What the server answered to it. */
  readonly result?: Effect['result'];
}

function show({
  roles = ['responder'],
  phase = 'live',
  effects = [],
  sent = 'done',
  ...given
}: Given = {}): void {
  const known = { name: 'checkout-api health', type: 'http', severity: null, agent: null, since: null };
  replica = createFakeReplica({ effects, checkFacts: [{ id: 'c-1', status: 'unhealthy', ...known }] });
  replica.sync.status.set({ ...LIVE, phase });
  vi.mocked(replica.sync.prepareEffect).mockImplementation(async () => {
    const effect = made();
    await replica.set({ effects: [effect] });
    return effect;
  });
  vi.mocked(replica.sync.sendEffect).mockImplementation(async () => {
    const effect = { ...made(sent), reason: given.reason ?? null, result: given.result ?? null };
    await replica.set({ effects: [effect] });
    return effect;
  });
  vi.mocked(replica.sync.dropEffect).mockImplementation(async () => replica.set({ effects: [] }));
  render(
    <ReplicaFrame
      areRolesKnown={given.areRolesKnown ?? true}
      health={createFakeHealth([healthRow()], {}, refreshes)}
      index={createFakeIndex({ rows: {} })}
      replica={replica}
      roles={roles}
    >
      <CheckDialog checkId="c-1" onClose={() => undefined} />
    </ReplicaFrame>,
  );
}

const toasts = (): readonly string[] => toastQueue.visibleToasts.map(({ content }) => content.text);
const runButton = (): Promise<HTMLElement> => screen.findByRole('button', { name: /Run Now/ });

describe('Run Now', () => {
  it.each(['admin', 'editor', 'responder', 'commander'])('is there for a %s', async (role) => {
    show({ roles: [role] });
    expect(await runButton()).toBeTruthy();
  });

  it.each([{ roles: ['viewer'] }, { roles: [] }, { roles: ['admin'], areRolesKnown: false }])(
    'is not there for $roles, roles known: $areRolesKnown',
    async (given) => {
      show(given);
      expect(await screen.findByText('Severity')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Run Now/ })).toBeNull();
    },
  );

  it('runs the check once, says so, and asks for what it brought', async () => {
    show();
    await screen.findByText('http · shop/checkout');
    vi.mocked(replica.sync.watch).mockClear();
    vi.setSystemTime(NOW + 1_000);
    await user.dblClick(await runButton());
    await waitFor(() => expect(toasts()).toEqual(['You have successfully initiated the check run.']));
    expect(replica.sync.prepareEffect).toHaveBeenCalledTimes(1);
    expect(replica.sync.prepareEffect).toHaveBeenCalledWith(
      { kind: 'check.run', checkId: 'c-1' },
      'Run checkout-api health',
      '/health?checkId=c-1&timeRange=1h',
      'unhealthy',
    );
    expect(replica.sync.sendEffect).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(refreshes).toEqual([0]));
    await waitFor(() =>
      expect(replica.sync.watch).toHaveBeenCalledWith({
        table: 'checks',
        id: 'c-1',
        from: expect.any(String),
      }),
    );
  });

  it('is kept without a connection, and asked again when there is one', async () => {
    show({ phase: 'offline' });
    const button = await runButton();
    expect(button.textContent).toBe('Prepare Run Now');
    await user.click(button);
    expect(await screen.findByText(/prepared on this device and not sent/)).toBeTruthy();
    expect(replica.sync.sendEffect).not.toHaveBeenCalled();
    await user.click(await runButton());
    expect(replica.sync.prepareEffect).toHaveBeenCalledTimes(1);
    replica.sync.status.set(LIVE);
    expect(await screen.findByText(/Still run this check/)).toBeTruthy();
    expect(replica.sync.sendEffect).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Run it now' }));
    await waitFor(() => expect(toasts()).toEqual(['You have successfully initiated the check run.']));
    expect(replica.sync.sendEffect).toHaveBeenCalledWith('e-1');
  });

  it('is dropped when the person says so', async () => {
    show({ effects: [made()] });
    await user.click(await screen.findByRole('button', { name: 'Drop it' }));
    await waitFor(() => expect(screen.queryByText(/Still run this check/)).toBeNull());
    expect(replica.sync.dropEffect).toHaveBeenCalledWith('e-1');
  });

  it('is not sent after its time; running it again is another one', async () => {
    show({ effects: [made('prepared', 16 * 60_000)] });
    expect(await screen.findByText(/was never sent: it has expired/)).toBeTruthy();
    await user.click(await runButton());
    await waitFor(() => expect(replica.sync.sendEffect).toHaveBeenCalledTimes(1));
    expect(replica.sync.dropEffect).toHaveBeenCalledWith('e-1');
    expect(replica.sync.prepareEffect).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(toasts()).toEqual(['You have successfully initiated the check run.']));
  });

  it.each([
    ['unknown', 'It is not known whether the check was run', /no answer came: it may have happened/],
    ['refused', 'Check not run', /The server refused to run the check. Not for you/],
  ] as const)('one failure, one message: after %s', async (sent, said, bar) => {
    show({ sent, reason: 'Not for you' });
    await user.click(await runButton());
    expect(await screen.findByText(bar)).toBeTruthy();
    // The notice that the engine keeps of it is not said again, whatever the dialog does from here on.
    expect(isToldHere({ id: 'e-1', kind: 'unknown', opIds: [] })).toBe(true);
    expect(toasts()).toEqual([]);
    expect(refreshes).toEqual([]);

    cleanup();
    await replica.close();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    show({ sent, reason: 'Not for you' });
    vi.mocked(replica.sync.sendEffect).mockImplementation(async () => {
      await held;
      return { ...made(sent), reason: 'Not for you' };
    });
    await user.click(await runButton());
    await waitFor(() => expect(replica.sync.sendEffect).toHaveBeenCalled());
    cleanup();
    release();
    await waitFor(() => expect(toasts()).toEqual([said]));
  });

  it('says once, and in its place, when it could not be sent', async () => {
    show();
    vi.mocked(replica.sync.sendEffect).mockRejectedValue(new Error('The server cannot be reached.'));
    await user.click(await runButton());
    expect(await screen.findByText(/Still run this check.* The server cannot be reached\./)).toBeTruthy();
    expect(toasts()).toEqual([]);
  });

  it.each([
    [{ start: 'x', pass: true, duration: 25 }, 'success', 'It passed in 25ms'],
    [{ start: 'x', pass: true }, 'success', 'It passed'],
    [
      { pass: false, duration: 1500, error: 'connection\n refused' },
      'info',
      'It failed in 1s: connection refused',
    ],
    [{ pass: false }, 'info', 'It failed'],
    [{ pass: 'yes' }, 'success', undefined],
    [null, 'success', undefined],
  ])('says what came out: %j', async (result, kind, detail) => {
    show({ result });
    await user.click(await runButton());
    await waitFor(() =>
      expect(toastQueue.visibleToasts.map(({ content }) => content)).toEqual([
        expect.objectContaining({ kind, text: 'You have successfully initiated the check run.', detail }),
      ]),
    );
  });
});
