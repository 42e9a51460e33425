import { expect, it } from 'vitest';
import { feed } from '#tests/contract/store/fixtures.ts';
import { createReadFixture, row } from '#tests/contract/store/read-fixture.ts';
import { playbooksRead } from './playbooks.ts';

const fixture = createReadFixture('playbooks');
const run = (id: string, playbookId: string, createdAt: string, more: object = {}) =>
  row({ id, playbook_id: playbookId, status: 'completed', created_at: createdAt, ...more });

it('[I23] a definition that was written here is of the playbook until the server has it', async () => {
  await fixture.put(
    'playbooks',
    row({ id: 'b4', name: 'mine', spec: { actions: [] } }),
    row({ id: 'b5', name: 'theirs' }),
    row({ id: 'b6', name: 'within', 'spec/icon': 'mine' }),
  );
  const { data } = await fixture.model.late(playbooksRead);
  expect(data.map(({ id, definitionChanges }) => [id, definitionChanges])).toEqual([
    ['b4', { spec: { actions: [] } }],
    ['b5', {}],
    ['b6', { 'spec/icon': 'mine' }],
  ]);
  const gone = ['b4', 'b5', 'b6'].map((id) => row({ id, deleted_at: 'now' }));
  await fixture.put('playbooks', ...gone);
});

it('[I23] playbooks come by title, each with its last run only where the runs are all here', async () => {
  expect(await fixture.model.late(playbooksRead)).toMatchObject({ data: [], state: 'never' });
  await fixture.put(
    'playbooks',
    row({ id: 'b1', name: 'z-restart', title: 'Restart', category: 'Kubernetes' }),
    row({ id: 'b2', name: 'drain', title: '', category: '' }),
    row({ id: 'b3', name: 'gone', deleted_at: '2026-11-01T00:00:00Z' }),
  );
  await fixture.put(
    'playbook_runs',
    run('r2', 'b1', '2026-11-20T10:00:00Z', { status: 'failed', start_time: '2026-11-20T10:00:02Z' }),
    run('r1', 'b1', '2026-11-20T09:00:00Z'),
  );
  await fixture.feeds(feed('playbooks', { status: 'complete' }));
  const before = await fixture.model.late(playbooksRead);
  expect(before.state).toBe('complete');
  expect(before.data.map(({ id, category, lastRun }) => [id, category, lastRun])).toEqual([
    ['b2', null, undefined],
    ['b1', 'Kubernetes', undefined],
  ]);
  await fixture.feeds(feed('playbook_runs', { status: 'complete' }));
  const { data } = await fixture.model.late(playbooksRead);
  expect(data.map(({ lastRun }) => lastRun)).toEqual([
    null,
    { id: 'r2', status: 'failed', at: '2026-11-20T10:00:02Z' },
  ]);
});
