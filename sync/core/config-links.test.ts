import { describe, expect, it } from 'vitest';
import { ada, opOf, snapOf, storedOf } from '#tests/support/op-fixture.ts';
import type { HttpResponse, RowRef, RowSnapshot } from '../ports.ts';
import type { Command } from '../protocol/command.ts';
import type { JsonRow, Op } from '../protocol/op.ts';
import { tables } from '../protocol/tables.ts';
import { classifyResponse } from '../transport/classify.ts';
import { isRowWithKey } from '../transport/postgrest.ts';
import { writeRequest } from '../transport/write-request.ts';
import { decideCheck } from './check/check.ts';
import { planAppend } from './outbox/coalesce.ts';
import { NO_STAMP } from './outbox/plan.ts';
import { rebaseGuards } from './outbox/settle.ts';
import { commandRefs, planCommand } from './commands/commands.ts';
import { parentsOf } from './commands/references.ts';
import { describeOp } from './outbox/notice-text.ts';
import { nextAttempt } from './pull/next-attempt.ts';

const links = tables.config_component_relationships;
const KEY = 'k1~g1';
const T = '2026-01-01T00:00:01+00:00';
const DELETED = '2026-01-02T00:00:00+00:00';

function row(values: JsonRow = {}): JsonRow {
  const stamps = { created_at: T, updated_at: T, deleted_at: null };
  return { component_id: 'k1', config_id: 'g1', selector_id: 'manual', ...stamps, ...values };
}

const context = {
  identity: ada,
  tables,
  nowMs: Date.UTC(2026, 2, 1, 9),
  serverSkewMs: 0,
  origin: { screen: '/topology/k1', tabId: 't1', appVersion: 'test' },
  newRowId: () => 'unused',
  newOpId: () => 'new-op',
};

function plan(command: Command, here: JsonRow | null): Op[] {
  const snap = here === null ? snapOf() : snapOf({ row: storedOf({ ...here, _k: KEY }) });
  const at = (_ref: RowRef): RowSnapshot => snap;
  return planCommand(command, { at, under: [] }, context).map((draft) => ({ ...draft, seq: 1 }));
}

const create: Command = {
  kind: 'row.create',
  table: 'config_component_relationships',
  rows: [{ component_id: 'k1', config_id: 'g1' }],
};
const remove: Command = { kind: 'row.delete', table: 'config_component_relationships', rowId: KEY };

function insertOp(): Op {
  const [op] = plan(create, null);
  if (op === undefined) throw new Error('no operation');
  return op;
}

const deleteOp = opOf({ kind: 'delete', tbl: links.name, rowId: KEY, patch: {}, guard: null });

