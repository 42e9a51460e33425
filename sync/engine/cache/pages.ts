import { toSyncError } from '../../errors.ts';
import { serverTimeToMs } from '../../core/pull/server-time.ts';
import type { Outcome } from '../../core/outbox/outcome.ts';
import { DOCUMENT_LIMIT_BYTES } from '../../protocol/document.ts';
import { isPagedRow, pageClaim, parseReading, questionKey, sourceStart } from '../../protocol/paged.ts';
import type { KeptPage, PagePart, PageQuestion, Reading } from '../../protocol/paged.ts';
import { isUnkept } from '../../protocol/pages/registry.ts';
import { pageRequest, readPageAnswer } from '../../transport/paged-requests.ts';
import type { Client } from '../tabs/client.ts';
import { openKeptIds } from './kept-ids.ts';
import type { Runtime } from '../runtime.ts';

/** Questions of one source of which the pages are kept; older ones go. */
export const KEPT_QUESTIONS = 10;
/** What PostgREST says to a page behind the last row, which may have been deleted meanwhile. */
const PAST_THE_END = 416;
const NOT_REACHABLE = 'Not reachable now.';
const CONTRADICTION =
  'An answer contradicts itself: something between this device and the server changed it.';

/** What a page's answer came to. */
type Got = { readonly page: KeptPage } | { readonly part: PagePart };

/** What else the pages must know of their tab. */
export interface PageHooks {
  /** False while somebody else, or nobody, is signed in: nothing is fetched into this person's data (I17). */
  readonly mayAsk: () => Promise<boolean>;
}

/**
 * Rows that are not pulled, page by page, in any tab. The pages of a question hold still: the first one fixes the moments
 * that its time range means, its successors are asked for the same ones, and asking for the first one again begins anew.
 */
export class Pages {
  readonly #runtime: Runtime;
  readonly #client: Client;
  readonly #hooks: PageHooks;
  /** Requests on their way, by question and page. */
  readonly #asking = new Map<string, Promise<PagePart>>();

  /** `client` is one whose reads belong to the owner of the data (AUT5, AUT6). */
  constructor(runtime: Runtime, client: Client, hooks: PageHooks) {
    this.#runtime = runtime;
    this.#client = client;
    this.#hooks = hooks;
  }

