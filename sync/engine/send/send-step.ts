import { backoffMs } from '../../core/pull/backoff.ts';
import { decideCheck, guardOn, undoneQuestion } from '../../core/check/check.ts';
import { keepable } from '../../core/check/keepable.ts';
import { describeOp } from '../../core/outbox/notice-text.ts';
import { lacksForerunner } from '../../core/outbox/group.ts';
import { nextAttempt, retryWithParents } from '../../core/pull/next-attempt.ts';
import type { AttemptContext, Transition } from '../../core/pull/next-attempt.ts';
import type { Outcome, OutcomeClass } from '../../core/outbox/outcome.ts';
import { textAt } from '../../core/outbox/json.ts';
import { parentsOf } from '../../core/commands/references.ts';
import { changeForAck } from '../../core/outbox/settle.ts';
import { columnOfPath, hasPaths, wholeColumns, withPathValues } from '../../protocol/json-path.ts';
import { isRevival } from '../../protocol/op.ts';
import type { JsonRow, Op } from '../../protocol/op.ts';
import type { TableName, TableSpec } from '../../protocol/table.ts';
import { isTableName } from '../../protocol/table.ts';
import { parseRows } from '../../transport/parse-page.ts';
import { isRowWithKey, rowRequest, statusLogRequest } from '../../transport/postgrest.ts';
import { asWritten, writeRequest } from '../../transport/write-request.ts';
import { confirmAbsent } from '../pull/absence.ts';
import { CacheFullError } from '../cache/cache-writer.ts';
import type { CacheWriter } from '../cache/cache-writer.ts';
import type { Client } from '../tabs/client.ts';
import type { Lead, Runtime } from '../runtime.ts';
import type { SessionGate } from '../tabs/session-gate.ts';
import type { Session } from '../tabs/session.ts';
import type { Transitions } from './transitions.ts';

/** Parts of one term that a step needs. */
export interface StepParts {
  readonly runtime: Runtime;
  readonly lead: Lead;
  readonly client: Client;
  readonly session: Session;
  /** The way out: nothing is sent past it. */
  readonly gate: SessionGate;
  readonly cache: CacheWriter;
  readonly transitions: Transitions;
  /** Failures in a row per operation, this term. */
  readonly streaks: Map<string, number>;
}

function specOf(parts: StepParts, op: Op): TableSpec | null {
  return isTableName(op.tbl) ? parts.runtime.tables[op.tbl] : null;
}

function contextFor(parts: StepParts, op: Op, isSessionConfirmed: boolean): AttemptContext {
  const { runtime, streaks } = parts;
  const spec = specOf(parts, op);
  return {
    nowMs: runtime.ports.clock.nowMs(),
    random: runtime.ports.rng.next(),
    isVisible: runtime.page.isVisible,
    streak: streaks.get(op.id) ?? 0,
    isSessionConfirmed,
    isNumbered: spec?.isNumbered === true,
    isHandMade: spec?.handMade !== undefined,
  };
}

function stumble(parts: StepParts, op: Op): void {
  parts.streaks.set(op.id, (parts.streaks.get(op.id) ?? 0) + 1);
}

function backoffAt(parts: StepParts, op: Op): number {
  const { clock, rng } = parts.runtime.ports;
  const streak = parts.streaks.get(op.id) ?? 0;
  return clock.nowMs() + backoffMs(streak, parts.runtime.page.isVisible, rng.next());
}

/**
 * The representation as the cache may keep it; null when it does not fit the schema (D24), and where another relation was
 * written than is pulled: columns that one lacks would count as empty (WRT6).
 */
function representation(spec: TableSpec, row: JsonRow | null): JsonRow | null {
  return row === null || spec.write?.path !== undefined ? null : (parseRows(spec, [row]).rows[0] ?? null);
}

/** Answers that say something about the network or the session, and nothing about a parent. */
const passing: ReadonlySet<OutcomeClass> = new Set([
  'retryable',
  'ambiguous',
  'auth',
  'captive',
  'offline',
  'cancelled',
]);