describe('linking a component to a config', () => {
  it('[KEY3] is an insert under the natural key, in the lane of the component', () => {
    expect(commandRefs(create, () => snapOf(), tables)).toEqual([
      { tbl: links.name, id: KEY },
      { tbl: 'components', id: 'k1' },
    ]);
    expect(insertOp()).toMatchObject({
      kind: 'insert',
      tbl: links.name,
      rowId: KEY,
      lane: 'component:k1',
      guard: null,
      patch: { _k: KEY, component_id: 'k1', config_id: 'g1', selector_id: 'manual', deleted_at: null },
    });
    expect(describeOp(insertOp())).toBe('Your new config link');
    expect(parentsOf(insertOp(), tables)).toEqual([{ tbl: 'components', id: 'k1' }]);
  });

  it('[JRN7] is no change where they are linked, by hand or by the server', () => {
    expect(plan(create, row())).toEqual([]);
    expect(plan(create, row({ selector_id: 'a1b2' }))).toEqual([]);
  });

  it('[KEY3] leaves a row that is there as it is, and says what people send', () => {
    const request = writeRequest(links, { userId: 'ada', isConstrained: false }, insertOp());
    expect(request.method).toBe('POST');
    expect(request.path).toContain('on_conflict=component_id,config_id');
    expect(request.headers['prefer']).toContain('resolution=ignore-duplicates');
    expect(JSON.parse(request.body ?? '')).toEqual({
      component_id: 'k1',
      config_id: 'g1',
      selector_id: 'manual',
    });
  });

  it('[KEY3] has what it wanted where the link is there, whoever made it', () => {
    for (const there of [row(), row({ selector_id: 'a1b2' })]) {
      expect(decideCheck(insertOp(), there, links)).toEqual({ is: 'acked', row: there });
    }
  });

  it('[KEY3] brings back a link that was deleted softly, as it was seen and no other', () => {
    const was = row({ selector_id: 'a1b2', deleted_at: DELETED });
    const verdict = decideCheck(insertOp(), was, links);
    expect(verdict).toMatchObject({
      is: 'queued',
      guard: { updatedAt: T, fields: { deleted_at: DELETED } },
    });
    const guard = verdict.is === 'queued' ? verdict.guard : null;
    const request = writeRequest(links, { userId: 'ada', isConstrained: false }, { ...insertOp(), guard });
    expect(request.method).toBe('PATCH');
    expect(request.path).toContain('component_id=eq.k1&config_id=eq.g1&deleted_at=eq.');
    expect(request.path).toContain(encodeURIComponent(DELETED).replaceAll('%3A', ':'));
    expect(JSON.parse(request.body ?? '')).toEqual({ selector_id: 'manual', deleted_at: null });
    // Its answer lost: the link is there.
    expect(decideCheck({ ...insertOp(), guard }, row(), links).is).toBe('acked');
    // Gone for good meanwhile: it is made anew (seed 654 of the simulation waited for the old row for ever).
    expect(decideCheck({ ...insertOp(), guard }, null, links)).toMatchObject({ is: 'queued', guard: null });
  });
});

describe('taking a link away', () => {
  it('[KEY4] is a deletion in the lane of the component, and only of a link made by hand', () => {
    expect(plan(remove, row())).toMatchObject([
      { kind: 'delete', tbl: links.name, rowId: KEY, lane: 'component:k1', patch: {} },
    ]);
    expect(() => plan(remove, row({ selector_id: 'a1b2' }))).toThrow('made by hand');
    expect(() => plan(remove, null)).toThrow('not on this device');
  });

  it('[KEY4] deletes for good what still says that a person made it', () => {
    const request = writeRequest(links, { userId: 'ada', isConstrained: false }, deleteOp);
    expect(request.method).toBe('DELETE');
    expect(request.path).toContain('?component_id=eq.k1&config_id=eq.g1&selector_id=eq.manual');
    expect(request.body).toBeUndefined();
  });

  it('[KEY4] that found nothing is looked up: the link may be the server’s by now', () => {
    const nothing = { class: 'already', error: null, rows: [], code: null, status: 200 } as const;
    const outcome = { ...nothing, retryAfterMs: null, serverTime: null, total: null };
    const attempt = { nowMs: 5, random: 0, isVisible: true, streak: 0, isSessionConfirmed: false };
    const facts = { ...attempt, isNumbered: false, isHandMade: true };
    expect(nextAttempt(deleteOp, outcome, facts)).toEqual({ to: 'ambiguous', nextAt: 5 });
    expect(nextAttempt(deleteOp, outcome, { ...facts, isHandMade: false })).toEqual({
      to: 'acked',
      row: null,
    });
    const theirs = row({ selector_id: 'a1b2' });
    expect(decideCheck(deleteOp, theirs, links)).toEqual({ is: 'acked', row: theirs });
    expect(decideCheck(deleteOp, row({ deleted_at: DELETED }), links)).toEqual({ is: 'acked', row: null });
    expect(decideCheck(deleteOp, row(), links).is).toBe('queued');
  });
});

