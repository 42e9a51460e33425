import type { RowSnapshot } from '#sync/ports.ts';
import { columnsOf } from '#sync/core/outbox/json.ts';
import { rowHash } from '#sync/core/pull/row-hash.ts';
import type { Outcome } from '#sync/core/outbox/outcome.ts';
import type { Identity } from '#sync/protocol/identity.ts';
import type { JsonRow, Op } from '#sync/protocol/op.ts';
import type { Stored } from '#sync/protocol/stored.ts';

/** Owner of everything in these tests. */
export const ada: Identity = { userId: 'ada', tenant: 'https://console.test', scopeHash: '' };

/** A queued update of hypothesis `h1`; whatever a test cares about replaces the defaults. */
export function opOf(values: Partial<Op> = {}): Op {
  const seq = values.seq ?? 1;
  return {
    id: `op${seq}`,
    v: 1,
    seq,
    identity: ada,
    lane: 'incident:i1',
    group: null,
    kind: 'update',
    tbl: 'hypotheses',
    rowId: 'h1',
    patch: { title: `title ${seq}` },
    guard: { updatedAt: '2026-01-01T00:00:00+00:00', fields: { title: 'base' } },
    deps: [],
    createdAt: 0,
    serverSkewMs: null,
    state: 'queued',
    attempts: 0,
    firstSentAt: null,
    nextAt: null,
    epoch: null,
    lastError: null,
    ack: null,
    conflict: null,
    origin: { screen: '/incidents/i1', tabId: 't1', appVersion: 'test' },
    ...values,
  };
}

/** A comment that still has to be created. */
export function insertOf(values: Partial<Op> = {}): Op {
  const rowId = values.rowId ?? 'c1';
  return opOf({
    kind: 'insert',
    tbl: 'comments',
    rowId,
    guard: null,
    patch: { id: rowId, comment: 'Looking', incident_id: 'i1', hypothesis_id: 'h1', created_by: 'ada' },
    ...values,
  });
}

/** The server's version of hypothesis `h1`. */
export function rowOf(values: JsonRow = {}): JsonRow {
  return {
    id: 'h1',
    incident_id: 'i1',
    parent_id: null,
    owner: null,
    team_id: null,
    type: 'root',
    title: 'base',
    status: 'possible',
    created_by: 'ada',
    created_at: '2026-01-01T00:00:00+00:00',
    updated_at: '2026-01-01T00:00:00+00:00',
    ...values,
  };
}

/** A row as the cache holds it. */
export function storedOf(row: JsonRow, fence = 0, flags = 0): Stored {
  return { ...row, _v: rowHash(row), _p: flags, _f: fence, _seen: 0 };
}

/** What a cache transaction sees of a row. */
export function snapOf(values: Partial<RowSnapshot> = {}): RowSnapshot {
  return { row: undefined, shadow: undefined, tombstone: undefined, ...values };
}

/** Server columns of a stored row, for comparisons. */
export function plain(row: Stored | undefined): JsonRow | null {
  return row === undefined ? null : columnsOf(row);
}

/** A judged answer. */
export function outcomeOf(values: Partial<Outcome> & Pick<Outcome, 'class'>): Outcome {
  return {
    status: null,
    code: null,
    retryAfterMs: null,
    rows: [],
    serverTime: null,
    total: null,
    error: null,
    ...values,
  };
}

/** The same numbers in the same order on every run. */
export function rngOf(...values: readonly number[]): { next: () => number } {
  let at = 0;
  return {
    next: () => {
      at += 1;
      return values[(at - 1) % values.length] ?? 0;
    },
  };
}