/** Answers after which the server may have done what it was asked. */
const mayHaveActed: ReadonlySet<OutcomeClass> = new Set([
  'ok',
  'already',
  'empty',
  'ambiguous',
  'unknown',
  'cancelled',
]);

/** An operation that was sent and what came back; `since` is the fence at which its request began. */
interface Answered {
  readonly op: Op;
  readonly outcome: Outcome;
  readonly since: number;
}

/** After 23503: a parent that is really gone ends the operation, one that is there gets another try (D7). */
async function findParents(parts: StepParts, answered: Answered): Promise<void> {
  const { op, outcome } = answered;
  const { runtime, client, transitions } = parts;
  for (const { tbl, id } of parentsOf(op, runtime.tables)) {
    const parent = runtime.tables[tbl];
    const answer = await client.ask('read', rowRequest(parent, client.context(), id));
    if (answer.class !== 'ok') {
      if (passing.has(answer.class)) return transitions.waiting(op, answer, backoffAt(parts, op), false);
      // A parent that may not be read cannot be awaited for ever: the try counts, and a person decides in the end.
      return perform(parts, answered, retryWithParents(op, contextFor(parts, op, true)));
    }
    if (answer.rows.length > 0) continue;
    const isAbsent = await confirmAbsent(parts, parent, id);
    if (isAbsent === true) return transitions.failed(op, outcome, 'missing-parent');
    return transitions.waiting(op, outcome, backoffAt(parts, op), false);
  }
  await perform(parts, answered, retryWithParents(op, contextFor(parts, op, true)));
}

/** A 403 counts only when whoami still names the same user (D7 forbidden). */
async function confirmSession(parts: StepParts, answered: Answered): Promise<void> {
  const { op, outcome } = answered;
  const { session, transitions } = parts;
  const state = await session.verify();
  if (state === 'ok') return perform(parts, answered, nextAttempt(op, outcome, contextFor(parts, op, true)));
  if (state === 'signed-out' || state === 'other-user') {
    return transitions.held(op, outcome, backoffAt(parts, op));
  }
  return transitions.waiting(op, outcome, backoffAt(parts, op), false);
}

/** How often an acknowledged row is read again because a pull brought another version of it meanwhile. */
const LOOKS = 2;

/** The row as the server has it now; null when one answer shows none (I14), undefined when that could not be learnt. */
async function lookAgain(parts: StepParts, op: Op, spec: TableSpec): Promise<JsonRow | null | undefined> {
  const { client, session } = parts;
  const answer = await client.ask('read', rowRequest(spec, client.context(), op.rowId));
  if (answer.class === 'auth') session.doubt();
  if (answer.class !== 'ok') return undefined;
  const row = parseRows(spec, answer.rows).rows[0] ?? null;
  return spec.softDelete && textAt(row, 'deleted_at') !== null ? null : row;
}

/**
 * Stores an acknowledgement: journal, cache, done. A pull that read the row while the answer was on its way may have
 * brought a newer version, or the one before; the row is then read again, and when that cannot be done what is known of
 * both decides (D9, I9).
 */
async function acknowledge(
  parts: StepParts,
  op: Op,
  row: JsonRow | null,
  { from, since }: { readonly from: 'answer' | 'look'; readonly since: number },
): Promise<void> {
  const { transitions, cache, lead } = parts;
  const acked = await transitions.acked(op, row, from);
  if (acked === null) return;
  if (!(await cache.settle(acked, since, lead.nextFence()))) await settleOvertaken(parts, acked);
  await transitions.done(acked);
}

async function settleOvertaken(parts: StepParts, acked: Op): Promise<void> {
  const { cache, lead } = parts;
  const spec = specOf(parts, acked);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const fence = lead.nextFence();
    const seen = (spec === null ? null : await lookAgain(parts, acked, spec)) ?? null;
    if (seen === null) break;
    if (await cache.settle({ ...acked, ack: seen }, fence, lead.nextFence())) return;
  }
  const isUnread = acked.ack === null && acked.kind !== 'delete';
  const change = isUnread ? null : changeForAck(acked, lead.nextFence(), null, 'overtaken');
  if (change === null) return cache.drop([acked]);
  await cache.apply([change]);
}

