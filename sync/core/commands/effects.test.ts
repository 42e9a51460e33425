import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { ada } from '#tests/support/op-fixture.ts';
import { effectSchema, effectTtlMs } from '../../protocol/effect.ts';
import { RUN_TTL_MS, SLOW_TTL_MS } from '../../protocol/effects/spec.ts';
import type { Effect, EffectRequest } from '../../protocol/effect.ts';
import {
  EFFECT_TIMEOUT_MS,
  effectRequest,
  judgeEffect,
  lookupOf,
  runsBeforeRequest,
} from '../../transport/effect-wire.ts';
import {
  answeredEffect,
  claimEffect,
  isDroppable,
  effectStateAt,
  LEAVE_LIMIT_MS,
  mayLeave,
  prepareEffect,
  SENDING_LIMIT_MS,
  sweepEffects,
} from './effects.ts';

const NOW = 1_000_000;
const tab = { identity: ada, tabId: 't1' };
const run = { kind: 'playbook.run', playbookId: 'p 1', configId: 'c1', params: { node: '3' } } as const;

function effectOf(values: Partial<Effect> = {}): Effect {
  const origin = { screen: '/playbooks', tabId: 't1', appVersion: 'test' };
  const made = prepareEffect({ id: 'e1', identity: ada, request: run, title: 'Restart', nowMs: NOW, origin });
  return { ...made, ...values };
}

const claim = (effect: Effect | undefined, nowMs = NOW, by = tab) =>
  claimEffect(effect, by, { nowMs, serverTime: 'S' });

describe('a prepared effect', () => {
  it('[EFF1] is a draft with an expiry and has sent nothing', () => {
    expect(effectOf()).toMatchObject({ state: 'prepared', sentAt: null, expiresAt: NOW + RUN_TTL_MS });
    expect(RUN_TTL_MS).toBe(900_000);
    const invite = {
      kind: 'person.invite',
      firstName: 'A',
      lastName: 'B',
      email: 'a@b',
      role: 'viewer',
    } as const;
    expect(effectTtlMs(invite)).toBe(SLOW_TTL_MS);
  });

  it('[EFF16] keeps the state its target had, and goes as it would without', () => {
    const input = { id: 'e1', identity: ada, request: run, title: 'Restart', nowMs: NOW };
    const origin = { screen: '/playbooks', tabId: 't1', appVersion: 'test' };
    const made = prepareEffect({ ...input, origin, was: 'unhealthy' });
    expect(v.parse(effectSchema, made)).toEqual({ ...effectOf(), was: 'unhealthy' });
    expect(claim(made).put).toEqual({ ...claim(effectOf()).put, was: 'unhealthy' });
    expect(effectRequest(made.request, 'ada')).toEqual(effectRequest(effectOf().request, 'ada'));
    expect(prepareEffect({ ...input, origin })).not.toHaveProperty('was');
  });

  it('[EFF2] may be claimed once, and the marker names who and when', () => {
    const made = claim(effectOf());
    expect(made).toMatchObject({
      may: true,
      put: { state: 'sending', sentAt: NOW, sentAfter: 'S', sentBy: 't1' },
    });
    expect(claim(made.put ?? undefined)).toEqual({ may: false, put: null, why: 'not-prepared' });
    for (const state of ['done', 'refused', 'unknown', 'expired'] as const) {
      expect(claim(effectOf({ state }))).toMatchObject({ may: false, why: 'not-prepared' });
    }
    expect(claim(undefined)).toMatchObject({ may: false, why: 'missing' });
    const eve = { ...tab, identity: { ...ada, userId: 'eve' } };
    expect(claim(effectOf(), NOW, eve)).toMatchObject({ may: false, why: 'missing' });
  });

  it('[EFF2] leaves soon after its marker or not at all, so that nobody gives it up while it is on its way', () => {
    const { put } = claim(effectOf());
    if (put === null) throw new Error('not claimed');
    const leaves = (afterMs: number) => mayLeave(put, NOW + afterMs);
    expect([0, LEAVE_LIMIT_MS - 1, LEAVE_LIMIT_MS, -1].map(leaves)).toEqual([true, true, false, false]);
    expect(mayLeave({ ...put, expiresAt: NOW + 5 }, NOW + 5)).toBe(false);
    expect(mayLeave(effectOf(), NOW)).toBe(false);
    expect(LEAVE_LIMIT_MS + EFFECT_TIMEOUT_MS).toBeLessThan(SENDING_LIMIT_MS);
  });

  it('[EFF3] is never claimed when its time is over, nor on a clock that was turned back', () => {
    expect(claim(effectOf(), NOW + RUN_TTL_MS - 1).may).toBe(true);
    for (const nowMs of [NOW + RUN_TTL_MS, NOW - 1, NOW + 315_360_000_000]) {
      expect(claim(effectOf(), nowMs)).toMatchObject({
        may: false,
        why: 'expired',
        put: { state: 'expired' },
      });
      expect(effectStateAt(effectOf(), nowMs)).toBe('expired');
    }
    expect(effectStateAt(effectOf(), NOW)).toBe('prepared');
  });

  it('[EFF5] can be dropped, but not while its request may be on its way', () => {
    expect([effectOf(), effectOf({ state: 'unknown' })].map(isDroppable)).toEqual([true, true]);
    expect(isDroppable({ state: 'sending' })).toBe(false);
  });
});

