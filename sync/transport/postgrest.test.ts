import { describe, expect, it } from 'vitest';
import { insertOf, opOf } from '#tests/support/op-fixture.ts';
import type { HttpRequest } from '../ports.ts';
import { tableNames } from '../protocol/table.ts';
import { tables } from '../protocol/tables.ts';
import {
  countRequest,
  feedRequest,
  newestRequest,
  rowRequest,
  rowsWhere,
  unpagedRequest,
  walkRequest,
  whoamiRequest,
} from './postgrest.ts';
import { writeRequest } from './write-request.ts';

const context = { userId: 'ada', isConstrained: false };
const T = '2026-03-01T09:00:00.123456+00:00';

function query(request: HttpRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request.path.split('?')[1]));
}

describe('reads', () => {
  it('[CUR1] a walk goes by key and leaves soft-deleted rows out', () => {
    expect(query(walkRequest(tables.teams, context, { afterId: 't7' }))).toEqual({
      select: 'id,name,icon,source,created_by,created_at,updated_at,deleted_at',
      deleted_at: 'is.null',
      id: 'gt.t7',
      order: 'id.asc',
      limit: '1000',
    });
    expect(query(walkRequest(tables.incidents, context, { afterId: null }))['id']).toBeUndefined();
  });

  it('[REC1] a digest names key and stamp only, with the count when asked for', () => {
    const digest = walkRequest(tables.comments, context, { afterId: null, isDigest: true, withCount: true });
    expect(query(digest)['select']).toBe('id,updated_at');
    expect(digest.headers['prefer']).toBe('count=exact');
    expect(query(walkRequest(tables.checks, context, { afterId: null, isDigest: true }))['select']).toBe(
      'id',
    );
  });

  it('[CUR6] a feed page begins at a moment or right after a row', () => {
    const arm = { marker: 'updated_at', onlyNullUpdated: false };
    const first = feedRequest(tables.incidents, context, arm, { from: T });
    expect(query(first)).toMatchObject({ updated_at: `gte.${T}`, order: 'updated_at.asc,id.asc' });
    const second = feedRequest(tables.incidents, context, arm, { afterValue: T, afterId: 'i7' });
    expect(query(second)['or']).toBe(`(updated_at.gt."${T}",and(updated_at.eq."${T}",id.gt."i7"))`);
    expect(query(second)['updated_at']).toBeUndefined();
  });

  it('[CUR7] the arm of rows without a stamp goes by creation time', () => {
    const arm = { marker: 'created_at', onlyNullUpdated: true };
    expect(query(feedRequest(tables.people, context, arm, { from: T }))).toMatchObject({
      updated_at: 'is.null',
      created_at: `gte.${T}`,
    });
  });

  it('[CUR8] feeds and fetches by key do not hide soft-deleted rows', () => {
    const arm = { marker: 'deleted_at', onlyNullUpdated: false };
    expect(query(feedRequest(tables.responders, context, arm, { from: T }))['deleted_at']).toBe(`gte.${T}`);
    expect(query(rowsWhere(tables.responders, context, 'id', ['r1']))['deleted_at']).toBeUndefined();
    expect(query(rowsWhere(tables.responders, context, 'incident_id', ['i1']))['deleted_at']).toBe('is.null');
    expect(query(rowRequest(tables.responders, context, 'r1'))['deleted_at']).toBeUndefined();
  });

  it('[REC5] rows by value are quoted, so that no value can become syntax', () => {
    const request = rowsWhere(tables.comments, context, 'id', ['a', 'b"),or=(x'], {
      isDigest: true,
      afterId: 'a',
    });
    expect(query(request)['id']).toBe('gt.a');
    expect(new URLSearchParams(request.path.split('?')[1]).getAll('id')[0]).toBe('in.("a","b\\"),or=(x")');
  });

  it('[REC6] a count is a GET of one row, because HEAD is refused', () => {
    const request = countRequest(tables.people, context);
    expect(request.method).toBe('GET');
    expect(request.headers['prefer']).toBe('count=exact');
    expect(query(request)).toEqual({ select: 'id', deleted_at: 'is.null', limit: '1' });
  });

  it('asks for one\u2019s own row only where the table says so', () => {
    expect(query(walkRequest(tables.people_roles, context, { afterId: null }))['id']).toBe('eq.ada');
    expect(query(newestRequest(tables.incidents, context, 200))).toMatchObject({
      order: 'created_at.desc,id.desc',
      limit: '200',
    });
    expect(unpagedRequest(tables.properties, context).path).toBe('/properties');
    expect(whoamiRequest(context)).toMatchObject({ method: 'GET', path: '/auth/whoami', timeoutMs: 20_000 });
    expect(whoamiRequest({ ...context, isConstrained: true }).timeoutMs).toBe(60_000);
  });

  const paged = tableNames.filter((name) => name !== 'properties');

  it.each(paged)('[NET7] every request for %s names its columns and encodes the plus', (name) => {
    const spec = tables[name];
    const arm = { marker: 'updated_at', onlyNullUpdated: false };
    const requests = [
      walkRequest(spec, context, { afterId: 'x' }),
      feedRequest(spec, context, arm, { from: T }),
      feedRequest(spec, context, arm, { afterValue: T, afterId: 'x' }),
      rowsWhere(spec, context, 'id', ['a']),
      rowRequest(spec, context, 'a'),
      countRequest(spec, context),
      newestRequest(spec, context, 5),
      writeRequest(spec, context, insertOf()),
      writeRequest(spec, context, opOf({ guard: { updatedAt: T, fields: {} } })),
      writeRequest(spec, context, opOf({ kind: 'delete' })),
    ];
    for (const request of requests) {
      expect(query(request)['select']).toMatch(/^[a-z_0-9]+(,[a-z_0-9]+)*$/);
      expect(request.path.split('?')[1]).not.toContain('+');
      expect(request.path.startsWith(`${spec.path}?`)).toBe(true);
    }
  });
});