/** The table, where its rows are pulled from elsewhere than this one was written to. */
function pulledElsewhere(spec: TableSpec | null, op: Op): TableSpec | null {
  return spec?.write?.path === undefined || op.kind === 'delete' ? null : spec;
}

/**
 * Acknowledges what was written elsewhere than it is pulled, with the row as it is read where it is pulled (WRT6). What came
 * back, or is new, is looked up again until that answers: what this device knew or made up is not what it is now.
 */
async function acknowledgeElsewhere(parts: StepParts, op: Op, spec: TableSpec): Promise<void> {
  const { lead, streaks, transitions } = parts;
  const fence = lead.nextFence();
  const seen = await lookAgain(parts, op, spec);
  if (seen === undefined && (isRevival(op) || op.kind === 'insert')) {
    stumble(parts, op);
    return transitions.ambiguous(op, null, backoffAt(parts, op));
  }
  streaks.delete(op.id);
  return acknowledge(parts, op, seen ?? null, { from: 'look', since: fence });
}

async function perform(parts: StepParts, answered: Answered, transition: Transition): Promise<void> {
  const { op, outcome, since } = answered;
  const { transitions, session, streaks } = parts;
  if (transition.to !== 'acked') stumble(parts, op);
  switch (transition.to) {
    case 'acked': {
      const spec = specOf(parts, op);
      streaks.delete(op.id);
      const elsewhere = pulledElsewhere(spec, op);
      if (elsewhere !== null) return acknowledgeElsewhere(parts, op, elsewhere);
      const row = spec === null ? transition.row : representation(spec, transition.row);
      return acknowledge(parts, op, row, { from: 'answer', since });
    }
    case 'ambiguous':
      return transitions.ambiguous(op, outcome, transition.nextAt);
    case 'waiting':
      return transitions.waiting(op, outcome, transition.nextAt, transition.burns);
    case 'auth-hold':
      session.doubt();
      return transitions.held(op, outcome, backoffAt(parts, op));
    case 'confirm-session':
      return confirmSession(parts, answered);
    case 'find-parents':
      return findParents(parts, answered);
    case 'failed':
      streaks.delete(op.id);
      return transitions.failed(op, outcome, transition.reason);
    case 'parked':
      return transitions.parked(op, outcome);
    case 'stay':
      return undefined;
  }
}

/** True when the journal has lost what the operation must not be sent without. Most name nothing. */
async function isStranded({ runtime }: StepParts, op: Op): Promise<boolean> {
  const { journal } = runtime.ports;
  const named = op.deps.length === 0 ? [] : await journal.read({ ids: op.deps });
  const lane = (op.group?.step ?? 1) === 1 ? [] : await journal.read({ lane: op.lane });
  return lacksForerunner(op, [...named, ...lane]);
}

/** Sends one operation and stores what became of it. */
export async function sendStep(parts: StepParts, planned: Op): Promise<void> {
  const { client, transitions, gate, lead } = parts;
  if (await isStranded(parts, planned)) return transitions.stranded(planned);
  const spec = specOf(parts, planned);
  // Not claimed: it would be taken up again at once, without end (WRT2).
  const op = spec === null ? null : await transitions.claim(planned);
  if (op === null || spec === null) return;
  const written = hasPaths(op.patch) ? await overFreshRow(parts, op, spec) : op;
  if (written === null) return;
  // While the row was read the person may have signed out, or another tab come to lead (I15, I18).
  if (written !== op && !(await transitions.isClaimed(op))) return;
  const request = writeRequest(spec, client.context(), written);
  // The page may have been frozen since the runner looked, and somebody else may have signed in meanwhile (I17).
  const pass = gate.begin({ id: op.id, what: describeOp(op), opIds: [op.id] });
  if (pass === null) return transitions.released(op, planned);
  const since = lead.nextFence();
  const isWritten = (row: JsonRow): boolean => isRowWithKey(spec, row, op.rowId);
  const outcome = await client.ask(op.kind, request, isWritten, pass.signal);
  pass.end(mayHaveActed.has(outcome.class));
  await perform(parts, { op, outcome, since }, nextAttempt(op, outcome, contextFor(parts, op, false)));
}