describe('an answer', () => {
  const sending = effectOf({ state: 'sending', sentAt: NOW, sentBy: 't1' });
  const answer = (value: Parameters<typeof answeredEffect>[2], effect: Effect | undefined = sending) =>
    answeredEffect(effect, { sentBy: 't1', sentAt: NOW }, value, NOW + 5);

  it('[EFF4] ends the effect, and only for the tab that sent it', () => {
    expect(answer({ is: 'done', result: { run_id: 'r1' } })).toMatchObject({
      state: 'done',
      result: { run_id: 'r1' },
      endedAt: NOW + 5,
    });
    expect(answer({ is: 'refused', reason: 'no' })).toMatchObject({ state: 'refused', reason: 'no' });
    expect(answer({ is: 'unknown' })?.state).toBe('unknown');
    expect(answer({ is: 'unknown' }, { ...sending, sentBy: 't2' })).toBeNull();
    expect(answer({ is: 'unknown' }, effectOf({ sentBy: 't1', sentAt: NOW }))).toBeNull();
    expect(answer({ is: 'done', result: null }, { ...sending, state: 'unknown' })?.state).toBe('done');
  });

  it('[EFF15] to an earlier send says nothing about a later one of the same tab', () => {
    for (const state of ['sending', 'unknown'] as const) {
      const anew = { ...sending, state, sentAt: NOW + 1 };
      expect(answer({ is: 'unknown' }, anew)).toBeNull();
      expect(answer({ is: 'done', result: null }, anew)).toBeNull();
      expect(answer({ is: 'nothing', reason: 'It was held up before it left.' }, anew)).toBeNull();
    }
  });

  it('[EFF4] that the server did nothing makes it a draft again, with its old expiry', () => {
    expect(answer({ is: 'nothing', reason: 'You are signed out.' })).toMatchObject({
      state: 'prepared',
      sentAt: null,
      sentBy: null,
      expiresAt: NOW + RUN_TTL_MS,
      reason: 'You are signed out.',
    });
  });
});

describe('a look at all effects', () => {
  const sending = effectOf({ state: 'sending', sentAt: NOW, sentBy: 't9' });

  it('[EFF4] what a crash left is unknown and told, once it can no longer be answered', () => {
    expect(sweepEffects([sending], new Set(), NOW + SENDING_LIMIT_MS - 1).put).toEqual([]);
    expect(sweepEffects([sending], new Set(['e1']), NOW + SENDING_LIMIT_MS).put).toEqual([]);
    const sweep = sweepEffects([sending], new Set(), NOW + SENDING_LIMIT_MS);
    expect(sweep.put).toMatchObject([{ state: 'unknown' }]);
    expect(sweep.notices).toMatchObject([{ id: 'e1', kind: 'unknown', opIds: [] }]);
    expect(sweep.notices[0]?.message).toContain('Restart: it is not known whether this happened');
    expect(sweepEffects([sending], new Set(), NOW - SENDING_LIMIT_MS).lost).toHaveLength(1);
  });

  it('[EFF14] does not give up a marker that is a little ahead of the clock', () => {
    for (const aheadMs of [1, SENDING_LIMIT_MS - 1])
      expect(sweepEffects([sending], new Set(), NOW - aheadMs)).toMatchObject({ put: [], lost: [] });
  });

  it('[EFF3] drafts expire and stay readable for a month', () => {
    const late = sweepEffects([effectOf()], new Set(), NOW + RUN_TTL_MS);
    expect(late).toMatchObject({ put: [{ state: 'expired' }], remove: [], notices: [] });
    const old = effectOf({ state: 'expired', endedAt: NOW });
    const month = 30 * 24 * 3_600_000;
    expect(sweepEffects([old], new Set(), NOW + month).remove).toEqual([]);
    expect(sweepEffects([old], new Set(), NOW + month + 1).remove).toEqual(['e1']);
  });
});

