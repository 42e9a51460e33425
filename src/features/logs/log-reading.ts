import type { SyncErrorInfo } from '#sync/errors.ts';
import { toSyncError } from '#sync/errors.ts';
import type { LogHead, LogPage, LogPart, LogQuestion, NewSegment } from '#sync/protocol/log.ts';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import {
  countAll,
  countOf,
  createNumbering,
  lastKeyOf,
  withFirst,
  withOlder,
  type Stretch,
  type Stretches,
} from './log-stretches.ts';

/** Lines that are asked for at once; a hub may give fewer. */
const PAGE_LINES = 500;
/** While lines are followed the newest are asked for so often. */
export const FOLLOW_MS = 5_000;
/** Characters of one question that are kept; what is older is shown and not kept. */
const KEPT_CHARS = 16 * 1024 * 1024;
/** Pages without a line that are read on by themselves: where few lines match, a hub says so page by page. */
const EMPTY_PAGES = 20;

export type ReadingPhase = 'loading' | 'ready' | 'not-here' | 'forbidden' | 'unknown-selector' | 'failed';

/** What is known of the lines of a question. */
export interface Reading {
  readonly phase: ReadingPhase;
  readonly stretches: Stretches;
  /** Server time (ISO) of the newest answer. */
  readonly asOf: string | null;
  /** Why what is shown is not what the server has now, or why nothing is shown; null where the server has just answered. */
  readonly reason: string | null;
  readonly error: SyncErrorInfo | null;
  readonly isAsking: boolean;
  /** The last line of the stretch after which lines are being read. */
  readonly readingAfter: number | null;
  readonly isFollowing: boolean;
  /** Newer lines that are here and held back, because somebody reads further down. */
  readonly newer: number;
  /** In place of lines that this device does not have: those of the same source with another query or range. */
  readonly standIn: LogQuestion | null;
  /** Lines of answers that could not be read. */
  readonly unread: number;
}

const START: Reading = {
  phase: 'loading',
  stretches: [],
  asOf: null,
  reason: null,
  error: null,
  isAsking: false,
  readingAfter: null,
  isFollowing: false,
  newer: 0,
  standIn: null,
  unread: 0,
};

type LogsClient = Pick<
  SyncClient,
  'readLogs' | 'keptLogs' | 'keptLines' | 'keepLogs' | 'logsKept' | 'status'
>;

/**
 * The lines of one question, for as long as somebody looks at them: what is kept first, then what the server says, page by
 * page; in the shape of a store, so that lines that come and go are no business of React's effects.
 */
export class LogReading {
  readonly question: LogQuestion;
  readonly #name: string;
  readonly #sync: LogsClient;
  readonly #numbering = createNumbering();
  readonly #listeners = new Set<() => void>();
  #state = START;
  /** Pages that came while somebody read further down, the oldest first. */
  #held: LogPage[] = [];
  /** Stretches that lie on the disk as they are. */
  #kept: ReadonlySet<string> = new Set();
  #isAtTop = true;
  #isBegun = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #leaveStatus: (() => void) | null = null;

  constructor(sync: LogsClient, question: LogQuestion, name: string) {
    this.#sync = sync;
    this.question = question;
    this.#name = name;
  }

