// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { flowErrorView, sessionErrorText } from './session-error-page.tsx';

test('only BAD_SESSION has a text of its own', () => {
  expect(sessionErrorText('BAD_SESSION')).toBe(
    'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
  );
  for (const code of ['bad_session', '', undefined]) expect(sessionErrorText(code)).toBe('Unknown error');
});

test.each([403, 404, 410])('a flow error answered %i leads to the start page', (status) => {
  expect(flowErrorView({ kind: 'answer', status, body: {} })).toEqual({ kind: 'leave' });
});

test('other flow errors are shown as JSON', () => {
  expect(flowErrorView({ kind: 'answer', status: 200, body: { id: 'e' } })).toEqual({
    kind: 'shown',
    json: '{\n  "id": "e"\n}',
  });
});
