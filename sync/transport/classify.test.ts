import { describe, expect, it } from 'vitest';
import type { OutcomeClass } from '../core/outbox/outcome.ts';
import { SyncError } from '../errors.ts';
import type { HttpResponse } from '../ports.ts';
import { classifyFailure, classifyResponse } from './classify.ts';
import type { RequestKind } from './classify.ts';

const json = 'application/json; charset=utf-8';
const row = '[{"id":"h1"}]';

function answer(status: number, body: string, headers: Record<string, string> = {}): HttpResponse {
  return { status, body, redirected: false, headers: { 'content-type': json, ...headers } };
}

function error(status: number, code: string | null): HttpResponse {
  return answer(
    status,
    JSON.stringify(code === null ? { message: 'x' } : { code, message: 'x', details: null }),
  );
}

function judge(kind: RequestKind, response: HttpResponse): OutcomeClass {
  return classifyResponse(kind, response, (row) => row['id'] === 'h1').class;
}

const ranged = { 'content-range': '0-0/*' };

describe('success', () => {
  it.each([
    ['insert', answer(201, row), 'ok'],
    ['insert', answer(201, '[]'), 'already'],
    ['update', answer(200, row), 'ok'],
    ['update', answer(200, '[]'), 'empty'],
    ['delete', answer(200, row), 'ok'],
    ['delete', answer(200, '[]'), 'already'],
    ['read', answer(200, row, ranged), 'ok'],
    ['read', answer(206, row, ranged), 'ok'],
    ['read', answer(200, '[]', { 'content-range': '*/*' }), 'ok'],
    ['service', answer(200, '{"message":"success"}'), 'ok'],
    ['service', answer(200, '[]'), 'ok'],
  ] as const)('[NET1] %s %o is %s', (kind, response, expected) =>
    expect(judge(kind, response)).toBe(expected),
  );

  const notAnswers = [
    ['a row of another id', 'update', answer(200, '[{"id":"h2"}]'), 'ambiguous'],
    ['a body cut off after a write', 'insert', answer(201, '[{"id":"h1"'), 'ambiguous'],
    ['a body cut off after a read', 'read', answer(200, '[{"id":"h1"', ranged), 'unknown'],
    ['nothing after a write', 'update', answer(204, ''), 'ambiguous'],
    ['nothing after a read', 'read', answer(204, '', ranged), 'unknown'],
    ['no list', 'read', answer(200, '{"id":"h1"}', ranged), 'unknown'],
    ['a list of something else', 'read', answer(200, '[1,2]', ranged), 'unknown'],
    ['JSON of somebody else', 'read', answer(200, '[]'), 'captive'],
    ['plain text', 'read', answer(200, 'ok', { 'content-type': 'text/plain' }), 'captive'],
    ['plain text for a write', 'update', answer(200, 'ok', { 'content-type': 'text/plain' }), 'captive'],
    ['no content type', 'read', answer(200, '[]', { 'content-type': '', ...ranged }), 'captive'],
  ] as const;

  const contradictions = [
    ['a part without rows', 'read', answer(206, '[]', { 'content-range': '*/*' })],
    ['a part without rows that were counted', 'read', answer(206, '[]', { 'content-range': '*/573' })],
    ['no rows that are named', 'read', answer(200, '[]', { 'content-range': '0-24/573' })],
    ['no rows where some were counted', 'read', answer(200, '[]', { 'content-range': '*/573' })],
    ['rows that are not named', 'read', answer(200, row, { 'content-range': '*/*' })],
    ['fewer rows than named', 'read', answer(206, row, { 'content-range': '0-1/573' })],
    ['more rows than counted', 'read', answer(200, row, { 'content-range': '3-3/3' })],
    ['a range of something else', 'read', answer(206, row, { 'content-range': 'bytes 0-99/573' })],
    ['a range that is none', 'read', answer(200, row, { 'content-range': 'all' })],
    ['a part of what a service says', 'service', answer(206, '[]')],
  ] as const;

  it.each(contradictions)(
    '[NET11] %s is named as an answer that was changed on the way',
    (_what, kind, response) => {
      expect(classifyResponse(kind, response)).toMatchObject({
        class: 'captive',
        rows: [],
        error: { kind: 'protocol', message: expect.stringContaining('contradicts itself') },
      });
    },
  );

  it.each(notAnswers)('[CUR5] %s is no answer', (_what, kind, response, expected) => {
    expect(judge(kind, response)).toBe(expected);
  });

  it('[CUR10] keeps rows, server time and the exact count', () => {
    const outcome = classifyResponse(
      'read',
      answer(200, row, { date: 'Sun, 01 Mar 2026 09:00:00 GMT', 'content-range': '0-0/573' }),
    );
    expect(outcome).toMatchObject({
      rows: [{ id: 'h1' }],
      serverTime: '2026-03-01T09:00:00+00:00',
      total: 573,
      error: null,
    });
    expect(classifyResponse('read', answer(200, '[]', { 'content-range': '*/*' })).total).toBeNull();
  });
});

