import { beforeEach, expect, it } from 'vitest';
import type { RowChange } from '#sync/protocol/command.ts';
import { forgetChanges, lastChanges, rememberChange } from './last-changes.ts';

function save(before: string, after: string, at: number, field = 'title', opId = `op-${at}`): void {
  const change: RowChange = {
    tbl: 'hypotheses',
    id: 'h-1',
    kind: 'update',
    before: { [field]: before },
    set: { [field]: after },
  };
  rememberChange({ submitted: { opIds: [opId], made: [], changes: [change] }, screen: '/', at });
}

beforeEach(() => forgetChanges());

it('takes saves of one text that follow each other for one change', () => {
  save('', 'Databa', 0);
  save('Databa', 'Database slow', 2000);
  expect(lastChanges.get().map(({ submitted }) => submitted)).toEqual([
    {
      opIds: ['op-0', 'op-2000'],
      made: [],
      changes: [expect.objectContaining({ before: { title: '' }, set: { title: 'Database slow' } })],
    },
  ]);
});

it('forgets a text that is as it was', () => {
  save('Old', 'Databa', 0);
  save('Databa', 'Old', 2000);
  expect(lastChanges.get()).toEqual([]);
});

it.each([
  ['later', () => save('Databa', 'Database', 60_000)],
  ['on what somebody else wrote', () => save('Theirs', 'Database', 2000)],
  ['of a choice', () => save('likely', 'proven', 2000, 'status')],
])('keeps a change apart that was made %s', (_when, second) => {
  save('', 'Databa', 0);
  second();
  expect(lastChanges.get()).toHaveLength(2);
});

it('remembers twenty, and nothing that changed nothing', () => {
  for (let index = 0; index < 30; index += 1) save('possible', 'likely', index, 'status');
  rememberChange({ submitted: { opIds: [], made: [] }, screen: '/', at: 0 });
  expect(lastChanges.get()).toHaveLength(20);
  expect(lastChanges.get().at(-1)?.at).toBe(29);
});