describe('the wire of effects', () => {
  const reply = (status: number, body = '{}', contentType = 'application/json', redirected = false) => ({
    status,
    body,
    redirected,
    headers: { 'content-type': contentType },
  });

  const wireOf = (request: EffectRequest) => {
    const { method, path, body } = effectRequest(request, 'ada');
    return [method, path, body === undefined ? null : (JSON.parse(body) as unknown)];
  };
  const responderId = '018f3a4e-0000-7000-8000-000000000001';
  const ticket = {
    kind: 'responder.open-ticket',
    responderId,
    incidentId: 'i1',
    teamId: 't1',
    properties: { project: 'OPS' },
  } as const;

  const connectionTest = { kind: 'connection.test', connectionId: 'c/1' } as const;

  it.each([
    [reply(200, '{"message":"ok"}'), { is: 'done', result: { message: 'ok' } }],
    [
      reply(400, '{"error":"no such host"}'),
      { is: 'refused', reason: 'Testing connection failed!', result: { error: 'no such host' } },
    ],
    [
      reply(501, '{"error":"not implemented"}'),
      {
        is: 'refused',
        reason: 'We currently do not support testing this connection type',
        result: { error: 'not implemented' },
      },
    ],
    [reply(403, ''), { is: 'refused', reason: 'Your role does not allow this.', result: null }],
    [reply(500, 'x'), { is: 'refused', reason: 'Testing connection failed!', result: null }],
    [reply(401), { is: 'nothing', reason: 'You are signed out.' }],
    [reply(504), { is: 'unknown' }],
    [reply(500, '<html>', 'text/html'), { is: 'unknown' }],
  ] as const)('[EFF4] judges the test of a connection %o', (response, expected) => {
    expect(judgeEffect(response, 'connection.test')).toEqual(expected);
  });

  it('[EFF6] names one endpoint per effect, and no time of the device', () => {
    expect(wireOf(run)).toEqual([
      'POST',
      '/playbook/run',
      { id: 'p 1', config_id: 'c1', params: { node: '3' } },
    ]);
    expect(wireOf({ kind: 'check.run', checkId: 'a/b' })).toEqual(['POST', '/canary/run/check/a%2Fb', {}]);
    expect(
      wireOf({ kind: 'person.invite', firstName: 'A', lastName: 'B', email: 'a@b', role: 'viewer' }),
    ).toEqual(['POST', '/auth/invite_user', { firstName: 'A', lastName: 'B', email: 'a@b', role: 'viewer' }]);
    expect(wireOf({ kind: 'person.set-roles', personId: 'p1', roles: ['admin'] })).toEqual([
      'POST',
      '/rbac/p1/update_role',
      { roles: ['admin'] },
    ]);
    expect(wireOf({ kind: 'person.delete', personId: 'p1' })).toEqual([
      'DELETE',
      '/db/identities?id=eq.p1',
      null,
    ]);
    expect(wireOf({ kind: 'agent.create', name: 'edge', properties: { zone: 'b' } })).toEqual([
      'POST',
      '/agent/generate',
      { name: 'edge', properties: { zone: 'b' } },
    ]);
    expect(wireOf(connectionTest)).toEqual(['POST', '/connection/test/c%2F1', null]);
    expect(wireOf(ticket)).toEqual([
      'POST',
      '/db/responders?on_conflict=id&select=id',
      {
        id: responderId,
        type: 'system',
        incident_id: 'i1',
        team_id: 't1',
        created_by: 'ada',
        properties: { project: 'OPS' },
      },
    ]);
    expect(effectRequest(ticket, 'ada').headers['prefer']).toContain('resolution=ignore-duplicates');
  });

  it('[EFF6] an answer that holds a secret is not kept', () => {
    const agent = { kind: 'agent.create', name: 'edge', properties: {} } as const;
    const sent = effectOf({ request: agent, state: 'sending', sentBy: 't1' });
    const done = answeredEffect(sent, sent, { is: 'done', result: { access_token: 'secret' } }, NOW);
    expect(done).toMatchObject({ state: 'done', result: null });
    const tested = effectOf({ request: connectionTest, state: 'sending', sentBy: 't1' });
    for (const is of ['done', 'refused'] as const) {
      const answer = { is, reason: 'No', result: { error: 'ada@db: denied' } };
      expect(JSON.stringify(answeredEffect(tested, tested, answer, NOW))).not.toContain('denied');
    }
  });

  it.each([
    [reply(200, '{"run_id":"r1"}'), { is: 'done', result: { run_id: 'r1' } }],
    [reply(204, ''), { is: 'done', result: null }],
    [reply(200, '[1]'), { is: 'done', result: null }],
    [reply(401), { is: 'nothing', reason: 'You are signed out.' }],
    [reply(429), { is: 'nothing', reason: 'The server asked to slow down.' }],
    [reply(403), { is: 'refused', reason: 'Your role does not allow this.' }],
    [reply(400), { is: 'refused', reason: 'The server did not accept it.' }],
    [reply(200, '<html>', 'text/html'), { is: 'unknown' }],
    [reply(403, '<html>', 'text/html'), { is: 'unknown' }],
    [reply(0, '', '', true), { is: 'unknown' }],
    [reply(408), { is: 'unknown' }],
    [reply(500), { is: 'unknown' }],
    [reply(503), { is: 'unknown' }],
  ] as const)('[EFF4] judges %o', (response, expected) => {
    expect(judgeEffect(response)).toEqual(expected);
  });

  it('[EFF6] of a run of a check what came out is kept, and nothing of what its target answered', () => {
    // As both real servers answer (captures H4-run); duration and error may be absent.
    const data = { code: 200, content: 'secret', headers: { 'Set-Cookie': 'secret' } };
    const ran = { start: '2026-11-23T21:47:46.447752883Z', pass: true };
    const answer = reply(200, JSON.stringify({ ...ran, data, metrics: [], CanaryResult: null }));
    expect(judgeEffect(answer, 'check.run')).toEqual({ is: 'done', result: ran });
    expect(judgeEffect(reply(200, ''), 'check.run')).toEqual({ is: 'done', result: null });
  });

  it('[EFF19] a yes that names no run is not the server’s', () => {
    const run = { run_id: 'r1', starts_at: '2026-01-01T00:00:00Z' };
    expect(judgeEffect(reply(201, JSON.stringify(run)), 'playbook.run')).toEqual({ is: 'done', result: run });
    for (const body of ['[]', '{}', '', '{"run_id":7}'])
      expect(judgeEffect(reply(200, body), 'playbook.run')).toEqual({ is: 'unknown' });
  });

  const approval: EffectRequest = { kind: 'run.approve', playbookId: 'p1', runId: 'r1' };

  it('[EFF19] a yes to an approval says so in words, and a no says why', () => {
    const yes = { message: 'playbook run approved' };
    expect(effectRequest(approval, 'ada').path).toBe('/playbook/run/approve/p1/r1');
    expect(judgeEffect(reply(200, JSON.stringify(yes)), 'run.approve')).toEqual({ is: 'done', result: yes });
    expect(judgeEffect(reply(200, '[]'), 'run.approve')).toEqual({ is: 'unknown' });
    const no = reply(400, JSON.stringify({ error: 'this playbook does not require approval' }));
    expect(judgeEffect(no, 'run.approve')).toEqual({
      is: 'refused',
      reason: 'this playbook does not require approval',
    });
  });

  it('[EFF20] a lost approval is done where it is seen, or where the run waits no more', () => {
    const look = lookupOf(effectOf({ request: approval }));
    expect(look?.request.path).toBe(
      '/db/playbook_runs?select=id,status,playbook_approvals(person_id)&id=eq.r1&limit=1',
    );
    const judged = (status: string | null, approvers: readonly string[]) =>
      look?.judge([{ id: 'r1', status, playbook_approvals: approvers.map((id) => ({ person_id: id })) }]).is;
    expect(judged('pending', ['ada'])).toBe('done');
    expect(judged('pending', ['grace'])).toBe('unknown');
    expect(judged('pending_approval', [])).toBe('unknown');
    expect(judged('running', ['grace'])).toBe('done');
    expect(judged('cancelled', [])).toBe('unknown');
    expect(judged(null, [])).toBe('unknown');
    expect(look?.judge([])).toEqual({ is: 'unknown' });
  });

  it('[EFF17] what the server says of a run that may have begun is told with it', () => {
    const said = reply(500, JSON.stringify({ error: 'Playbook validation failed', stacktrace: 'x' }));
    expect(judgeEffect(said, 'playbook.run')).toEqual({
      is: 'unknown',
      reason: 'Playbook validation failed',
    });
    expect(judgeEffect(said, 'check.run')).toEqual({ is: 'unknown' });
  });

  const sentRun = effectOf({ sentAfter: '2026-01-01T00:00:00+00:00', runsBefore: ['r0'] });
  const where =
    '/db/playbook_runs?select=id,created_at,parameters&playbook_id=eq.p%201&created_by=eq.ada&config_id=eq.c1' +
    '&component_id=is.null&check_id=is.null&created_at=gte.2026-01-01T00%3A00%3A00%2B00%3A00';

  it('[EFF4] looks up a run by playbook, person, target and server time; one answer is ours, others prove nothing', () => {
    const look = lookupOf(sentRun);
    const until = '&created_at=lte.2026-01-01T00%3A01%3A30%2B00%3A00';
    expect(look?.request.path).toBe(`${where}${until}&order=created_at.asc&limit=20`);
    const parameters = { node: '3' };
    expect(look?.judge([{ id: 'r1', parameters }])).toEqual({ is: 'done', result: { run_id: 'r1' } });
    expect(look?.judge([])).toEqual({ is: 'unknown' });
    const two = ['r1', 'r2'].map((id) => ({ id, parameters }));
    // What a browser has repeated by itself is named, and is none of them for certain.
    expect(look?.judge(two)).toEqual({
      is: 'unknown',
      reason: '2 runs like it have begun since: the network may have repeated it.',
    });
    expect(lookupOf(effectOf())).toBeNull();
    expect(lookupOf({ ...sentRun, request: { kind: 'check.run', checkId: 'c' } })).toBeNull();
  });

  it('[EFF13] takes no run for it that was there before, that another answer has named, or has other parameters', () => {
    const { request } = sentRun;
    if (request.kind !== 'playbook.run') throw new Error('no run');
    const look = lookupOf({ ...sentRun, request: { ...request, params: { pods: '3' } } }, ['r9']);
    const run = (id: string, parameters: unknown) => ({ id, parameters });
    const mine = run('r1', { pods: '3', wait: 'default of the server' });
    for (const row of [run('r0', { pods: '3' }), run('r9', { pods: '3' }), run('r2', { pods: '4' })])
      expect(look?.judge([row])).toEqual({ is: 'unknown' });
    expect(look?.judge([run('r2', null)])).toEqual({ is: 'unknown' });
    const others = [run('r0', { pods: '3' }), mine, run('r2', { pods: '4' })];
    expect(look?.judge(others)).toEqual({ is: 'done', result: { run_id: 'r1' } });
  });

  it('[EFF13] says unknown where nobody could look before it was sent, or too much was there', () => {
    expect(lookupOf({ ...sentRun, runsBefore: undefined })).toBeNull();
    const many = Array.from({ length: 20 }, (_, n) => ({ id: `r${n}` }));
    const look = runsBeforeRequest(sentRun.request, 'ada', '2026-01-01T00:00:00+00:00');
    expect(look?.request.path).toBe(`${where}&order=created_at.asc&limit=20`);
    expect([look?.read(many), look?.read([{}]), look?.read([{ id: 'r1' }])]).toEqual([
      undefined,
      undefined,
      ['r1'],
    ]);
    expect(runsBeforeRequest({ kind: 'check.run', checkId: 'c' }, 'ada', 'S')).toBeNull();
  });

  it('[EFF4] looks up a responder by its own id', () => {
    const opened = lookupOf(effectOf({ request: ticket }));
    expect(opened?.request.path).toBe(`/db/responders?select=id&id=eq.${responderId}&limit=1`);
    expect([opened?.judge([]).is, opened?.judge([{ id: responderId }]).is]).toEqual(['unknown', 'done']);
    expect(lookupOf(effectOf({ request: { kind: 'person.delete', personId: 'p1' } }))).toBeNull();
  });
});
