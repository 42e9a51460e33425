import type { Outcome } from '../core/outcome.ts';
import { textAt } from '../core/json.ts';
import { toSyncError } from '../errors.ts';
import type { DocumentStore } from '../ports.ts';
import type { DocumentKind, FetchedDocument, KeepReason, Pin, StoredDocument } from '../protocol/document.ts';
import { bearsSecret, DOCUMENT_LIMIT_BYTES } from '../protocol/document.ts';
import type { JsonRow } from '../protocol/op.ts';
import { classifyFailure, classifyResponse } from '../transport/classify.ts';
import { documentRequest } from '../transport/document-requests.ts';
import type { Runtime } from './runtime.ts';

/** What else the documents must know of their tab. */
export interface DocumentHooks {
  /** False while somebody else, or nobody, is signed in: nothing is fetched into this person's data (I17). */
  readonly mayAsk: () => boolean;
}

/** What an answer says about the wanted body. */
type Asked =
  | { readonly row: JsonRow | readonly JsonRow[]; readonly asOf: string | null }
  | { readonly outcome: Outcome };

const missing: FetchedDocument = { body: null, state: 'never', asOf: null, isKept: false, reason: null };

function pinReason({ kind, id }: Pick<Pin, 'kind' | 'id'>): KeepReason {
  return `pinned:${kind}:${id}`;
}

function openReason(incidentId: string): KeepReason {
  return `open-incident:${incidentId}`;
}

/** Type of the config a body belongs to, wherever the answer names it. */
function typeOf(row: JsonRow | readonly JsonRow[]): string | null {
  if (Array.isArray(row)) return null;
  const own = textAt(row as JsonRow, 'type'); // a list was answered above; readonly arrays do not narrow by themselves
  const { config } = row as JsonRow; // the same
  const joined: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'type') : null;
  return own ?? (typeof joined === 'string' ? joined : null);
}

/**
 * Bodies fetched on demand and pins (D13), in any tab. A fetched body is kept for its reasons unless it bears a secret;
 * without a network the kept one is given with its age. Pinning fetches what belongs to the pinned thing.
 */
export class Documents {
  readonly #runtime: Runtime;
  readonly #hooks: DocumentHooks;
  #prefetching: Promise<void> | null = null;
  #isStopped = false;

