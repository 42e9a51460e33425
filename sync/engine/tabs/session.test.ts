import { describe, expect, it } from 'vitest';
import { ada } from '#tests/support/op-fixture.ts';
import type { JsonRow } from '../../protocol/op.ts';
import type { Answer, Client } from './client.ts';
import type { Runtime } from '../runtime.ts';
import { createSession, ownersClient } from './session.ts';

const SECOND = 1000;

function answerOf(rows: readonly JsonRow[], values: Partial<Answer> = {}): Answer {
  const none = { code: null, retryAfterMs: null, serverTime: null, total: null, error: null, durationMs: 0 };
  return { class: 'ok', status: 200, rows, ...none, ...values };
}

const names = (id: string): Answer => answerOf([{ payload: { user: { id } } }]);
const owner = names(ada.userId);
const eve = names('eve');
const signedOut = answerOf([], { class: 'auth', status: 401 });

/** A session whose questions a test answers by hand, oldest first. */
function held(isProbed = true) {
  let nowMs = 1_000_000;
  let ticksMs = 0;
  let taintedTimes = 0;
  const tainted = (): void => {
    taintedTimes += 1;
  };
  const open: ((answer: Answer) => void)[] = [];
  const asked: string[] = [];
  const runtime = {
    identity: ada,
    ports: { clock: { nowMs: () => nowMs, ticksMs: () => ticksMs }, log: { event: () => undefined } },
  } as unknown as Runtime; // a session touches nothing else of it
  const client = {
    ask: (_kind: string, request: { path: string }) => {
      asked.push(request.path);
      if (request.path !== '/auth/whoami') return Promise.resolve(answerOf([{ id: 'r1' }]));
      return new Promise<Answer>((resolve) => open.push(resolve));
    },
    context: () => ({ userId: ada.userId, isConstrained: false }),
  } as unknown as Client; // nor of that
  const session = createSession(runtime, client, () => undefined, { isProbed, tainted });
  /** Answers the oldest open question. */
  const answer = async (given: Answer): Promise<void> => {
    const next = open.shift();
    if (next === undefined) throw new Error('nobody asks');
    next(given);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    session,
    client: ownersClient(client, session),
    asked,
    answer,
    open: () => open.length,
    tainted: () => taintedTimes,
    pass: (ms: number) => {
      nowMs += ms;
      ticksMs += ms;
    },
    /** The page is frozen while the wall clock is set back by as much. */
    freeze: (ms: number) => {
      ticksMs += ms;
    },
    /** The device sleeps: its ticks stand still. */
    sleep: (ms: number) => {
      nowMs += ms;
    },
  };
}

const read = { method: 'GET', path: '/db/comments', headers: {}, timeoutMs: 1 } as const;

describe('a look at the session', () => {
  it('[AUT3] that was asked for before somebody else signed in says nothing about now', async () => {
    const { session, answer, open } = held();
    const state = session.verify();
    session.claimed('eve');
    await answer(owner);
    expect([session.state(), session.isFreshNow(), open()]).toEqual(['other-user', false, 1]);
    await answer(eve);
    expect(await state).toBe('other-user');
  });

  it('[AUT2] that was asked for before the hold does not end it', async () => {
    const { session, answer } = held();
    const first = session.verify();
    await answer(owner);
    await first;
    const state = session.look();
    session.doubt();
    await answer(owner);
    expect(session.state()).toBe('doubt');
    await answer(signedOut);
    expect(await state).toBe('signed-out');
  });

  it('[AUT2] asks again when the owner signs in while an earlier question is open', async () => {
    const { session, answer } = held();
    const state = session.verify();
    session.claimed(ada.userId);
    await answer(signedOut);
    await answer(owner);
    expect([await state, session.isFreshNow()]).toEqual(['ok', true]);
  });

  it('[AUT4] is not shared with somebody who asks after it was asked for', async () => {
    const { session, answer, open } = held();
    const before = session.look();
    const after = session.verify();
    const another = session.verify();
    await answer(owner);
    expect(await before).toBe('ok');
    expect(open()).toBe(1);
    await answer(eve);
    expect([await after, await another, open()]).toEqual(['other-user', 'other-user', 0]);
  });

  it('[AUT4] whose answer was read a minute later lets nothing be sent', async () => {
    const { session, answer, pass } = held();
    const isFresh = session.isFresh();
    pass(60 * SECOND);
    await answer(owner);
    expect(await isFresh).toBe(false);
  });

  it.each(['freeze', 'sleep'] as const)('[AUT4] is as old as either clock says after a %s', async (kind) => {
    const device = held();
    const { session, answer } = device;
    const state = session.verify();
    await answer(owner);
    await state;
    device[kind](59 * SECOND);
    expect([session.isFreshNow(), session.mayReadNow()]).toEqual([true, true]);
    device[kind](SECOND);
    expect([session.isFreshNow(), session.mayReadNow()]).toEqual([false, true]);
    device[kind](120 * SECOND);
    expect(session.mayReadNow()).toBe(false);
  });
});

describe('a read', () => {
  it('[AUT5] leaves on a look that is recent enough, in whatever it is the middle of', async () => {
    const { client, asked, answer, pass } = held();
    const first = client.ask('read', read);
    await answer(owner);
    expect((await first).class).toBe('ok');
    pass(179 * SECOND);
    expect((await client.ask('read', read)).class).toBe('ok');
    pass(SECOND);
    const late = client.ask('read', read);
    await answer(eve);
    expect(await late).toMatchObject({ class: 'retryable', status: null, error: { kind: 'unauthorized' } });
    expect((await client.ask('service', read)).class).toBe('retryable');
    expect(asked).toEqual(['/auth/whoami', read.path, read.path, '/auth/whoami']);
  });

  it('[AUT5] asks itself where no probe does', async () => {
    const { client, session, answer, asked } = held(false);
    session.claimed('eve');
    const later = client.ask('read', read);
    await answer(owner);
    expect((await later).class).toBe('ok');
    expect(asked).toEqual(['/auth/whoami', read.path]);
  });

  it('[AUT6] that came since the owner was last seen taints the copy when somebody else turns out to be signed in', async () => {
    const { client, session, answer, tainted } = held();
    const seen = async (who: Answer): Promise<void> => {
      const state = session.verify();
      await answer(who);
      await state;
    };
    await seen(owner);
    await client.ask('read', read);
    await seen(owner);
    await seen(eve);
    expect(tainted()).toBe(0);
    await seen(owner);
    await client.ask('read', read);
    await seen(eve);
    expect(tainted()).toBe(1);
    await seen(owner);
    await client.ask('read', read);
    session.claimed('eve');
    session.claimed('eve');
    expect(tainted()).toBe(2);
  });

  it('[AUT6] that came while the owner was being asked for still counts', async () => {
    const { client, session, answer, tainted } = held();
    const first = session.verify();
    await answer(owner);
    await first;
    const second = session.verify();
    await client.ask('read', read);
    await answer(owner);
    await second;
    session.claimed('eve');
    expect(tainted()).toBe(1);
  });
});
