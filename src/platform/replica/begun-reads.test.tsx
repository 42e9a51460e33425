/** @vitest-environment jsdom */
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeReplica, read, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { AccessProvider, useAccess } from '../session/access-context.tsx';
import { beginRead, begunProperties, begunRoles, createBegunRead, useBegunRead } from './begun-reads.ts';

const place = createBegunRead<string>();

let replica: FakeReplica;
let other: FakeReplica;
beforeEach(() => {
  replica = createFakeReplica();
  other = createFakeReplica();
});
afterEach(async () => {
  cleanup();
  await Promise.all([replica.close(), other.close()]);
});

it('gives what was begun of the same model and question, once', async () => {
  beginRead(place, replica.model, 'q', Promise.resolve('a'));
  const first = renderHook(() => useBegunRead(place, replica.model, 'q'));
  await act(() => Promise.resolve());
  expect(first.result.current?.get()).toEqual({ status: 'ready', value: 'a', error: undefined });
  first.rerender();
  expect(first.result.current?.get().value).toBe('a');
  expect(renderHook(() => useBegunRead(place, replica.model, 'q')).result.current).toBeUndefined();
});

it("gives nothing of another person's model, and nothing of another question", () => {
  beginRead(place, replica.model, 'q', Promise.resolve('a'));
  expect(renderHook(() => useBegunRead(place, other.model, 'q')).result.current).toBeUndefined();
  beginRead(place, replica.model, 'q', Promise.resolve('a'));
  expect(renderHook(() => useBegunRead(place, replica.model, 'r')).result.current).toBeUndefined();
});

it('says what failed', async () => {
  beginRead(place, replica.model, 'q', Promise.reject(new Error('disk gone')));
  const { result } = renderHook(() => useBegunRead(place, replica.model, 'q'));
  await act(() => Promise.resolve());
  expect(result.current?.get().status).toBe('failed');
});

function Gate() {
  const { areFlagsSettled, areRolesKnown, roles } = useAccess();
  return <p>{areFlagsSettled && areRolesKnown ? roles.join(' ') : 'waiting'}</p>;
}

it('a page need not wait for roles and flags that were read while it was made', async () => {
  beginRead(begunProperties, replica.model, '', Promise.resolve(read({})));
  beginRead(begunRoles, replica.model, 'p-1', Promise.resolve(read(['viewer'])));
  await Promise.resolve();
  render(
    <ReplicaFrame replica={replica}>
      <AccessProvider userId="p-1">
        <Gate />
      </AccessProvider>
    </ReplicaFrame>,
  );
  expect(screen.queryByText('waiting')).toBeNull();
  expect(screen.getByText('viewer')).toBeDefined();
  // The roles of the replica itself follow.
  expect(await screen.findByText(/admin/u)).toBeDefined();
});
