import { expect, it } from 'vitest';
import { createReadFixture, anyIncident, incident, row } from '#tests/contract/store/read-fixture.ts';
import { timelineRead } from './timeline.ts';
import { teamNamesRead } from './names.ts';

const fixture = createReadFixture('strangers');

/** Of nobody on this device. */
const PERSON = 'deadbeef-0000-4000-8000-000000000001';
const TEAM = 'deadbeef-0000-4000-8000-000000000002';
const COMPONENT = 'deadbeef-0000-4000-8000-000000000003';
const AT = '2024-09-01T10:00:00Z';

async function makeStrangers(): Promise<void> {
  const made = { created_by: PERSON, created_at: AT };
  await fixture.put('incidents', incident('1', { ...made, commander_id: PERSON, communicator_id: PERSON }));
  await fixture.put('teams', row({ id: 'nameless', name: ' ' }));
  await fixture.put('hypotheses', row({ id: 'h1', incident_id: '1', type: 'root', title: 'x', ...made }));
  await fixture.put(
    'evidences',
    row({ id: 'e1', hypothesis_id: 'h1', type: 'topology', component_id: COMPONENT, ...made }),
  );
  await fixture.put(
    'responders',
    row({ id: 'r1', incident_id: '1', person_id: PERSON, ...made }),
    row({ id: 'r2', incident_id: '1', team_id: TEAM, ...made }),
    row({ id: 'r3', incident_id: '1', team_id: 'nameless', ...made }),
    row({ id: 'r4', incident_id: '1', ...made }),
  );
  await fixture.put(
    'comments',
    row({ id: 'c1', incident_id: '1', hypothesis_id: 'h1', responder_id: 'r2', comment: 'hi', ...made }),
  );
  await fixture.put(
    'incident_histories',
    ...['r1', 'r2', 'r3', 'r4'].map((id) =>
      row({ id: `h-${id}`, incident_id: '1', type: 'responder.created', responder_id: id, ...made }),
    ),
  );
}

/** Every `name` in what a read gave, wherever it lies. */
function namesIn(read: unknown): string[] {
  if (Array.isArray(read)) return read.flatMap(namesIn);
  if (typeof read !== 'object' || read === null) return [];
  return Object.entries(read).flatMap(([key, value]) =>
    key === 'name' && typeof value === 'string' ? [value] : namesIn(value),
  );
}

it('somebody who is not on this device is never drawn as the letters of an id', async () => {
  await makeStrangers();
  const { model } = fixture;
  const reads = await Promise.all([
    model.incidentList(anyIncident),
    model.incident('1'),
    model.responders('1'),
    model.evidences('1'),
    model.history('1'),
    model.late(timelineRead('1')),
    model.late(teamNamesRead),
  ]);
  const said = new Set(['Unknown person', 'Unknown team', 'Unknown component']);
  for (const read of reads) {
    const names = namesIn(read);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !said.has(name))).toEqual([]);
  }
  const { data } = await model.late(timelineRead('1'));
  const responders = (data?.events ?? []).filter(({ kind }) => kind === 'responder');
  expect(responders.map(({ text }) => text)).toEqual([
    'Unknown person',
    'Unknown team',
    'Unknown team',
    'Unknown person',
  ]);
});
