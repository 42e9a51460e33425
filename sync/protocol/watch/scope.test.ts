import { expect, it } from 'vitest';
import { SyncError } from '../../errors.ts';
import { parseWatchScope } from './scope.ts';

const from = '2026-03-01T09:00:00.000Z';

const described = [
  { table: 'incidents', id: 'i1' },
  { table: 'checks', id: 'c1', from },
  { table: 'notifications' },
];
const undescribed = [
  null,
  'incidents',
  {},
  { table: 'incidents' },
  { table: 'notifications', from },
  { table: 'notifications', id: 'n1' },
  { table: 'incidents', id: '' },
  { table: 'incidents', id: 'i1', from },
  { table: 'checks', id: 'c1' },
  { table: 'checks', id: 'c1', from: 'yesterday' },
  { table: 'check_statuses', id: 'c1', from },
  { table: 'comments', id: 'k1' },
  { table: 'passwords', id: 'p1' },
];

it.each(described)('[WCH1] %j is what a description speaks of', (scope) =>
  expect(parseWatchScope({ ...scope, extra: 1 })).toEqual(scope),
);

it.each(undescribed)('[WCH1] %j is a bug of the page', (scope) => {
  const kind: unknown = expect.objectContaining({ kind: 'bug' });
  expect(() => parseWatchScope(scope)).toThrow(SyncError);
  expect(() => parseWatchScope(scope)).toThrow(expect.objectContaining({ info: kind }));
});
