import { describe, expect, it } from 'vitest';
import { insertOf, opOf, rowOf } from '#tests/support/op-fixture.ts';
import { tables } from '../../protocol/tables.ts';
import { decideCheck, guardOn } from './check.ts';
import { applyDecision, isRetryable, retried } from '../outbox/conflict.ts';
import { isDiscardable } from '../outbox/later-changes.ts';
import { parentsOf } from '../commands/references.ts';

const V1 = '2026-01-01T00:00:01+00:00';
const { hypotheses, comments, evidences, responders } = tables;
const titleOp = opOf({ patch: { title: 'mine' } });

describe('checking an update', () => {
  it('[RPL9] the server has our values: our answer was lost', () => {
    const row = rowOf({ title: 'mine', updated_at: V1 });
    expect(decideCheck(titleOp, row, hypotheses)).toEqual({ is: 'acked', row });
  });

  it('[CNF1] somebody else set the same value: nothing to ask', () => {
    const row = rowOf({ title: 'mine', status: 'theirs', updated_at: V1 });
    expect(decideCheck(titleOp, row, hypotheses).is).toBe('acked');
  });

  it('[CNF2] only other fields changed: sent against the row as it is', () => {
    const row = rowOf({ status: 'theirs', updated_at: V1 });
    expect(decideCheck(titleOp, row, hypotheses)).toEqual({
      is: 'queued',
      patch: { title: 'mine' },
      guard: { updatedAt: V1, fields: { title: 'base' } },
      replaced: [],
    });
  });

  it('[CNF3] the same field changed: stops with their row and the clashing fields only', () => {
    const op = opOf({
      patch: { title: 'mine', status: 'proven' },
      guard: { updatedAt: V1, fields: { title: 'base', status: 'possible' } },
    });
    const row = rowOf({ title: 'theirs', updated_at: V1 });
    expect(decideCheck(op, row, hypotheses)).toEqual({ is: 'conflict', theirs: row, fields: ['title'] });
  });

  it('[CNF3] a field with no known base cannot be replaced silently', () => {
    const op = opOf({ patch: { title: 'mine' }, guard: null });
    expect(decideCheck(op, rowOf(), hypotheses).is).toBe('conflict');
    const owner = opOf({ patch: { owner: 'me' }, guard: { updatedAt: V1, fields: {} } });
    expect(decideCheck(owner, rowOf({ owner: null }), hypotheses).is).toBe('conflict');
  });

  it('[CNF3] fields nobody wrote a policy for are asked about', () => {
    const op = opOf({ patch: { type: 'factor' }, guard: { updatedAt: V1, fields: { type: 'solution' } } });
    expect(decideCheck(op, rowOf(), hypotheses)).toMatchObject({ is: 'conflict', fields: ['type'] });
  });

  it('[CNF4] objects merge key by key, deletions included', () => {
    const op = opOf({
      tbl: 'evidences',
      patch: { properties: { a: 1, b: 'mine', c: 3 } },
      guard: { updatedAt: V1, fields: { properties: { a: 1, b: 2, d: 4 } } },
    });
    const row = { id: 'h1', properties: { a: 'theirs', b: 2, d: 4, e: 5 }, updated_at: V1 };
    expect(decideCheck(op, row, evidences)).toEqual({
      is: 'queued',
      patch: { properties: { a: 'theirs', b: 'mine', c: 3, e: 5 } },
      guard: { updatedAt: V1, fields: { properties: row.properties } },
      replaced: [],
    });
  });

  it('[CNF4] a key that both changed differently is asked about, a list in it is merged', () => {
    const op = opOf({
      tbl: 'evidences',
      patch: { properties: { a: 1, tags: ['x', 'mine'] } },
      guard: { updatedAt: V1, fields: { properties: { a: 0, tags: ['x'] } } },
    });
    const row = (properties: object) => ({ id: 'h1', properties, updated_at: V1 });
    expect(decideCheck(op, row({ a: 2, tags: ['x'] }), evidences)).toMatchObject({
      is: 'conflict',
      fields: ['properties'],
    });
    expect(decideCheck(op, row({ a: 0, tags: ['theirs'] }), evidences)).toMatchObject({
      is: 'queued',
      patch: { properties: { a: 1, tags: ['theirs', 'mine'] } },
    });
  });

  it('[CNF8] a set-like list takes what each side added and loses what each side removed', () => {
    const spec = { ...evidences, conflict: { labels: 'merge-set' as const } };
    const op = opOf({
      tbl: 'evidences',
      patch: { labels: ['a', 'mine'] },
      guard: { updatedAt: V1, fields: { labels: ['a', 'b', 'c'] } },
    });
    const verdict = decideCheck(op, { id: 'h1', labels: ['b', 'a', 'theirs'], updated_at: V1 }, spec);
    expect(verdict).toMatchObject({ is: 'queued', patch: { labels: ['a', 'theirs', 'mine'] }, replaced: [] });
    expect(decideCheck(op, { id: 'h1', labels: [{ a: 1 }], updated_at: V1 }, spec).is).toBe('conflict');
  });

  it('[CNF4] what is no object is asked about', () => {
    const op = opOf({
      tbl: 'evidences',
      patch: { properties: { a: 1 } },
      guard: { updatedAt: V1, fields: { properties: null } },
    });
    expect(decideCheck(op, { id: 'h1', properties: [1] }, evidences).is).toBe('conflict');
  });

  it('[CNF5] the last writer wins where the table says so, and the field is named', () => {
    const op = opOf({
      tbl: 'evidences',
      patch: { done: true },
      guard: { updatedAt: V1, fields: { done: null } },
    });
    const verdict = decideCheck(op, { id: 'h1', done: false, updated_at: V1 }, evidences);
    expect(verdict).toEqual({
      is: 'queued',
      patch: { done: true },
      guard: { updatedAt: V1, fields: { done: false } },
      replaced: ['done'],
    });
  });

  it('[GRP4] what takes a step back yields to what somebody else set since', () => {
    const undo = opOf({
      undoes: 'op0',
      patch: { title: 'before', status: 'possible' },
      guard: { updatedAt: V1, fields: { title: 'ours', status: 'likely' } },
    });
    const one = rowOf({ title: 'theirs', status: 'likely', updated_at: V1 });
    expect(decideCheck(undo, one, hypotheses)).toMatchObject({ is: 'queued', patch: { status: 'possible' } });
    const both = rowOf({ title: 'theirs', status: 'proven', updated_at: V1 });
    expect(decideCheck(undo, both, hypotheses)).toEqual({ is: 'acked', row: both });
    const undoInsert = opOf({ kind: 'delete', patch: {}, guard: { updatedAt: 'v0', fields: {} } });
    expect(decideCheck(undoInsert, rowOf({ updated_at: 'v0' }), hypotheses).is).toBe('queued');
    expect(decideCheck(undoInsert, both, hypotheses)).toEqual({ is: 'acked', row: both });
    expect(decideCheck(undoInsert, null, hypotheses)).toEqual({ is: 'acked', row: null });
  });

  it.each([
    ['absent', null, hypotheses],
    ['soft-deleted', { id: 'h1', deleted_at: V1 }, responders],
  ] as const)('[RPL15] a row that is %s is gone, for the caller to confirm', (_what, row, spec) => {
    expect(decideCheck(titleOp, row, spec)).toEqual({ is: 'gone' });
  });
});