/** Columns that a row is read with for the values of a change in them alone. */
function readForPaths({ columns }: TableSpec, { patch }: Pick<Op, 'patch'>): readonly string[] {
  return Object.keys(patch)
    .map(columnOfPath)
    .filter((column) => !columns.includes(column) && !Object.hasOwn(patch, column));
}

/**
 * The operation as it is written: values within a JSON column over that column as the server has it at this moment, which
 * goes nowhere else. Null where the row does not let it be sent, or could not be read: the look that follows says why
 * (WRT10).
 */
async function overFreshRow(parts: StepParts, op: Op, spec: TableSpec): Promise<Op | null> {
  const { client, transitions, session } = parts;
  const answer = await client.ask('read', rowRequest(asWritten(spec, op), client.context(), op.rowId));
  if (answer.class === 'cancelled') return null;
  const row = answer.class === 'ok' ? (answer.rows[0] ?? null) : null;
  if (answer.class !== 'ok') {
    stumble(parts, op);
    if (answer.class === 'auth') session.doubt();
    await transitions.ambiguous(op, answer, backoffAt(parts, op));
    return null;
  }
  const isRead = row !== null && isRowWithKey(spec, row, op.rowId);
  const verdict = isRead ? decideCheck(op, withPathValues(row, op.patch, []), spec) : null;
  if (row === null || verdict?.is !== 'queued') {
    await transitions.ambiguous(op, null, parts.runtime.ports.clock.nowMs());
    return null;
  }
  const patch = wholeColumns(verdict.patch, row);
  return { ...op, patch, guard: guardOn(row, patch) };
}

/** Brings the server's row into the shadow, so that a conflict shows what the server has now. */
async function takeBase(
  parts: StepParts,
  tbl: TableName,
  id: string,
  row: JsonRow,
  fence: number,
): Promise<void> {
  const parsed = representation(parts.runtime.tables[tbl], row);
  const stamp = parts.lead.nextFence();
  if (parsed === null) return;
  try {
    await parts.cache.apply([{ tbl, id, base: { row: parsed, fence, stamp } }]);
  } catch (thrown) {
    // The operation carries what the server has; asking again would not make room for it.
    if (!(thrown instanceof CacheFullError)) throw thrown;
    parts.runtime.ports.log.event('warn', 'cache.behind', { kind: 'storage-full', message: thrown.message });
  }
}

/**
 * Looks up the row of an operation whose fate is unknown and decides (D7 checking, I28): after one successful GET it
 * is acknowledged, queued, in conflict or failed. An absent row is believed only after a second look, whatever the
 * operation was, because an empty answer is also what a broken proxy sends (I2, I14).
 */
