import { expect, test } from 'vitest';
import { SyncError } from '#sync/errors.ts';
import type { HttpAnswer } from '#src/platform/http.ts';
import type { SwapSession } from '#src/platform/session/swap-session.ts';
import type { IdentityFlow } from './identity-flow.ts';
import { createLoginController, MAX_RESTARTS, type LoginController } from './login-controller.ts';

const flowJson = (id: string): object => ({
  id,
  ui: {
    messages: [],
    nodes: [
      { group: 'default', attributes: { name: 'csrf_token', type: 'hidden', value: `csrf-${id}` }, meta: {} },
      { group: 'default', attributes: { name: 'identifier', type: 'text', value: '' }, meta: {} },
      { group: 'password', attributes: { name: 'password', type: 'password' }, meta: {} },
      { group: 'password', attributes: { name: 'method', type: 'submit', value: 'password' }, meta: {} },
    ],
  },
});
const answer = (status: number, body: unknown): HttpAnswer => ({ kind: 'answer', status, body });

interface World {
  controller: LoginController;
  calls: unknown[][];
  creates: HttpAnswer[];
  submits: HttpAnswer[];
  swap: SwapSession;
}

function world(credentials: { username: string; password: string } | null = null): World {
  const calls: unknown[][] = [];
  const w: World = { controller: null as never, calls, creates: [], submits: [], swap: (run) => run() };
  const next = (from: HttpAnswer[], fallback: HttpAnswer): Promise<HttpAnswer> =>
    Promise.resolve(from.shift() ?? fallback);
  w.controller = createLoginController({
    api: {
      createLoginFlow: ({ returnTo }) => {
        calls.push(['create', returnTo]);
        return next(w.creates, answer(200, flowJson('f1')));
      },
      readLoginFlow: (id) => {
        calls.push(['read', id]);
        return next(w.creates, answer(200, flowJson(id)));
      },
      submitLogin: (id, body) => {
        calls.push(['submit', id, body]);
        return next(w.submits, answer(200, {}));
      },
      readFlowError: () => Promise.reject(new Error('not used by sign-in')),
    },
    returnTo: '/incidents',
    refresh: false,
    aal: '',
    swap: (run) => w.swap(run),
    addressCredentials: () => Promise.resolve(credentials),
    onSignedIn: (returnTo) => {
      calls.push(['signed-in', returnTo]);
      return Promise.resolve();
    },
    onGo: (href) => calls.push(['go', href]),
    onLeave: (href) => calls.push(['leave', href]),
    onFlow: (id) => calls.push(['flow', id]),
  });
  return w;
}

function shownFlow(controller: LoginController): IdentityFlow {
  const { view } = controller.get();
  if (view.kind !== 'form') throw new Error(`no form but ${view.kind}`);
  return view.flow;
}

test('opens a new flow, or resumes the one of the address', async () => {
  const w = world();
  await w.controller.open();
  expect(w.calls).toEqual([['create', '/incidents']]);
  await w.controller.open('old');
  expect(w.calls.at(-1)).toEqual(['read', 'old']);
  expect(shownFlow(w.controller).id).toBe('old');
});

test('a second submit while one runs is dropped', async () => {
  const w = world();
  await w.controller.open();
  const flow = shownFlow(w.controller);
  await Promise.all([w.controller.submit(flow, { a: '1' }), w.controller.submit(flow, { a: '2' })]);
  expect(w.calls.filter(([kind]) => kind === 'submit')).toEqual([['submit', 'f1', { a: '1' }]]);
  expect(w.calls.at(-1)).toEqual(['signed-in', '/incidents']);
  expect(w.controller.get().isSubmitting).toBe(false);
});

test('credentials of the address are sent with the token of the flow', async () => {
  const w = world({ username: 'ada', password: 'pw' });
  await w.controller.open();
  expect(w.calls).toContainEqual([
    'submit',
    'f1',
    { csrf_token: 'csrf-f1', method: 'password', identifier: 'ada', password: 'pw' },
  ]);
});

test('an expired flow starts a new one and says why', async () => {
  const w = world();
  await w.controller.open();
  w.submits.push(answer(410, { error: { id: 'self_service_flow_expired' } }));
  w.creates.push(answer(200, flowJson('f2')));
  await w.controller.submit(shownFlow(w.controller), {});
  expect(shownFlow(w.controller).id).toBe('f2');
  expect(w.controller.get().notice).toBe('Your interaction expired, please fill out the form again.');
});

test('a refused return_to starts again without it', async () => {
  const w = world();
  w.creates.push(answer(400, { error: { id: 'self_service_flow_return_to_forbidden' } }));
  await w.controller.open();
  expect(w.calls).toEqual([
    ['create', '/incidents'],
    ['go', '/login'],
    ['create', '/'],
  ]);
  expect(w.controller.get().notice).toBe('The return_to address is not allowed.');
});

test('a service that restarts for ever is a failure, not a loop', async () => {
  const w = world();
  for (let at = 0; at < 20; at += 1) w.creates.push(answer(410, {}));
  await w.controller.open();
  expect(w.calls).toHaveLength(MAX_RESTARTS + 1);
  expect(w.controller.get().view.kind).toBe('failed');
});

test('without a network it says so and can be opened again', async () => {
  const w = world();
  w.creates.push({ kind: 'unreachable', reason: 'no network' });
  await w.controller.open();
  expect(w.controller.get().view).toEqual({ kind: 'unreachable', reason: 'no network' });
  await w.controller.open();
  expect(w.controller.get().view.kind).toBe('form');
});

test('[AUT7] signing in holds the session from before the request until the person is known', async () => {
  const w = world();
  await w.controller.open();
  w.swap = async (run) => {
    w.calls.push(['held']);
    const done = await run();
    w.calls.push(['let go']);
    return done;
  };
  const { view } = w.controller.get();
  if (view.kind !== 'form') throw new Error('no form');
  w.calls.length = 0;
  await w.controller.submit(view.flow, {});
  expect(w.calls.map(([name]) => name)).toEqual(['flow', 'held', 'submit', 'signed-in', 'let go']);
});

test('[AUT7] says it when another tab does not let go of the session, and asks nothing of the server', async () => {
  const w = world();
  await w.controller.open();
  w.swap = () => Promise.reject(new SyncError({ kind: 'timeout', message: 'Another tab', afterMs: 1 }));
  const { view } = w.controller.get();
  if (view.kind !== 'form') throw new Error('no form');
  w.calls.length = 0;
  await w.controller.submit(view.flow, {});
  expect(w.calls.map(([name]) => name)).toEqual(['flow']);
  expect(w.controller.get()).toMatchObject({
    view: { kind: 'failed', message: 'Another tab' },
    isSubmitting: false,
  });
});