describe('checking an insert or a delete', () => {
  it('[RPL8] an insert that is there and ours is acknowledged, even after others edited it', () => {
    const row = { id: 'c1', comment: 'edited', created_by: 'ada' };
    expect(decideCheck(insertOf(), row, comments)).toEqual({ is: 'acked', row });
  });

  it('[RPL8] an insert that is absent is sent again as it was', () => {
    const op = insertOf();
    expect(decideCheck(op, null, comments)).toEqual({
      is: 'queued',
      patch: op.patch,
      guard: null,
      replaced: [],
    });
  });

  it('an id that belongs to somebody else is a clash', () => {
    expect(decideCheck(insertOf(), { id: 'c1', created_by: 'ben' }, comments)).toEqual({ is: 'clash' });
  });

  it('[RPL12] a delete is done when the row is absent or soft-deleted, else sent again', () => {
    const op = opOf({ kind: 'delete', patch: {}, guard: null });
    expect(decideCheck(op, null, hypotheses)).toEqual({ is: 'acked', row: null });
    expect(decideCheck(op, { id: 'h1', deleted_at: V1 }, responders)).toEqual({ is: 'acked', row: null });
    expect(decideCheck(op, rowOf(), hypotheses).is).toBe('queued');
  });
});

describe('decisions of a person', () => {
  const theirs = rowOf({ title: 'theirs', status: 'likely', updated_at: V1 });
  const stopped = opOf({
    state: 'conflict',
    patch: { title: 'mine' },
    attempts: 3,
    nextAt: 5,
    conflict: { theirs, fields: ['title'] },
  });

  it('[CNF6] mine goes out guarded by the row the person saw', () => {
    expect(applyDecision(stopped, { take: 'mine' })).toEqual({
      ...stopped,
      state: 'queued',
      attempts: 0,
      nextAt: null,
      conflict: null,
      guard: { updatedAt: V1, fields: { title: 'theirs' } },
    });
  });

  it('[CNF9] a status that may not move there from theirs cannot be applied, only a legal one', () => {
    const moved = opOf({
      tbl: 'incidents',
      rowId: 'i1',
      state: 'conflict',
      patch: { status: 'investigating' },
      conflict: { theirs: { id: 'i1', status: 'resolved', updated_at: V1 }, fields: ['status'] },
    });
    expect(() => applyDecision(moved, { take: 'mine' })).toThrow(
      'is resolved now and cannot become investigating',
    );
    expect(applyDecision(moved, { take: 'edit', patch: { status: 'open' } })).toMatchObject({
      state: 'queued',
      patch: { status: 'open' },
      guard: { updatedAt: V1, fields: { status: 'resolved' } },
    });
  });

  it('[CNF6] a third value that came meanwhile asks again', () => {
    const again = applyDecision(stopped, { take: 'mine' });
    expect(decideCheck(again, rowOf({ title: 'third' }), hypotheses)).toMatchObject({
      is: 'conflict',
      fields: ['title'],
    });
  });

  it('[CNF6] an edit replaces the value of fields in conflict and no others', () => {
    const edited = applyDecision(stopped, { take: 'edit', patch: { title: 'both' } });
    expect(edited).toMatchObject({
      state: 'queued',
      patch: { title: 'both' },
      guard: { fields: { title: 'theirs' } },
    });
    expect(() => applyDecision(stopped, { take: 'edit', patch: { status: 'x' } })).toThrow('Only the fields');
    expect(() => applyDecision(stopped, { take: 'edit', patch: {} })).toThrow('missing');
    expect(() => applyDecision(titleOp, { take: 'mine' })).toThrow('no open conflict');
  });

  it.each([
    ['queued', true, true],
    ['waiting', true, true],
    ['auth-hold', true, true],
    ['parked', true, true],
    ['conflict', true, false],
    ['sending', false, false],
    ['ambiguous', false, true],
    ['acked', false, false],
    ['done', false, false],
    ['failed', false, false],
  ] as const)('[FAL5] %s: may be discarded %s, sent again %s', (state, discard, retry) => {
    expect(isDiscardable({ state })).toBe(discard);
    expect(isRetryable({ state, lastError: null })).toBe(retry);
  });

  it('[OUT4] what this version cannot read is not sent again', () => {
    const lastError = { class: 'unreadable', status: null, code: null, message: '' };
    expect(isRetryable({ state: 'parked', lastError })).toBe(false);
  });

  it('[RPL14] retry makes it due; an ambiguous one is still looked up first', () => {
    expect(retried(opOf({ state: 'parked', attempts: 5, nextAt: 9 }))).toMatchObject({
      state: 'queued',
      attempts: 0,
      nextAt: null,
    });
    expect(retried(opOf({ state: 'ambiguous', nextAt: 9 }))).toMatchObject({
      state: 'ambiguous',
      nextAt: null,
    });
  });
});

describe('rows an operation points at', () => {
  it('[RPL10] are its foreign keys', () => {
    expect(parentsOf(insertOf(), tables)).toEqual([
      { tbl: 'incidents', id: 'i1' },
      { tbl: 'hypotheses', id: 'h1' },
    ]);
    expect(parentsOf(opOf(), tables)).toEqual([]);
    expect(guardOn(rowOf(), { owner: 'x' })).toEqual({
      updatedAt: '2026-01-01T00:00:00+00:00',
      fields: { owner: null },
    });
  });
});