describe('a deletion under a key that may come again', () => {
  const LATER = '2026-01-03T00:00:00+00:00';
  const unlink = (snap: RowSnapshot): Op => {
    const drafts = planCommand(remove, { at: () => snap, under: [] }, context);
    const [op] = drafts.map((draft) => ({ ...draft, seq: 2 }));
    if (op === undefined) throw new Error('no operation');
    return op;
  };
  const here = storedOf({ ...row(), _k: KEY });
  /** A link of this device whose insert is on its way. */
  const ours: RowSnapshot = snapOf({
    row: storedOf({ ...row({ created_at: 'now', updated_at: 'now' }), _k: KEY }),
    shadow: {
      tbl: links.name,
      id: KEY,
      base: null,
      fence: 0,
      pending: [{ ...insertOp(), state: 'sending' }],
    },
  });

  it('[KEY6] takes the link that the person saw and no other', () => {
    const op = unlink(snapOf({ row: here }));
    expect(op.guard).toEqual({ updatedAt: T, fields: {} });
    const request = writeRequest(links, { userId: 'ada', isConstrained: false }, op);
    expect(request.path).toContain('&selector_id=eq.manual&updated_at=eq.');
    expect(request.path).not.toContain('deleted_at=is.null');
    const unstamped = unlink(snapOf({ row: storedOf({ ...row({ updated_at: null }), _k: KEY }) }));
    const other = writeRequest(links, { userId: 'ada', isConstrained: false }, unstamped);
    expect(other.path).toContain('&updated_at=is.null');
  });

  it('[KEY6] yields to a link that somebody made after it was lost', () => {
    const op = unlink(snapOf({ row: here }));
    const theirs = row({ created_at: LATER, updated_at: LATER });
    expect(decideCheck(op, theirs, links)).toEqual({ is: 'acked', row: theirs });
    expect(decideCheck(op, row(), links).is).toBe('queued');
  });

  it('[KEY6] goes by the stamp of the server where the link is one of this device', () => {
    const op = unlink(ours);
    expect(op.guard).toEqual({ updatedAt: NO_STAMP, fields: {} });
    const made = row({ created_at: LATER, updated_at: LATER });
    const acked: Op = { ...insertOp(), id: 'made', state: 'acked', ack: made };
    expect(rebaseGuards([acked, op], acked, made)).toEqual([
      { ...op, guard: { updatedAt: LATER, fields: {} } },
    ]);
  });

  it('[KEY6] is not moved on to the link that an earlier deletion left to somebody else', () => {
    const theirs = row({ created_at: LATER, updated_at: LATER });
    const op = unlink(snapOf({ row: here }));
    const yielded: Op = { ...op, id: 'earlier', state: 'acked', ack: theirs, isAckRead: true };
    expect(rebaseGuards([yielded, op], yielded, theirs)).toEqual([]);
  });

  it('[KEY6] goes by it also where the answer came while the person was deleting', () => {
    const made = row({ created_at: LATER, updated_at: LATER });
    const insert: Op = { ...insertOp(), id: 'made', seq: 1, firstSentAt: 1 };
    for (const state of ['acked', 'done'] as const) {
      const [kept] = planAppend([{ ...insert, state, ack: made }], [unlink(ours)], 1).kept;
      expect(kept?.guard).toEqual({ updatedAt: LATER, fields: {} });
    }
    const [waits] = planAppend([{ ...insert, state: 'sending' }], [unlink(ours)], 1).kept;
    expect(waits?.guard?.updatedAt).toBe(NO_STAMP);
  });
});

describe('the answer to a write of a row with a natural key', () => {
  const answer = (rows: readonly JsonRow[]): HttpResponse => ({
    status: 201,
    headers: { 'content-type': 'application/json', 'content-range': '*/*' },
    body: JSON.stringify(rows),
    redirected: false,
  });
  const isOurs = (found: JsonRow): boolean => isRowWithKey(links, found, KEY);

  it('[KEY5] is held against all of its columns', () => {
    expect(classifyResponse('insert', answer([row()]), isOurs).class).toBe('ok');
    expect(classifyResponse('insert', answer([row({ config_id: 'g2' })]), isOurs).class).toBe('ambiguous');
  });
});