  readonly get = (): Reading => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#isBegun) void this.#begin();
    this.#isBegun = true;
    this.#leaveStatus ??= this.#followStatus();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#leaveStatus?.();
      this.#leaveStatus = null;
      this.#stopTimer();
    };
  };

  /** Asks for the newest lines now. Rejects where they cannot be read. */
  async refresh(): Promise<void> {
    const part = await this.#ask(null);
    if (part.is !== 'found') {
      this.#say(part);
      return;
    }
    this.#held.push(part.page);
    this.#show();
  }

  /** Reads the lines after the stretch that ends with this one: older ones after the last, or what a gap lacks. */
  async readAfter(lastKey: number): Promise<void> {
    if (this.#state.readingAfter !== null || this.#pageAfter(lastKey) === null) return;
    this.#set({ readingAfter: lastKey });
    for (let tries = 0; tries < EMPTY_PAGES; tries += 1) {
      const page = this.#pageAfter(lastKey);
      if (page === null) break;
      const part = await this.#ask(page);
      if (part.is !== 'found') {
        this.#set({ reason: reasonOf(part) });
        break;
      }
      // Newer lines may have come meanwhile: it stands elsewhere then.
      const after = withOlder(
        this.#state.stretches,
        this.#placeOf(lastKey),
        part.page,
        PAGE_LINES,
        this.#numbering,
      );
      this.#set({ stretches: after, unread: this.#state.unread + part.page.unread, reason: null });
      if (countOf(part.page.lines) > 0) break;
    }
    this.#set({ readingAfter: null });
    await this.#keep();
  }

  #placeOf(lastKey: number): number {
    return this.#state.stretches.findIndex((stretch) => lastKeyOf(stretch) === lastKey);
  }

  #pageAfter(lastKey: number): string | null {
    return this.#state.stretches[this.#placeOf(lastKey)]?.next ?? null;
  }

  /** The newest lines stand in view: what came meanwhile is shown, and what comes is. */
  setAtTop(isAtTop: boolean): void {
    if (this.#isAtTop === isAtTop) return;
    this.#isAtTop = isAtTop;
    if (isAtTop) this.showNewer();
  }

  showNewer(): void {
    if (this.#held.length > 0) this.#show();
  }

  setFollowing(isFollowing: boolean): void {
    this.#set({ isFollowing });
    this.#stopTimer();
    if (isFollowing) void this.#poll();
  }

  async #begin(): Promise<void> {
    try {
      const head = await this.#sync.keptLogs(this.question);
      if (head !== null) await this.#load(head);
    } catch (thrown) {
      // What is kept cannot be read: the server may still answer.
      this.#set({ reason: toSyncError(thrown).message });
    }
    await this.refresh();
  }

  /** Shows kept lines as they come from the disk. */
  async #load(head: LogHead): Promise<void> {
    const kept = new Set<string>();
    for (const { id, next, isJoined } of head.segments) {
      const lines = await this.#sync.keptLines(head.question, id);
      const { stretches } = this.#state;
      if (lines === null) {
        // It went for want of room: what is around it does not follow each other any more.
        const [last] = stretches.slice(-1);
        if (last !== undefined)
          this.#set({ stretches: [...stretches.slice(0, -1), { ...last, isJoined: false }] });
        continue;
      }
      kept.add(id);
      const stretch: Stretch = { id, lines, keys: this.#numbering.keys(countOf(lines)), next, isJoined };
      this.#set({ phase: 'ready', asOf: head.asOf, stretches: [...stretches, stretch] });
    }
    this.#kept = kept;
    // An answer without lines is one, too.
    if (head.segments.length === 0) this.#set({ phase: 'ready', asOf: head.asOf });
  }

  async #ask(page: string | null): Promise<LogPart> {
    this.#set({ isAsking: true });
    try {
      return await this.#sync.readLogs(this.question, page);
    } catch (thrown) {
      return { is: 'failed', error: toSyncError(thrown).info };
    } finally {
      this.#set({ isAsking: false });
    }
  }

  #show(): void {
    const pages = this.#held;
    this.#held = [];
    // Lines of the same source stood in: from now on those that were asked for.
    const before = this.#state.standIn === null ? this.#state.stretches : [];
    const stretches = pages.reduce((all, page) => withFirst(all, page, PAGE_LINES, this.#numbering), before);
    const unread = pages.reduce((sum, page) => sum + page.unread, this.#state.unread);
    const asOf = pages.at(-1)?.asOf ?? this.#state.asOf;
    this.#set({
      phase: 'ready',
      stretches,
      asOf,
      reason: null,
      error: null,
      newer: 0,
      standIn: null,
      unread,
    });
    const [first] = stretches;
    // Nothing matched so far, and the server has not looked at everything.
    if (stretches.length === 1 && first !== undefined && countOf(first.lines) === 0 && first.next !== null)
      void this.readAfter(lastKeyOf(first));
    else void this.#keep();
  }

  #say(part: Exclude<LogPart, { is: 'found' }>): void {
    const { stretches, phase, standIn } = this.#state;
    const reason = reasonOf(part);
    if (part.is === 'forbidden') {
      this.#set({ ...START, phase: 'forbidden' });
    } else if (stretches.length > 0 || (phase === 'ready' && standIn === null)) {
      this.#set({ reason });
    } else {
      this.#set({ phase: part.is, reason, error: part.is === 'failed' ? part.error : null });
      if (part.is === 'not-here') void this.#standIn(reason);
    }
  }

  /** Lines of the same source that were read for another question: they can be searched without a network. */
  async #standIn(reason: string | null): Promise<void> {
    const { componentId, selector, query } = this.question;
    const all = await this.#sync.logsKept();
    const ofSource = all.filter(
      ({ question }) => question.componentId === componentId && question.selector === selector,
    );
    // Those that were asked for without words hold the others; else the last ones whose words are part of these.
    const fits = ofSource.filter(({ question }) =>
      query.toLowerCase().includes(question.query.toLowerCase()),
    );
    const head = fits.find(({ question }) => question.query === '') ?? fits[0];
    if (head === undefined || this.#state.phase !== 'not-here') return;
    await this.#load(head);
    this.#kept = new Set();
    // The server would be asked for the pages of another question.
    const stretches = this.#state.stretches.map((stretch) => ({ ...stretch, next: null }));
    if (stretches.length > 0) this.#set({ stretches, standIn: head.question, reason });
  }

  async #poll(): Promise<void> {
    if (document.visibilityState === 'visible') {
      const part = await this.#ask(null);
      if (part.is !== 'found') this.#say(part);
      else this.#take(part.page);
    }
    if (!this.#state.isFollowing || this.#listeners.size === 0) return;
    this.#stopTimer();
    this.#timer = setTimeout(() => void this.#poll(), FOLLOW_MS);
  }

  /** Shown at once where the newest lines are looked at; somebody who reads further down is not pushed away. */
  #take(page: LogPage): void {
    this.#held.push(page);
    if (this.#isAtTop) {
      this.#show();
      return;
    }
    const { stretches } = this.#state;
    const numbering = createNumbering();
    const ahead = this.#held.reduce((all, each) => withFirst(all, each, PAGE_LINES, numbering), stretches);
    const newer = countAll(ahead) - countAll(stretches);
    // A page that says the same again need not be held.
    if (newer === this.#state.newer) this.#held.pop();
    this.#set({ newer, asOf: page.asOf, reason: null });
  }

  /** Has kept what is not yet: the newest lines first, and no more than one question may take. */
  async #keep(): Promise<void> {
    const { stretches, asOf, standIn } = this.#state;
    if (standIn !== null) return;
    let room = KEPT_CHARS;
    const named = stretches.filter(({ lines }) => (room -= lines.text.length) >= 0);
    const isWhole = named.length === stretches.length;
    const head: LogHead = {
      question: this.question,
      name: this.#name,
      asOf,
      segments: named.map(({ id, lines, next, isJoined }, place) => ({
        id,
        count: countOf(lines),
        next,
        isJoined: isJoined && (isWhole || place < named.length - 1),
      })),
    };
    const fresh: NewSegment[] = named
      .filter(({ id }) => !this.#kept.has(id))
      .map(({ id, lines }) => ({ id, lines }));
    this.#kept = new Set(named.map(({ id }) => id));
    try {
      await this.#sync.keepLogs(head, fresh);
    } catch (thrown) {
      // Shown all the same; a device without room says so in the sync chip.
      this.#kept = new Set();
      reportError(thrown);
    }
  }

  #followStatus(): () => void {
    let wasReachable = isReachable(this.#sync);
    const leave = this.#sync.status.subscribe(() => {
      const isNow = isReachable(this.#sync);
      if (isNow && !wasReachable && this.#state.reason !== null) void this.refresh();
      wasReachable = isNow;
    });
    if (this.#state.isFollowing) void this.#poll();
    return leave;
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(change: Partial<Reading>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isReachable({ status }: Pick<SyncClient, 'status'>): boolean {
  const { phase } = status.get();
  return phase === 'live' || phase === 'syncing';
}

function reasonOf(part: Exclude<LogPart, { is: 'found' }>): string | null {
  if (part.is === 'failed') return part.error.message;
  return part.is === 'not-here' ? part.reason : null;
}
