// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { HttpAnswer } from '../http.ts';
import { createSession, type Session, type SessionIdentity } from './session.ts';

const ADA: SessionIdentity = { userId: 'u1', name: 'Ada', email: 'ada@example.org', tenant: 'https://x' };
const WHO: HttpAnswer = {
  kind: 'answer',
  status: 200,
  body: { payload: { user: { id: 'u1', name: 'Ada', email: 'ada@example.org' } } },
};
const OK: HttpAnswer = { kind: 'answer', status: 200, body: {} };
const GONE: HttpAnswer = { kind: 'unreachable', reason: 'no network' };
const status = (code: number): HttpAnswer => ({ kind: 'answer', status: code, body: {} });

interface World {
  session: Session;
  stored: SessionIdentity | null;
  owed: boolean;
  logoutWorks: boolean;
  calls: string[];
}

function world(answers: { ory: HttpAnswer; who?: HttpAnswer }, stored: SessionIdentity | null = null): World {
  const w: World = { session: null as never, stored, owed: false, logoutWorks: true, calls: [] };
  w.session = createSession({
    tenant: 'https://x',
    request: (path) => {
      w.calls.push(path);
      return Promise.resolve(path.includes('.ory') ? answers.ory : (answers.who ?? WHO));
    },
    recall: () => w.stored,
    remember: (identity) => {
      w.stored = identity;
    },
    isLogoutOwed: () => w.owed,
    setLogoutOwed: (isOwed) => {
      w.owed = isOwed;
    },
    logout: () => {
      w.calls.push('logout');
      return Promise.resolve(w.logoutWorks);
    },
  });
  return w;
}

test('starts as the remembered person before any answer', () => {
  expect(world({ ory: OK }, ADA).session.get()).toEqual({ kind: 'unknown', identity: ADA });
  expect(world({ ory: OK }).session.get()).toEqual({ kind: 'unknown', identity: null });
});

test('a valid session is remembered without secrets', async () => {
  const w = world({ ory: OK });
  expect(await w.session.check()).toEqual({ kind: 'signed-in', identity: ADA });
  expect(w.stored).toEqual(ADA);
});

test.each([
  ['no network', GONE],
  ['a captive portal or a 5xx', status(502)],
])('%s keeps the remembered person, offline', async (_name, ory) => {
  expect(await world({ ory }, ADA).session.check()).toEqual({ kind: 'offline-as', identity: ADA });
  expect(await world({ ory }).session.check()).toEqual({
    kind: 'signed-out',
    identity: null,
    reason: 'unreachable',
  });
});

test('expiry is not sign-out: the person stays', async () => {
  const w = world({ ory: status(401) }, ADA);
  expect(await w.session.check()).toEqual({ kind: 'expired', identity: ADA });
  expect(w.stored).toEqual(ADA);
});

test('401 with nobody remembered is signed out', async () => {
  expect((await world({ ory: status(401) }).session.check()).kind).toBe('signed-out');
});

test.each([403, 422])('%i asks for the second factor', async (code) => {
  expect((await world({ ory: status(code) }, ADA).session.check()).kind).toBe('second-factor');
});

test('a person that cannot be read is a server that cannot be reached', async () => {
  const odd: HttpAnswer = { kind: 'answer', status: 200, body: { payload: { user: { id: 7 } } } };
  expect((await world({ ory: OK, who: odd }, ADA).session.check()).kind).toBe('offline-as');
  expect((await world({ ory: OK, who: status(500) }, ADA).session.check()).kind).toBe('offline-as');
  expect((await world({ ory: OK, who: status(401) }, ADA).session.check()).kind).toBe('expired');
});

test('checks made at once share one answer', async () => {
  const w = world({ ory: OK });
  await Promise.all([w.session.check(), w.session.check()]);
  expect(w.calls).toHaveLength(2);
});

test('nothing interrupts a sign-out in progress', async () => {
  const w = world({ ory: OK }, ADA);
  w.session.beginSignOut(0);
  w.session.markExpired();
  w.stored = null;
  w.session.adoptStored();
  expect((await w.session.check()).kind).toBe('leaving');
});

test('a sign-out the server did not hear of is told before anyone is signed in again', async () => {
  const w = world({ ory: OK }, ADA);
  w.session.signOut({ isServerTold: false });
  w.logoutWorks = false;
  expect((await w.session.check()).kind).toBe('signed-out');
  expect(w.stored).toBeNull();
  w.logoutWorks = true;
  await w.session.check();
  expect(w.owed).toBe(false);
  expect(w.calls.filter((call) => call === 'logout')).toHaveLength(2);
});

test('another tab signing out or changing the person is followed', () => {
  const w = world({ ory: OK }, ADA);
  w.stored = { ...ADA, userId: 'u2' };
  w.session.adoptStored();
  expect(w.session.get().identity?.userId).toBe('u2');
  w.stored = null;
  w.session.adoptStored();
  expect(w.session.get().kind).toBe('signed-out');
});