  constructor(runtime: Runtime, hooks: DocumentHooks) {
    this.#runtime = runtime;
    this.#hooks = hooks;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Fetches a body; without a network gives the kept one and says so. Rejects only when the store fails. */
  async fetch(kind: DocumentKind, id: string): Promise<FetchedDocument> {
    const { page, tabId } = this.#runtime;
    const incidentId = page.focus.get(tabId);
    const reasons: readonly KeepReason[] =
      incidentId === undefined ? ['recent'] : ['recent', openReason(incidentId)];
    return await this.#fetch(kind, id, reasons);
  }

  /** Keeps a thing available offline. Resolves when the pin is durable; fetching goes on in the background. */
  async pin(kind: Pin['kind'], id: string): Promise<void> {
    const { journal, clock } = this.#runtime.ports;
    await journal.putPin({ kind, id, at: clock.nowMs() });
    this.prefetchPins();
  }

  async unpin(kind: Pin['kind'], id: string): Promise<void> {
    const { journal, documents } = this.#runtime.ports;
    await journal.deletePin(kind, id);
    await documents?.release(pinReason({ kind, id }));
  }

  pins(): Promise<readonly Pin[]> {
    return this.#runtime.ports.journal.pins();
  }

  /** Another incident is open, or none: what was kept for the former one alone may go. */
  focusMoved(before: string | undefined): void {
    if (before === undefined || [...this.#runtime.page.focus.values()].includes(before)) return;
    this.#background(this.#runtime.ports.documents?.release(openReason(before)));
  }

  /** Fetches what pinned things still lack, and forgets incidents that nobody has open any more. */
  prefetchPins(): void {
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
    const { documents } = this.#runtime.ports;
    if (documents === undefined) return;
    const focused = new Set([...this.#runtime.page.focus.values()].map(openReason));
    for (const reason of await documents.reasons()) {
      const isStale = reason.startsWith('open-incident:') && !focused.has(reason as KeepReason); // by its prefix
      if (isStale) await documents.release(reason as KeepReason); // the same
    }
    for (const pin of await this.pins()) {
      for (const configId of await this.#configsOf(pin)) {
        for (const kind of ['config', 'config-changes'] as const) {
          if (this.#isStopped) return;
          await this.#prefetch(documents, kind, configId, pinReason(pin));
        }
      }
    }
  }

  async #prefetch(
    documents: DocumentStore,
    kind: DocumentKind,
    id: string,
    reason: KeepReason,
  ): Promise<void> {
    const kept = await documents.get(kind, id);
    if (kept?.reasons.includes(reason) === true) return;
    await this.#fetch(kind, id, [reason]);
  }

  /** Configs a pinned thing is about: itself, or those its evidence names. */
  async #configsOf(pin: Pin): Promise<readonly string[]> {
    if (pin.kind === 'config') return [pin.id];
    const { cache } = this.#runtime.ports;
    const hypotheses = await cache.where('hypotheses', 'incident_id', pin.id);
    const evidences = await Promise.all(
      hypotheses.map((row) => cache.where('evidences', 'hypothesis_id', textAt(row, 'id') ?? '')),
    );
    const ids = evidences.flat().flatMap((row) => textAt(row, 'config_id') ?? []);
    return [...new Set(ids)];
  }

  async #ask(kind: DocumentKind, id: string): Promise<Asked> {
    const { http, lifecycle } = this.#runtime.ports;
    const outcome = await http.send(documentRequest(kind, id, lifecycle.isConstrained())).then(
      (response) => classifyResponse('read', response, null),
      (thrown: unknown) => classifyFailure('read', thrown),
    );
    const [row] = outcome.rows;
    if (outcome.class !== 'ok') return { outcome };
    if (kind === 'config-changes') return { row: outcome.rows, asOf: outcome.serverTime };
    return row === undefined ? { outcome } : { row, asOf: outcome.serverTime };
  }

  async #fetch(kind: DocumentKind, id: string, reasons: readonly KeepReason[]): Promise<FetchedDocument> {
    const { documents, lifecycle, clock } = this.#runtime.ports;
    if (!lifecycle.isOnLine() || !this.#hooks.mayAsk())
      return await this.#kept(kind, id, 'Not reachable now.');
    const asked = await this.#ask(kind, id);
    if ('outcome' in asked) {
      if (asked.outcome.class === 'forbidden') return { ...missing, state: 'forbidden' };
      if (asked.outcome.class === 'ok')
        return { ...missing, state: 'complete', reason: 'It does not exist any more.' };
      return await this.#kept(kind, id, asked.outcome.error?.message ?? 'Not reachable now.');
    }
    const body = JSON.stringify(asked.row);
    const fetched = { body: asked.row, state: 'complete', asOf: asked.asOf, reason: null } as const;
    const isKeepable = body.length <= DOCUMENT_LIMIT_BYTES && !bearsSecret(typeOf(asked.row), asked.row);
    if (documents === undefined || !isKeepable) return { ...fetched, isKept: false };
    const usedAt = clock.nowMs();
    const bytes = body.length;
    const document: StoredDocument = {
      kind,
      id,
      body,
      asOf: asked.asOf,
      bytes,
      reasons: [...reasons],
      usedAt,
    };
    await documents.put(document);
    return { ...fetched, isKept: true };
  }

  async #kept(kind: DocumentKind, id: string, reason: string): Promise<FetchedDocument> {
    const { documents, clock } = this.#runtime.ports;
    const found = await documents?.get(kind, id);
    if (documents === undefined || found === undefined) return { ...missing, reason };
    await documents.touch(kind, id, clock.nowMs());
    const body: unknown = JSON.parse(found.body);
    return { body, state: 'complete', asOf: found.asOf, isKept: true, reason };
  }
}
