import type { Outcome } from '../../core/outbox/outcome.ts';
import { textAt } from '../../core/outbox/json.ts';
import type { ReviewNeed } from '../../core/commands/review.ts';
import { serverTimeToMs } from '../../core/pull/server-time.ts';
import { toSyncError } from '../../errors.ts';
import type { DocumentKind } from '../../protocol/documents/registry.ts';
import type { FetchedDocument, KeepReason, Pin, StoredDocument } from '../../protocol/document.ts';
import { bearsSecret } from '../../protocol/secrets/keys.ts';
import { DOCUMENT_LIMIT_BYTES, openReason, pinReason, takingPartReason } from '../../protocol/document.ts';
import { documentSpecs } from '../../protocol/documents/registry.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { bodyWithoutSecrets } from '../../protocol/secrets/texts.ts';
import { fitted } from './cut-texts.ts';
import { documentRequest } from '../../transport/document-requests.ts';
import type { Client } from '../tabs/client.ts';
import { incidentsOf, needsOf } from './kept-incidents.ts';
import { openRows } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';

/** What else the documents must know of their tab. */
export interface DocumentHooks {
  /** False while somebody else, or nobody, is signed in: nothing is fetched into this person's data (I17). */
  readonly mayAsk: () => Promise<boolean>;
}

/** What an answer says about the wanted body. */
type Asked =
  | { readonly row: JsonRow | readonly JsonRow[]; readonly asOf: string | null }
  | { readonly outcome: Outcome };

/** What came of a request for a body. */
type Downloaded = { readonly fetched: FetchedDocument } | { readonly unreachable: string };

/** No body: of which state, by whose word, and why. */
function noBody(
  state: 'complete' | 'never' | 'forbidden',
  basis: 'server' | 'kept',
  reason: string | null = null,
): FetchedDocument {
  return { body: null, claim: { state, basis, asOf: null, lacks: [], reason }, isKept: false };
}

const withheldReasons: Readonly<Record<NonNullable<StoredDocument['withheld']>, string>> = {
  secret: 'It may hold a secret and is not kept on this device.',
  large: 'It is too large to be kept on this device.',
  gone: 'It does not exist any more.',
  forbidden: 'You may not read it.',
};

/** A leader looks for what kept things lack soon after it began, when the first pull has come, and then again and again. */
const FIRST_LOOK_MS = 20_000;
const LOOK_EVERY_MS = 5 * 60_000;
/** Age at which a kept body is fetched again: one that grows with its incident, and any other. */
const GROWING_STALE_MS = 30 * 60_000;
const STALE_MS = 24 * 3_600_000;

/** Type of the config a body belongs to, wherever the answer names it. */
function typeOf(row: JsonRow | readonly JsonRow[]): string | null {
  if (Array.isArray(row)) return null;
  const own = textAt(row as JsonRow, 'type'); // a list was answered above; readonly arrays do not narrow by themselves
  const { config } = row as JsonRow; // the same
  const joined: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'type') : null;
  return own ?? (typeof joined === 'string' ? joined : null);
}

/** What one kept thing needs, and on whose account. */
interface Wish {
  readonly reason: KeepReason;
  readonly needs: readonly Pick<ReviewNeed, 'kind' | 'id' | 'grows'>[];
}

/**
 * Bodies fetched on demand and pins (D13), in any tab. A fetched body is kept for its reasons, without what may be a secret;
 * without a network the kept one is given with its age. Pinning fetches what belongs to the pinned thing.
 */
export class Documents {
  readonly #runtime: Runtime;
  readonly #client: Client;
  readonly #hooks: DocumentHooks;
  #prefetching: Promise<void> | null = null;
  #isStopped = false;
  #stopTimer: (() => void) | null = null;

