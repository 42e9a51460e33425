import type { Outcome } from '../../core/outbox/outcome.ts';
import { toSyncError } from '../../errors.ts';
import { DOCUMENT_LIMIT_BYTES } from '../../protocol/document.ts';
import type { StoredKind } from '../../protocol/document.ts';
import {
  bearsNoSecret,
  checkLogHead,
  checkPackedLines,
  keepable,
  logKey,
  parseLogHead,
  parseLogQuestion,
  parsePackedLines,
} from '../../protocol/log.ts';
import type { LogHead, LogPart, LogQuestion, NewSegment, PackedLines } from '../../protocol/log.ts';
import { logRequest, readLogAnswer } from '../../transport/log-requests.ts';
import type { Client } from '../tabs/client.ts';
import type { Runtime } from '../runtime.ts';
import { openKeptIds } from './kept-ids.ts';

/** Questions of which lines are kept; the one read longest ago goes before that. */
export const KEPT_LOGS = 50;
/** Id of the list of the questions. */
const LIST_ID = 'all';

const NOT_REACHABLE = 'Not reachable now.';
const UNREADABLE = 'The answer of the server was cut off or unreadable.';
/** A selector that the component does not have: 400 of the server of 2024, 404 of that of 2026. */
const UNKNOWN_SELECTOR: readonly (number | null)[] = [400, 404];

/** Ids under which lines are kept. */
interface LogIds {
  of(question: LogQuestion): string;
}

/** All ids of what is kept of a component begin so. */
function startOf({ componentId }: Pick<LogQuestion, 'componentId'>): string {
  return `${componentId.toLowerCase()} `;
}

/** What else the logs must know of their tab. */
export interface LogHooks {
  /** False while somebody else, or nobody, is signed in: nothing is fetched into this person's data (I17). */
  readonly mayAsk: () => Promise<boolean>;
  /** Throws once the tab has ended. */
  readonly act: () => void;
}

/** Lines of logs in any tab: a page asks for them, puts them in order and has them kept. */
export interface LogCalls {
  /** A page from the server, the first or the one that `page` names; keeps nothing. Rejects for what is no question. */
  read(question: LogQuestion, page: string | null): Promise<LogPart>;
  /** What is kept of a question, without its lines; null for nothing. */
  kept(question: LogQuestion): Promise<LogHead | null>;
  /** The lines of a kept segment, which are read last by that; null where they are gone or cannot be read. */
  lines(question: LogQuestion, segmentId: string): Promise<PackedLines | null>;
  /**
   * Keeps a head with its new segments, without what looks like a secret (D22); segments it does not name go. Nothing is
   * kept of a question that itself looks as if it bore one.
   */
  keep(head: LogHead, segments: readonly NewSegment[]): Promise<void>;
  /** Every question of which lines are kept, the last read first. */
  all(): Promise<readonly LogHead[]>;
}

/**
 * `POST /logs` and what is kept of its answers: documents of a share of their own (LOG_CAP_BYTES), so that the ledger, the
 * lock, sign-out and damage are those of all documents. A segment that went for want of room is a gap, and the head says where.
 */
export class Logs implements LogCalls {
  readonly #runtime: Runtime;
  readonly #client: Client;
  readonly #hooks: LogHooks;

  /** `client` is one whose reads belong to the owner of the data (AUT5, AUT6). */
  constructor(runtime: Runtime, client: Client, hooks: LogHooks) {
    this.#runtime = runtime;
    this.#client = client;
    this.#hooks = hooks;
  }

