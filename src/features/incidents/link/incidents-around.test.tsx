/** @vitest-environment jsdom */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  createFakeReplica,
  NO_MARKS,
  read,
  ReplicaFrame,
  type FakeReplica,
  type ReplicaState,
} from '#tests/page/fake-replica.tsx';
import { IncidentsAround } from './incidents-around.tsx';

let replica: FakeReplica;

afterEach(async () => {
  cleanup();
  await replica.close();
});

const incident = (id: string, by: 'change' | 'item' | 'time', afterMs: number) => ({
  id,
  number: `INC-${id}`,
  title: `Incident ${id}`,
  type: 'performance',
  severity: 'high',
  status: 'open',
  createdAt: '2026-11-20T10:00:00Z',
  marks: NO_MARKS,
  by,
  afterMs,
});

function show(state: Partial<ReplicaState>, flags: Readonly<Record<string, string>> = {}): void {
  replica = createFakeReplica(state);
  render(
    <ReplicaFrame flags={flags} replica={replica}>
      <IncidentsAround at="2026-11-20T09:00:00Z" changeId="c1" configId="g1" />
    </ReplicaFrame>,
  );
}

it('has those with evidence first, and marks those that are only near in time as weaker', async () => {
  show({
    around: read([
      incident('1', 'change', -60_000),
      incident('2', 'item', 3_900_000),
      incident('3', 'time', 720_000),
    ]),
  });
  const sure = await screen.findByRole('list', { name: 'With evidence' });
  expect(sure.textContent).toContain('1m before, has this change as evidence');
  expect(sure.textContent).toContain('1h 5m after, has its item as evidence');
  const weak = screen.getByRole('region', { name: /^Only near in time/u });
  expect(within(weak).getByRole('link', { name: 'Incident 3' }).getAttribute('href')).toBe('/incidents/3');
  expect(weak.textContent).toContain('12m after');
});

it('says none only of what is whole', async () => {
  show({ around: { ...read([]), state: 'complete' } });
  expect(await screen.findByText(/^No incident has it as evidence/u)).toBeTruthy();
});

it('is not for those who may not see incidents', async () => {
  show({}, { 'incidents.disable': 'true' });
  expect(await screen.findByText('Your role does not see incidents.')).toBeTruthy();
});