  /** `client` is one whose reads belong to the owner of the data (AUT5, AUT6). */
  constructor(runtime: Runtime, client: Client, hooks: DocumentHooks) {
    this.#runtime = runtime;
    this.#client = client;
    this.#hooks = hooks;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  /** The leader looks after what is kept; everybody else leaves it to the leader. */
  lead(isLeading: boolean): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (!isLeading || this.#runtime.ports.documents === undefined) return;
    this.prefetch();
    const look = (delayMs: number): void => {
      this.#stopTimer = this.#runtime.ports.timers.set(() => {
        this.prefetch();
        look(LOOK_EVERY_MS);
      }, delayMs);
    };
    look(FIRST_LOOK_MS);
  }

  /** Fetches a body; without a network gives the kept one and says so. Rejects only when the store fails. */
  async fetch(kind: DocumentKind, id: string): Promise<FetchedDocument> {
    const openId = openRows(this.#runtime, this.#runtime.tabId).at(-1)?.id;
    const reasons: readonly KeepReason[] = openId === undefined ? ['recent'] : ['recent', openReason(openId)];
    const downloaded = await this.#download(kind, id, reasons);
    return 'fetched' in downloaded ? downloaded.fetched : await this.#kept(kind, id, downloaded.unreachable);
  }

  /** Brings in what the review of an incident needs, while it is open. Resolves when it was tried. */
  async gather(incidentId: string): Promise<void> {
    const needs = await needsOf(this.#runtime.ports.cache, incidentId);
    await this.#fulfil({ reason: openReason(incidentId), needs });
  }

  /** Keeps a thing available offline. Resolves when the pin is durable; fetching goes on in the background. */
  async pin(kind: Pin['kind'], id: string): Promise<void> {
    const { journal, clock } = this.#runtime.ports;
    await journal.putPin({ kind, id, at: clock.nowMs() });
    this.prefetch();
  }

  async unpin(kind: Pin['kind'], id: string): Promise<void> {
    const { journal, documents } = this.#runtime.ports;
    await journal.deletePin(kind, id);
    await documents?.release(pinReason({ kind, id }));
  }

  pins(): Promise<readonly Pin[]> {
    return this.#runtime.ports.journal.pins();
  }

  /** Nobody has this row open any more: what was kept for it alone may go. */
  left(id: string): void {
    this.#background(this.#runtime.ports.documents?.release(openReason(id)));
  }

  /** Fetches what kept things still lack, and lets go of what nobody needs any more. */
  prefetch(): void {
    this.#prefetching ??= this.#tidyAndPrefetch().finally(() => {
      this.#prefetching = null;
    });
    this.#background(this.#prefetching);
  }

  #background(work: Promise<void> | undefined): void {
    work?.catch((thrown: unknown) => {
      this.#runtime.ports.log.event('warn', 'documents.behind', { message: toSyncError(thrown).message });
    });
  }

  async #tidyAndPrefetch(): Promise<void> {
    const { documents, cache } = this.#runtime.ports;
    if (documents === undefined) return;
    const pins = await this.pins();
    const taking = await incidentsOf(cache, this.#runtime.identity.userId);
    const wanted = new Set<string>([
      ...openRows(this.#runtime).map(({ id }) => openReason(id)),
      ...pins.map(pinReason),
      ...(taking ?? []).map(takingPartReason),
    ]);
    for (const reason of await documents.reasons()) {
      // What keeps itself is let go of only when it is known who takes part.
      const isSpared = reason === 'recent' || (taking === null && reason.startsWith('taking-part:'));
      if (!isSpared && !wanted.has(reason)) await documents.release(reason as KeepReason); // written by this class
    }
    for (const pin of pins) {
      const needs = await this.#needsOfPin(pin);
      if (!(await this.#fulfil({ reason: pinReason(pin), needs }))) return;
    }
    for (const id of taking ?? []) {
      if (!(await this.#fulfil({ reason: takingPartReason(id), needs: await needsOf(cache, id) }))) return;
    }
  }

  async #needsOfPin({ kind, id }: Pin): Promise<Wish['needs']> {
    switch (kind) {
      case 'incident':
        return await needsOf(this.#runtime.ports.cache, id);
      case 'config':
        return configNeeds(id);
      case 'changelog-line':
        // The mark is all there is to keep; the line itself comes with its incident.
        return [];
    }
  }

  /** False when the network or the term ended on the way. */
  async #fulfil({ reason, needs }: Wish): Promise<boolean> {
    for (const { kind, id, grows } of needs) {
      if (this.#isStopped) return false;
      if (!(await this.#secure(kind, id, grows, reason))) return false;
    }
    return true;
  }

  /** Has one body here for a reason; false when the server could not be reached. */
  async #secure(kind: DocumentKind, id: string, grows: boolean, reason: KeepReason): Promise<boolean> {
    const { documents } = this.#runtime.ports;
    const kept = await documents?.get(kind, id);
    if (kept !== undefined && !this.#isStale(kept, grows)) {
      if (!kept.reasons.includes(reason)) await documents?.put({ ...kept, reasons: [reason] });
      return true;
    }
    const downloaded = await this.#download(kind, id, [reason]);
    return 'fetched' in downloaded;
  }

  #isStale({ asOf }: StoredDocument, grows: boolean): boolean {
    const { clock, lifecycle } = this.#runtime.ports;
    if (!lifecycle.isVisible() || lifecycle.isConstrained()) return false;
    const at = serverTimeToMs(asOf);
    const now = clock.nowMs() + (this.#runtime.skew.ms ?? 0);
    return at === null || now - at > (grows ? GROWING_STALE_MS : STALE_MS);
  }

  async #ask(kind: DocumentKind, id: string): Promise<Asked> {
    const { lifecycle } = this.#runtime.ports;
    const nowMs = this.#runtime.ports.clock.nowMs() + (this.#runtime.skew.ms ?? 0);
    const request = documentRequest(kind, id, lifecycle.isConstrained(), nowMs);
    const asked = request.path.startsWith('/db/') ? 'read' : 'service';
    const outcome = await this.#client.ask(asked, request);
    const [row] = outcome.rows;
    if (outcome.class !== 'ok') return { outcome };
    if (documentSpecs[kind].gives !== undefined) return { row: outcome.rows, asOf: outcome.serverTime };
    return row === undefined ? { outcome } : { row, asOf: outcome.serverTime };
  }

  async #download(kind: DocumentKind, id: string, reasons: readonly KeepReason[]): Promise<Downloaded> {
    const { lifecycle } = this.#runtime.ports;
    if (!lifecycle.isOnLine() || !(await this.#hooks.mayAsk())) return { unreachable: 'Not reachable now.' };
    const asked = await this.#ask(kind, id);
    if ('outcome' in asked) {
      const { outcome } = asked;
      if (outcome.class === 'forbidden') {
        await this.#withhold(kind, id, reasons, 'forbidden', outcome.serverTime);
        return { fetched: noBody('forbidden', 'server') };
      }
      if (outcome.class !== 'ok') return { unreachable: outcome.error?.message ?? 'Not reachable now.' };
      await this.#withhold(kind, id, reasons, 'gone', outcome.serverTime);
      return { fetched: noBody('complete', 'server', withheldReasons.gone) };
    }
    const { asOf } = asked;
    const { row, body } = shortened(kind, asked.row);
    const claim = { state: 'complete', basis: 'server', asOf, lacks: [], reason: null } as const;
    const fetched = { body: row, claim };
    const open = keepable(kind, row);
    const hidden = open?.hidden ?? 0;
    const text = hidden === 0 ? body : JSON.stringify(open?.body);
    const withheld = open === null ? 'secret' : text.length > DOCUMENT_LIMIT_BYTES ? 'large' : null;
    if (withheld !== null) {
      await this.#withhold(kind, id, reasons, withheld, asOf);
      return { fetched: { ...fetched, isKept: false } };
    }
    const document = { kind, id, body: text, asOf, reasons: [...reasons] };
    if (hidden === 0) return { fetched: { ...fetched, isKept: await this.#keep(document) } };
    const isThere = await this.#keep({ ...document, hidden });
    return { fetched: { ...fetched, isKept: false, ...(isThere ? { hidden } : {}) } };
  }

  async #keep(document: Omit<StoredDocument, 'bytes' | 'usedAt'>): Promise<boolean> {
    const { documents, clock } = this.#runtime.ports;
    if (documents === undefined) return false;
    await documents.put({ ...document, bytes: document.body.length, usedAt: clock.nowMs() });
    return true;
  }

  /** Remembers why a kept thing lacks a body, so that its state can be said and it is not asked for again and again. */
  async #withhold(
    kind: DocumentKind,
    id: string,
    reasons: readonly KeepReason[],
    withheld: NonNullable<StoredDocument['withheld']>,
    asOf: string | null,
  ): Promise<void> {
    const lasting = reasons.filter((reason) => reason !== 'recent');
    if (lasting.length === 0) return;
    await this.#keep({ kind, id, body: 'null', asOf, reasons: lasting, withheld });
  }

  async #kept(kind: DocumentKind, id: string, reason: string): Promise<FetchedDocument> {
    const { documents, clock } = this.#runtime.ports;
    const found = await documents?.get(kind, id);
    if (documents === undefined || found === undefined) return noBody('never', 'kept', reason);
    if (found.withheld !== undefined)
      return noBody(
        found.withheld === 'forbidden' ? 'forbidden' : 'never',
        'kept',
        withheldReasons[found.withheld],
      );
    const body = jsonOf(found.body);
    if (body === undefined) {
      // Kept for whatever reason, it is worth nothing; what still needs it asks for it again.
      await documents.drop(kind, id);
      this.#runtime.ports.log.event('error', 'documents.damaged', { kind, id });
      return noBody('never', 'kept', `The kept copy was damaged and is fetched again. ${reason}`);
    }
    await documents.touch(kind, id, clock.nowMs());
    const { asOf, hidden } = found;
    if (hidden === undefined)
      return { body, claim: { state: 'complete', basis: 'kept', asOf, lacks: [], reason }, isKept: true };
    // Whoever takes a body for the thing gets none.
    const missing = noBody('never', 'kept', withheldReasons.secret);
    const lacks = [{ what: 'secret' }] as const;
    return { ...missing, claim: { ...missing.claim, asOf, lacks }, hidden, remains: body };
  }
}

/** What of a body may be stored (D22): of a definition all but its secrets, of anything else all or nothing; null is nothing. */
function keepable(
  kind: DocumentKind,
  row: JsonRow | readonly JsonRow[],
): ReturnType<typeof bodyWithoutSecrets> {
  const type = typeOf(row);
  if (documentSpecs[kind].isDefinition === true) return bodyWithoutSecrets(type, row);
  return bearsSecret(type, row) ? null : { body: row, hidden: 0 };
}

/** A body as it is given and kept: whole, or without the middle of what is too long (DOC12). */
function shortened(
  kind: DocumentKind,
  row: JsonRow | readonly JsonRow[],
): { readonly row: JsonRow | readonly JsonRow[]; readonly body: string } {
  const fit = Array.isArray(row) ? null : fitted(kind, row as JsonRow, DOCUMENT_LIMIT_BYTES); // as: no list
  return fit ?? { row, body: JSON.stringify(row) };
}

/** A kept body; undefined when it is no JSON any more. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The disk has damaged it: the caller drops it.
    return undefined;
  }
}

function configNeeds(id: string): Wish['needs'] {
  return [
    { kind: 'config', id, grows: false },
    { kind: 'config-detail', id, grows: false },
    { kind: 'config-changes', id, grows: false },
    { kind: 'config-checks', id, grows: false },
    { kind: 'config-unlinked', id, grows: false },
    { kind: 'config-edges', id, grows: false },
  ];
}