describe('login pages and portals', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };

  const pages = [
    ['401 with any body', answer(401, 'Not logged in', { 'content-type': 'text/plain' }), 'auth'],
    ['401 as JSON', error(401, 'PGRST301'), 'auth'],
    ['a followed redirect', { ...answer(200, '[]', ranged), redirected: true }, 'auth'],
    ['an opaque redirect', { status: 0, headers: {}, body: '', redirected: true }, 'auth'],
    ['302', answer(302, ''), 'auth'],
    ['200 with HTML', answer(200, '<!doctype html><form>', html), 'auth'],
    ['200 with HTML that claims to be JSON', answer(200, '<html><body>', ranged), 'auth'],
    ['511', answer(511, '', html), 'auth'],
    ['403 with HTML', answer(403, '<html>', html), 'captive'],
    ['404 with HTML', answer(404, '<html>', html), 'captive'],
  ] as const;

  it.each(pages)('[NET2] %s', (_what, response, expected) => {
    expect(judge('read', response)).toBe(expected);
    expect(judge('update', response)).toBe(expected);
    expect(classifyResponse('read', response).rows).toEqual([]);
  });
});

describe('errors', () => {
  const cases: readonly (readonly [number, string | null, OutcomeClass])[] = [
    [400, '22P02', 'invalid'],
    [400, '22001', 'invalid'],
    [400, '23502', 'invalid'],
    [400, '23514', 'invalid'],
    [400, 'P0001', 'invalid'],
    [400, 'PGRST102', 'invalid'],
    [400, 'PGRST124', 'invalid'],
    [400, 'PGRST204', 'skew'],
    [400, '42703', 'skew'],
    [400, 'PGRST100', 'unknown'],
    [400, null, 'unknown'],
    [403, null, 'forbidden'],
    [403, '42501', 'forbidden'],
    [404, 'PGRST205', 'skew'],
    [404, 'PGRST202', 'skew'],
    [404, '42P01', 'skew'],
    [404, null, 'skew'],
    [405, null, 'invalid'],
    [406, 'PGRST116', 'invalid'],
    [408, null, 'retryable'],
    [409, '23505', 'unique'],
    [409, '23503', 'missing-parent'],
    [409, null, 'unknown'],
    [413, null, 'invalid'],
    [414, null, 'invalid'],
    [415, null, 'invalid'],
    [418, null, 'unknown'],
    [422, null, 'invalid'],
    [425, null, 'retryable'],
    [429, null, 'retryable'],
    [500, '40001', 'retryable'],
    [500, '40P01', 'retryable'],
    [500, '55P03', 'retryable'],
    [500, '57014', 'retryable'],
    [500, '57P01', 'retryable'],
    [500, 'P0002', 'unknown'],
    [500, 'XX000', 'unknown'],
    [500, null, 'unknown'],
    [501, null, 'unknown'],
    [502, null, 'ambiguous'],
    [503, 'PGRST000', 'retryable'],
    [503, '53300', 'retryable'],
    [503, '08006', 'retryable'],
    [503, null, 'retryable'],
    [504, 'PGRST003', 'retryable'],
    [504, null, 'ambiguous'],
  ];

  it.each(cases)('[NET1] %d %s to a write is %s', (status, code, expected) => {
    const outcome = classifyResponse('update', error(status, code), (row) => row['id'] === 'h1');
    expect(outcome.class).toBe(expected);
    expect(outcome.code).toBe(code);
    expect(outcome.error).not.toBeNull();
  });

  it('[NET1] the message decides nothing, and is not kept', () => {
    const shouting = JSON.stringify({
      code: '22P02',
      message: '401 redirect 23505 row of somebody@example.test',
    });
    const outcome = classifyResponse('update', answer(400, shouting));
    expect(outcome.class).toBe('invalid');
    expect(JSON.stringify(outcome)).not.toContain('somebody');
  });

  it('[NET1] what stands in the way of a delete is named so', () => {
    expect(judge('delete', error(409, '23503'))).toBe('referenced');
    expect(judge('insert', error(409, '23503'))).toBe('missing-parent');
  });

  it('[NET1] a gateway error to a read is only retried', () => {
    expect([judge('read', error(502, null)), judge('read', error(504, null))]).toEqual([
      'retryable',
      'retryable',
    ]);
  });

  it.each([
    ['7', 7000],
    ['99999999', 900_000],
    ['Sun, 01 Mar 2026 09:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 08:00:00 GMT', 0],
    ['soon', null],
    ['', null],
  ])('[RPL6] Retry-After %j is %s ms', (header, ms) => {
    const response = answer(429, '', { 'retry-after': header, date: 'Sun, 01 Mar 2026 09:00:00 GMT' });
    expect(classifyResponse('update', response).retryAfterMs).toBe(ms);
  });
});

describe('no answer', () => {
  const offline = new SyncError({ kind: 'offline', message: 'x' });
  const timeout = new SyncError({ kind: 'timeout', message: 'x', afterMs: 20_000 });
  const cancelled = new SyncError({ kind: 'cancelled', message: 'x' });

  it.each([
    ['update', offline, 'ambiguous'],
    ['insert', timeout, 'ambiguous'],
    ['delete', new Error('socket'), 'ambiguous'],
    ['read', offline, 'offline'],
    ['service', timeout, 'offline'],
    ['read', new Error('socket'), 'unknown'],
    ['update', cancelled, 'cancelled'],
    ['read', cancelled, 'cancelled'],
  ] as const)('[NET1] to %s after %s is %s', (kind, thrown, expected) => {
    expect(classifyFailure(kind, thrown)).toMatchObject({ class: expected, status: null, rows: [] });
  });
});
