import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { FetchedDocument } from '#sync/protocol/document.ts';
import { fetchedBody } from '#tests/page/fake-answers.ts';
import { BodyView } from './body-view.tsx';

afterEach(cleanup);

function show(value: FetchedDocument, isToRead = false): void {
  render(
    <BodyView
      isToRead={isToRead}
      read={{ status: 'ready', value, error: undefined }}
      what="The content of web"
    >
      {(body) => <p>{JSON.stringify(body)}</p>}
    </BodyView>,
  );
}

it('[DOC2] a body is shown, and that it is kept without what may be secrets', () => {
  show({ ...fetchedBody({ body: { password: 'hunter2' }, isKept: false }), hidden: 1 });
  expect(screen.getByText('{"password":"hunter2"}')).toBeDefined();
  expect(
    screen.getByText(/is kept on this device without the texts in it that may be secrets \(1\)/u),
  ).toBeDefined();
});

it('[DOC2] what is kept of it is shown where it cannot be had, and what it lacks', () => {
  const value = fetchedBody({ state: 'never', isKept: false, reason: 'It may hold a secret.' });
  show({ ...value, hidden: 3, remains: { password: '[not kept]' } }, true);
  expect(screen.getByText('{"password":"[not kept]"}')).toBeDefined();
  expect(screen.getByText(/Texts in it that may be secrets \(3\) are not on this device/u)).toBeDefined();
  expect(screen.queryByText('Not on this device')).toBeNull();
});

it('[DOC2] one of which nothing may be kept is not here', () => {
  show(fetchedBody({ state: 'never', isKept: false, reason: 'It may hold a secret.' }));
  expect(screen.getByText('Not on this device')).toBeDefined();
});

it('[DOC2] what is kept of it is no body for who does more with it than read', () => {
  const value = fetchedBody({ state: 'never', isKept: false, reason: 'It may hold a secret.' });
  show({ ...value, hidden: 3, remains: { password: '[not kept]' } });
  expect(screen.getByText('Not on this device')).toBeDefined();
  expect(screen.queryByText(/password/u)).toBeNull();
});
