import { expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import { runRead } from './run-detail.ts';
import { runsRead } from './run-list.ts';

const fixture = createReadFixture('playbook-runs');
const run = (id: string, createdAt: string, more: object = {}) =>
  row({ id, playbook_id: 'b1', config_id: 'g1', status: 'completed', created_at: createdAt, ...more });

it('[I23] runs of a thing come newest first with their playbook, and none is claimed before they are here', async () => {
  expect(await fixture.model.runsOf('config_id', 'g1')).toMatchObject({ data: [], state: 'never' });
  await fixture.put('playbooks', row({ id: 'b1', name: 'restart', title: 'Restart' }));
  await fixture.put(
    'playbook_runs',
    run('r1', '2026-11-20T09:00:00Z'),
    run('r2', '2026-11-20T10:00:00Z', { playbook_id: 'b2', component_id: 'k1' }),
    run('r3', '2026-11-20T11:00:00Z', { config_id: 'g2' }),
  );
  await fixture.feeds(feed('playbook_runs', { status: 'complete' }));
  const read = await fixture.model.runsOf('config_id', 'g1');
  expect(read).toMatchObject({
    state: 'complete',
    data: [
      { id: 'r2', playbooks: null },
      { id: 'r1', playbooks: { name: 'restart', title: 'Restart' } },
    ],
  });
  expect((await fixture.model.runsOf('component_id', 'k1')).data).toMatchObject([{ id: 'r2' }]);

  const all = await fixture.model.late(runsRead(undefined));
  expect(all.data.map(({ id }) => id)).toEqual(['r3', 'r2', 'r1']);
  expect((await fixture.model.late(runsRead('b2'))).data).toMatchObject([{ id: 'r2' }]);
});

it('[I23] a run comes with its steps in the order in which they began, and is not missing before all are here', async () => {
  const step = (id: string, start: string | null) =>
    row({ id, name: id, playbook_run_id: 'r1', status: 'completed', start_time: start });
  expect(await fixture.model.late(runRead('r9'))).toMatchObject({ data: { run: null, actions: [] } });
  await fixture.put('playbook_runs', run('r1', '2026-11-20T09:00:00Z'));
  await fixture.put(
    'playbook_run_actions',
    step('a3', null),
    step('a2', '2026-11-20T09:00:09Z'),
    step('a1', '2026-11-20T09:00:01Z'),
  );
  const { data } = await fixture.model.late(runRead('r1'));
  expect([data.run?.['id'], ...data.actions.map(({ id }) => id)]).toEqual(['r1', 'a1', 'a2', 'a3']);
});
