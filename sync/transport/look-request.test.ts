import { expect, it } from 'vitest';
import { tables } from '../protocol/tables.ts';
import { exceptCountRequest, lookRequest } from './look-request.ts';

const context = { userId: 'ada', isConstrained: false };
const T = '2026-03-01T09:00:00.123456+00:00';
const arm = (marker: string, onlyNullUpdated = false) => ({ marker, onlyNullUpdated, from: T });
const pathOf = (request: { readonly path: string }): string => decodeURIComponent(request.path);

it('[CUR12] a look at one marker is one short condition, with the count', () => {
  const request = lookRequest(tables.comments, context, {
    columns: ['updated_at'],
    arms: [arm('updated_at')],
  });
  expect(request.path).toBe(
    '/db/comments?select=id,updated_at&updated_at=gte.2026-03-01T09:00:00.123456Z&limit=100',
  );
  expect(request.headers['prefer']).toBe('count=exact');
});

it('[CUR12] a look at several is one of them, each with what else must hold', () => {
  const request = lookRequest(tables.components, context, {
    columns: ['updated_at', 'deleted_at'],
    arms: [
      arm('updated_at'),
      arm('created_at', true),
      { ...arm('deleted_at'), bound: { column: 'created_at', from: T } },
    ],
    unfinished: { column: 'status', except: ['done', 'not so, done'] },
  });
  const t = '2026-03-01T09:00:00.123456Z';
  expect(pathOf(request)).toBe(
    '/db/components?select=id,updated_at,deleted_at&or=(status.not.in.(done,"not so, done"),' +
      `updated_at.gte.${t},and(updated_at.is.null,created_at.gte.${t}),` +
      `and(deleted_at.gte.${t},created_at.gte.${t}))&limit=100`,
  );
});

it('[WAT3] a membership set is counted by one key', () => {
  const request = exceptCountRequest(tables.checks, context, { column: 'status', except: ['healthy'] });
  expect(pathOf(request)).toBe('/db/checks?select=id&deleted_at=is.null&status=not.in.(healthy)&limit=1');
  expect(request.headers['prefer']).toBe('count=exact');
});