  /** One page, from what is kept where that is young enough, else from the server. Rejects only when the store fails. */
  read(question: PageQuestion, maxAgeMs: number): Promise<PagePart> {
    const key = `${question.page} ${questionKey(question)}`;
    const known = this.#asking.get(key);
    if (known !== undefined) return known;
    const asking = this.#read(question, maxAgeMs).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #read(question: PageQuestion, maxAgeMs: number): Promise<PagePart> {
    const reading = await this.#kept(question);
    const kept = reading?.pages.find(({ page }) => page === question.page);
    if (kept !== undefined && this.#isYoung(kept, maxAgeMs)) return found(kept, 'kept', null);
    const { range, page } = question;
    // A successor belongs to the reading that its first page began; without one it begins one of its own.
    const window =
      page > 1 && reading !== undefined
        ? reading
        : { fromAt: range?.fromAt ?? null, toAt: range?.toAt ?? null };
    const got = await this.#ask(question, window);
    if ('page' in got) {
      await this.#add(question, window, got.page);
      return found(got.page, 'server', null);
    }
    if (got.part.is === 'forbidden') await this.#forget(question);
    else if (kept !== undefined) return found(kept, 'kept', reasonOf(got.part));
    return got.part;
  }

  #isYoung({ asOf }: KeptPage, maxAgeMs: number): boolean {
    const { clock } = this.#runtime.ports;
    const at = serverTimeToMs(asOf);
    const nowMs = clock.nowMs() + (this.#runtime.skew.ms ?? 0);
    // A clock that was set back since has put it into the future: as far from now as that, it is not young either.
    return at !== null && Math.abs(nowMs - at) < maxAgeMs;
  }

  async #ask(question: PageQuestion, window: Pick<Reading, 'fromAt' | 'toAt'>): Promise<Got> {
    const { lifecycle } = this.#runtime.ports;
    if (!lifecycle.isOnLine() || !(await this.#hooks.mayAsk())) return notHere(NOT_REACHABLE);
    const { kind, request } = pageRequest(question, window, lifecycle.isConstrained());
    const outcome = await this.#client.ask(kind, request);
    if (outcome.class !== 'ok' && outcome.status !== PAST_THE_END) return failure(outcome);
    const answer = readPageAnswer(question, outcome);
    if (answer === null || contradicts(question, answer)) return notHere(CONTRADICTION);
    const rows = answer.rows.filter(isPagedRow);
    const { total, extra } = answer;
    const unread = answer.rows.length - rows.length;
    return { page: { page: question.page, rows, total, extra, unread, asOf: outcome.serverTime } };
  }

  async #kept(question: PageQuestion): Promise<Reading | undefined> {
    if (isUnkept(question.source)) return undefined;
    const { documents } = this.#runtime.ports;
    const found = await documents?.get('page', await this.#idOf(question));
    return found === undefined ? undefined : parseReading(jsonOf(found.body));
  }

  /** Keeps a page beside those of its reading, as they are by now: what was dropped meanwhile does not come back (AUT6). */
  async #add(
    question: PageQuestion,
    { fromAt, toAt }: Pick<Reading, 'fromAt' | 'toAt'>,
    page: KeptPage,
  ): Promise<void> {
    if (isUnkept(question.source)) return;
    const reading = page.page === 1 ? undefined : await this.#kept(question);
    // Another tab has begun the question anew: this page belongs to moments that nobody reads any more (PAG2).
    if (reading !== undefined && (reading.fromAt !== fromAt || reading.toAt !== toAt)) return;
    const others = (reading?.pages ?? []).filter((each) => each.page !== page.page);
    await this.#keep(question, { fromAt, toAt, pages: [...others, page] });
  }

  async #keep(question: PageQuestion, reading: Reading): Promise<void> {
    // The page just read stays; of the others those go first that are farthest from it.
    let { pages } = reading;
    let body = JSON.stringify(reading);
    while (body.length > DOCUMENT_LIMIT_BYTES && pages.length > 1) {
      pages = pages.slice(1);
      body = JSON.stringify({ ...reading, pages });
    }
    if (body.length > DOCUMENT_LIMIT_BYTES) return;
    const asOf = reading.pages.at(-1)?.asOf ?? null;
    const id = await this.#idOf(question);
    const { documents, clock } = this.#runtime.ports;
    const usedAt = clock.nowMs();
    await documents?.put({ kind: 'page', id, body, asOf, bytes: body.length, reasons: ['recent'], usedAt });
    await documents?.keepNewest('page', id, sourceStart(question.source), KEPT_QUESTIONS);
  }

  async #idOf(question: PageQuestion): Promise<string> {
    const idOf = await openKeptIds(this.#runtime.ports, 'page');
    return idOf(sourceStart(question.source), questionKey(question));
  }

  async #forget(question: PageQuestion): Promise<void> {
    await this.#runtime.ports.documents?.drop('page', await this.#idOf(question));
  }
}

function found(kept: KeptPage, basis: 'server' | 'kept', reason: string | null): PagePart {
  const { page, rows, total, extra } = kept;
  return { is: 'found', value: { page, rows, total, extra }, claim: pageClaim(kept, basis, reason) };
}

const notHere = (reason: string): Got => ({ part: { is: 'not-here', reason } });

/** What a refusal or a failure makes of a page nobody has. */
function failure(outcome: Outcome): Got {
  if (outcome.class === 'forbidden') return { part: { is: 'forbidden' } };
  if (outcome.class === 'invalid' || outcome.class === 'skew' || outcome.class === 'unknown') {
    const error = outcome.error ?? toSyncError(undefined).info;
    return { part: { is: 'failed', error } };
  }
  return notHere(outcome.error?.message ?? NOT_REACHABLE);
}

function reasonOf(part: PagePart): string | null {
  if (part.is === 'failed') return part.error.message;
  return part.is === 'not-here' ? part.reason : null;
}

/** More rows than were asked for, fewer in all than are here, or none where some must be: no server of ours says that. */
function contradicts(
  { page, size }: PageQuestion,
  { rows, total }: { readonly rows: readonly unknown[]; readonly total: number | null },
): boolean {
  if (rows.length > size) return true;
  if (total === null) return false;
  const before = (page - 1) * size;
  return rows.length === 0 ? total > before : before + rows.length > total;
}

/** JSON of a kept body; undefined when it is none any more: it is read again then. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
