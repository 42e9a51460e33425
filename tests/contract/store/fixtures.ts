import type { Identity } from '#sync/protocol/identity.ts';
import type { Op } from '#sync/protocol/op.ts';
import { OP_VERSION } from '#sync/protocol/op.ts';
import type { FeedState, Stored } from '#sync/protocol/stored.ts';

/** Identity of one test's databases; the name keeps tests of one origin apart. */
export function identityOf(name: string): Identity {
  return { userId: name, tenant: 'http://localhost', scopeHash: '' };
}

/** A queued title edit; override what the test is about. */
export function makeOp(identity: Identity, over: Partial<Op> & { readonly id: string }): Op {
  return {
    v: OP_VERSION,
    seq: 1,
    identity,
    lane: 'incident:i1',
    group: null,
    kind: 'update',
    tbl: 'hypotheses',
    rowId: 'h1',
    patch: { title: 'Disk is full' },
    guard: { updatedAt: '2024-09-01T10:00:00.123456+00:00', fields: { title: 'Disk?' } },
    deps: [],
    createdAt: 1_000,
    serverSkewMs: null,
    state: 'queued',
    attempts: 0,
    firstSentAt: null,
    nextAt: null,
    epoch: null,
    lastError: null,
    ack: null,
    conflict: null,
    origin: { screen: '/incidents', tabId: 't1', appVersion: '0.1.0' },
    ...over,
  };
}

/** A cached hypothesis. */
export function hypothesis(id: string, over: Readonly<Record<string, unknown>> = {}): Stored {
  return {
    id,
    incident_id: 'i1',
    parent_id: null,
    type: 'root',
    title: `Title of ${id}`,
    status: 'possible',
    created_at: '2024-09-01T10:00:00.123456+00:00',
    updated_at: '2024-09-01T10:00:00.123456+00:00',
    _v: `v-${id}`,
    _p: 0,
    _f: 0,
    _seen: 0,
    ...over,
  };
}

/** State of a feed after a good pull. */
export function feed(tbl: string, over: Partial<FeedState> = {}): FeedState {
  return {
    tbl,
    status: 'complete',
    asOf: '2024-09-01T10:00:05.000Z',
    lastRows: 3,
    lastError: null,
    badRows: 0,
    badSample: null,
    ...over,
  };
}
