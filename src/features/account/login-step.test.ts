import { expect, test } from 'vitest';
import type { HttpAnswer } from '#src/platform/http.ts';
import { loginStep, type LoginStep } from './login-step.ts';

const FLOW = { id: 'f1', ui: { messages: [], nodes: [] } };
const answer = (status: number, body: unknown): HttpAnswer => ({ kind: 'answer', status, body });
const failing = (id: string, status = 400, more: object = {}): HttpAnswer =>
  answer(status, { error: { id, message: 'm' }, ...more });
const step = (from: HttpAnswer, action: 'open' | 'submit' = 'submit'): LoginStep =>
  loginStep(from, { action, returnTo: '/incidents?a=1' });

test('a created flow is shown, a successful submit signs in', () => {
  expect(step(answer(200, FLOW), 'open')).toMatchObject({ kind: 'flow', flow: { id: 'f1' } });
  expect(step(answer(200, { session: {} }))).toEqual({ kind: 'signed-in' });
});

test('a refused submit replaces the flow and keeps its messages', () => {
  const messages = [{ id: 4_000_006, type: 'error', text: 'The provided credentials are invalid' }];
  expect(step(answer(400, { ...FLOW, ui: { ...FLOW.ui, messages } }))).toMatchObject({
    kind: 'flow',
    flow: { ui: { messages } },
  });
});

test.each<[string, HttpAnswer, LoginStep]>([
  [
    'session_already_available goes to /, whatever was asked for',
    failing('session_already_available'),
    { kind: 'go', href: '/', message: null },
  ],
  [
    'session_aal2_required without an address',
    failing('session_aal2_required', 422),
    { kind: 'go', href: '/login?return_to=%2Fincidents%3Fa%3D1&aal=aal2', message: null },
  ],
  [
    'session_aal2_required with an address',
    failing('session_aal2_required', 422, { redirect_browser_to: 'https://id.example/aal2' }),
    { kind: 'leave', href: 'https://id.example/aal2' },
  ],
  [
    'an address that is a script is not followed',
    failing('browser_location_change_required', 422, { redirect_browser_to: 'javascript:alert(1)' }),
    { kind: 'go', href: '/', message: null },
  ],
  [
    'session_refresh_required',
    failing('session_refresh_required', 403),
    { kind: 'go', href: '/login?return_to=%2Fincidents%3Fa%3D1&refresh=true', message: null },
  ],
  [
    'self_service_flow_return_to_forbidden',
    failing('self_service_flow_return_to_forbidden'),
    { kind: 'go', href: '/login', message: 'The return_to address is not allowed.' },
  ],
  [
    'self_service_flow_expired',
    failing('self_service_flow_expired', 410),
    { kind: 'restart', message: 'Your interaction expired, please fill out the form again.' },
  ],
  [
    'security_csrf_violation',
    failing('security_csrf_violation', 403),
    {
      kind: 'restart',
      message: 'A security violation was detected, please fill out the form again.',
    },
  ],
  [
    'security_identity_mismatch restarts silently',
    failing('security_identity_mismatch'),
    { kind: 'restart', message: null },
  ],
  ['session_inactive starts again', failing('session_inactive', 401), { kind: 'restart', message: null }],
  ['HTTP 410 restarts', answer(410, {}), { kind: 'restart', message: null }],
  [
    'HTTP 404 restarts',
    answer(404, { error: { code: 404, status: 'Not Found', message: 'Unable to locate the resource' } }),
    { kind: 'restart', message: null },
  ],
  ['others show their message', failing('odd', 403), { kind: 'failed', message: 'm' }],
  ['an unreadable body', answer(404, 'x'), { kind: 'failed', message: 'Sign-in failed (HTTP 404)' }],
  ['no network', { kind: 'unreachable', reason: 'r' }, { kind: 'unreachable', reason: 'r' }],
  ['a broken server', answer(503, {}), { kind: 'unreachable', reason: 'HTTP 503' }],
])('%s', (_name, from, expected) => {
  expect(step(from)).toEqual(expected);
});