describe('writes', () => {
  it('[NET8] an insert ignores duplicates of its key and omits what the server assigns', () => {
    const op = insertOf({
      patch: { id: 'c1', comment: 'a', responder_id: null, created_at: T, updated_at: T },
    });
    const request = writeRequest(tables.comments, context, op);
    expect(request.method).toBe('POST');
    expect(query(request)).toMatchObject({ on_conflict: 'id' });
    expect(request.headers['prefer']).toBe(
      'return=representation,resolution=ignore-duplicates,missing=default',
    );
    expect(JSON.parse(request.body ?? '')).toEqual({ id: 'c1', comment: 'a' });
  });

  it('[NET8] an update carries the stamp it was made on', () => {
    const request = writeRequest(tables.hypotheses, context, opOf({ guard: { updatedAt: T, fields: {} } }));
    expect(request.method).toBe('PATCH');
    expect(query(request)).toMatchObject({ id: 'eq.h1', updated_at: `eq.${T}` });
    expect(request.headers['prefer']).toBe('return=representation');
    expect(JSON.parse(request.body ?? '')).toEqual({ title: 'title 1' });
  });

  it('[NET8] a row without a stamp is guarded by that, a soft-deletable one by being there', () => {
    const op = opOf({ guard: { updatedAt: null, fields: {} } });
    expect(query(writeRequest(tables.responders, context, op))).toMatchObject({
      updated_at: 'is.null',
      deleted_at: 'is.null',
    });
  });

  it('[NET8] a soft delete stamps a row that has no stamp yet, with the time of the server', () => {
    const op = opOf({ kind: 'delete', tbl: 'responders', rowId: 'r1', patch: {}, guard: null });
    const request = writeRequest(tables.responders, context, op);
    expect(request.method).toBe('PATCH');
    expect(query(request)).toMatchObject({ id: 'eq.r1', deleted_at: 'is.null' });
    expect(JSON.parse(request.body ?? '')).toEqual({ deleted_at: 'now()' });
  });

  it('[NET8] a delete names one row and asks for it', () => {
    const request = writeRequest(tables.hypotheses, context, opOf({ kind: 'delete', guard: null }));
    expect(request).toMatchObject({ method: 'DELETE', headers: { prefer: 'return=representation' } });
    expect(request.body).toBeUndefined();
    expect(query(request)['id']).toBe('eq.h1');
  });
});