  async read(given: LogQuestion, page: string | null): Promise<LogPart> {
    this.#hooks.act();
    const question = parseLogQuestion(given);
    const { lifecycle } = this.#runtime.ports;
    if (!lifecycle.isOnLine() || !(await this.#hooks.mayAsk()))
      return { is: 'not-here', reason: NOT_REACHABLE };
    const request = logRequest(question, page, lifecycle.isConstrained());
    const outcome = await this.#client.ask('service', request);
    if (outcome.class !== 'ok') {
      if (outcome.class === 'forbidden') await this.#forget(question);
      return failure(outcome, page);
    }
    const answer = readLogAnswer(outcome);
    return answer === null ? { is: 'not-here', reason: UNREADABLE } : { is: 'found', page: answer };
  }

  async kept(given: LogQuestion): Promise<LogHead | null> {
    const question = parseLogQuestion(given);
    const ids = await this.#ids();
    const head = await this.#head(ids, ids.of(question));
    if (head !== null) await this.#touch('logs', ids.of(question));
    return head;
  }

  async lines(given: LogQuestion, segmentId: string): Promise<PackedLines | null> {
    const question = parseLogQuestion(given);
    const id = segmentKey((await this.#ids()).of(question), segmentId);
    const { documents } = this.#runtime.ports;
    const found = await documents?.get('log-lines', id);
    if (found === undefined) return null;
    const lines = parsePackedLines(jsonOf(found.body));
    if (lines === undefined) {
      // Damaged on the disk: it is a gap from now on.
      await documents?.drop('log-lines', id);
      return null;
    }
    await this.#touch('log-lines', id);
    return lines;
  }

  async keep(given: LogHead, segments: readonly NewSegment[]): Promise<void> {
    this.#hooks.act();
    const head = checkLogHead(given);
    const { question } = head;
    if (!bearsNoSecret(question)) return;
    const ids = await this.#ids();
    const key = ids.of(question);
    const before = await this.#head(ids, key);
    for (const { id, lines } of segments) {
      const body = JSON.stringify(keepable(checkPackedLines(lines)));
      if (body.length <= DOCUMENT_LIMIT_BYTES)
        await this.#put('log-lines', segmentKey(key, id), body, head.asOf);
    }
    await this.#put('logs', key, JSON.stringify(head), head.asOf);
    const named = new Set(head.segments.map(({ id }) => id));
    for (const { id } of before?.segments ?? []) {
      if (!named.has(id)) await this.#runtime.ports.documents?.drop('log-lines', segmentKey(key, id));
    }
    await this.#list(ids, key);
  }

  async all(): Promise<readonly LogHead[]> {
    const ids = await this.#ids();
    const heads: LogHead[] = [];
    for (const key of await this.#keys()) {
      const head = await this.#head(ids, key);
      if (head !== null) heads.push(head);
    }
    return heads;
  }

  async #ids(): Promise<LogIds> {
    const idOf = await openKeptIds(this.#runtime.ports, 'logs', ['log-lines']);
    return { of: (question) => idOf(startOf(question), logKey(question)) };
  }

  async #head(ids: LogIds, key: string): Promise<LogHead | null> {
    const found = await this.#runtime.ports.documents?.get('logs', key);
    const head = found === undefined ? undefined : parseLogHead(jsonOf(found.body));
    // What lies under another key than its own was not written here.
    return head === undefined || ids.of(head.question) !== key ? null : head;
  }

  async #keys(): Promise<readonly string[]> {
    const found = await this.#runtime.ports.documents?.get('logs', LIST_ID);
    const stored = jsonOf(found?.body ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  }

  /** Notes that a question was asked, and lets go of those that were not asked for longest. */
  async #list(ids: LogIds, key: string): Promise<void> {
    const keys = [key, ...(await this.#keys()).filter((each) => each !== key)];
    for (const gone of keys.slice(KEPT_LOGS)) await this.#drop(ids, gone);
    await this.#putList(keys.slice(0, KEPT_LOGS));
  }

  async #putList(keys: readonly string[]): Promise<void> {
    await this.#put('logs', LIST_ID, JSON.stringify(keys), null);
  }

  async #drop(ids: LogIds, key: string): Promise<void> {
    const { documents } = this.#runtime.ports;
    const head = await this.#head(ids, key);
    for (const { id } of head?.segments ?? []) await documents?.drop('log-lines', segmentKey(key, id));
    await documents?.drop('logs', key);
  }

  /**
   * Who may not read the lines of a component any more has none of them on the device, whatever was asked for: also those
   * that no readable head names.
   */
  async #forget({ componentId }: LogQuestion): Promise<void> {
    const { documents } = this.#runtime.ports;
    const start = startOf({ componentId });
    // None has the empty id: all that begin so go.
    await documents?.keepNewest('log-lines', '', start, 1);
    await documents?.keepNewest('logs', '', start, 1);
    const keys = await this.#keys();
    const left = keys.filter((key) => !key.startsWith(start));
    if (left.length < keys.length) await this.#putList(left);
  }

  async #put(kind: StoredKind, id: string, body: string, asOf: string | null): Promise<void> {
    const { documents, clock } = this.#runtime.ports;
    // Heads weigh next to nothing and are worth all of their segments: they go after them.
    const usedAt = clock.nowMs() + (kind === 'logs' ? HEADS_LATER_MS : 0);
    await documents?.put({ kind, id, body, asOf, bytes: body.length, reasons: ['recent'], usedAt });
  }

  async #touch(kind: StoredKind, id: string): Promise<void> {
    const { documents, clock } = this.#runtime.ports;
    await documents?.touch(kind, id, clock.nowMs() + (kind === 'logs' ? HEADS_LATER_MS : 0));
  }
}

const HEADS_LATER_MS = 30 * 24 * 3_600_000;

function segmentKey(questionId: string, segmentId: string): string {
  return `${questionId} ${segmentId}`;
}

function failure(outcome: Outcome, page: string | null): LogPart {
  if (outcome.class === 'forbidden') return { is: 'forbidden' };
  const isRefused = UNKNOWN_SELECTOR.includes(outcome.status) && outcome.class !== 'captive';
  // A later page that is refused: the server has forgotten the place, not the selector.
  if (isRefused && page === null) return { is: 'unknown-selector' };
  if (outcome.class === 'invalid' || outcome.class === 'skew' || outcome.class === 'unknown') {
    return { is: 'failed', error: outcome.error ?? toSyncError(undefined).info };
  }
  return { is: 'not-here', reason: outcome.error?.message ?? NOT_REACHABLE };
}

/** JSON of a kept body; undefined when it is none any more: it is read again then. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