export async function checkStep(parts: StepParts, planned: Op): Promise<void> {
  const { client, transitions, streaks, session, lead } = parts;
  const pulled = specOf(parts, planned);
  const op = pulled === null ? null : await transitions.claimCheck(planned);
  if (op === null || pulled === null) return;
  const spec = asWritten(pulled, op);
  const fence = lead.nextFence();
  const answer = await client.ask('read', rowRequest(spec, client.context(), op.rowId));
  if (answer.class === 'cancelled') return;
  if (answer.class !== 'ok') {
    stumble(parts, op);
    if (answer.class === 'auth') session.doubt();
    return transitions.ambiguous(op, answer, backoffAt(parts, op));
  }
  const row = answer.rows[0] ?? null;
  // A row that was not asked for says nothing of the one that was (RPL20).
  if (row !== null && !isRowWithKey(spec, row, op.rowId)) {
    stumble(parts, op);
    return transitions.ambiguous(op, null, backoffAt(parts, op));
  }
  // A delete that is believed done, or an insert that is sent again and refused, ends on this one answer.
  const isDoubted = row === null && op.kind !== 'update';
  if (isDoubted && (await confirmAbsent(parts, spec, op.rowId)) !== true) {
    stumble(parts, op);
    return transitions.ambiguous(op, null, backoffAt(parts, op));
  }
  const seen = row === null ? null : withPathValues(row, op.patch, readForPaths(pulled, op));
  const verdict = decideCheck(op, seen, spec);
  switch (verdict.is) {
    case 'acked': {
      const elsewhere = pulledElsewhere(pulled, op);
      if (elsewhere !== null) return acknowledgeElsewhere(parts, op, elsewhere);
      streaks.delete(op.id);
      return acknowledge(parts, op, representation(spec, verdict.row), { from: 'look', since: fence });
    }
    case 'queued': {
      const undone = await wasUndone(parts, op, row);
      if (undone === null) return transitions.ambiguous(op, null, backoffAt(parts, op));
      if (undone && row !== null) {
        if (isTableName(op.tbl)) await takeBase(parts, op.tbl, op.rowId, row, fence);
        return transitions.conflicted(op, { is: 'conflict', theirs: row, fields: ['status'] });
      }
      const streak = streaks.get(op.id) ?? 0;
      stumble(parts, op);
      return transitions.requeued(op, verdict, streak === 0 ? null : backoffAt(parts, op));
    }
    case 'conflict':
      if (isTableName(op.tbl)) await takeBase(parts, op.tbl, op.rowId, verdict.theirs, fence);
      return transitions.conflicted(op, { ...verdict, theirs: keepable(verdict.theirs, pulled) });
    case 'clash':
      // What stands there takes the place of what is refused, and does not wait for a pull.
      if (row !== null && isTableName(op.tbl) && pulledElsewhere(pulled, op) === null)
        await takeBase(parts, op.tbl, op.rowId, row, fence);
      return transitions.failed(op, null, 'clash');
    case 'gone':
      return settleGone(parts, op, spec, fence);
  }
}

/** A server that does not understand the question; while it reads its schema anew it says the same for a moment. */
const misunderstood: ReadonlySet<OutcomeClass> = new Set(['skew', 'invalid']);
/** Failures in a row after which a changelog that the server fails to read is not waited for any more. */
const LOG_TRIES = 5;

/**
 * True when our unanswered change of a status took effect and somebody has set it back since: the changelog has a line
 * with our value, written after the version we changed. Sending it again would replace a decision unseen (I3, I31).
 * Null when the changelog could not be asked, or its answer was cut off; where it cannot be read the row alone decides.
 */
async function wasUndone(parts: StepParts, op: Op, row: JsonRow | null): Promise<boolean | null> {
  const { runtime, client, session, streaks } = parts;
  const question = row === null ? null : undoneQuestion(op, row);
  if (question === null) return false;
  const request = statusLogRequest(runtime.tables[question.table], client.context(), question);
  const answer = await client.ask('read', request);
  if (answer.class === 'ok') return answer.rows.length > 0;
  if (answer.class === 'auth') session.doubt();
  const isBroken = answer.class === 'unknown' && (answer.status ?? 0) >= 400;
  const isGivenUp = (isBroken || misunderstood.has(answer.class)) && (streaks.get(op.id) ?? 0) > LOG_TRIES;
  if (answer.class === 'forbidden' || isGivenUp) return false;
  stumble(parts, op);
  return null;
}

async function settleGone(parts: StepParts, op: Op, spec: TableSpec, fence: number): Promise<void> {
  const { transitions, cache } = parts;
  if ((await confirmAbsent(parts, spec, op.rowId)) !== true) {
    stumble(parts, op);
    return transitions.ambiguous(op, null, backoffAt(parts, op));
  }
  await transitions.failed(op, null, 'gone');
  return cache.apply([
    { tbl: spec.name, id: op.rowId, base: { row: null, fence, stamp: parts.lead.nextFence() } },
  ]);
}
