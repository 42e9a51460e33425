import type { DocumentStore, HttpRequest } from '#sync/ports.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import {
  parsePageQuestion,
  parseReading,
  questionKey,
  sourceStart,
  type AskedPage,
  type PagePart,
  type PageQuestion,
} from '#sync/protocol/paged.ts';
import { openKeptIds } from '#sync/engine/cache/kept-ids.ts';
import { KEPT_QUESTIONS } from '#sync/engine/cache/pages.ts';
import { createMemoryDocuments } from '#sync/store/documents/memory-documents.ts';
import { userId } from './facts.ts';
import type { InFlight } from './network.ts';
import type { Prng } from './prng.ts';
import type { World } from './world.ts';

/* Pages of rows that are not pulled (PAG1 to PAG8), read by people while everything else goes on. */

const SIZE = 4;
const DAY_MS = 86_400_000;
/** More questions than are kept; most find nothing. */
const TYPES = 13;
const readPath = /^\/catalog\/(?:changes|summary)$/u;

interface Change {
  readonly id: string;
  readonly type: string;
  atMs: number;
  /** A row that cannot be told from others (PAG6). */
  readonly isNameless: boolean;
}

/** What can be judged of one answer: its rows in order, how many there are in all, how many were not readable. */
const answered = (ids: readonly string[], total: number | null, unread: number): string =>
  JSON.stringify([ids, total, unread]);

/** The server's side of pages, and what it has said to each of them. */
export class PagedWorld {
  readonly prng: Prng;
  documents: DocumentStore = createMemoryDocuments();
  readonly changes: Change[] = [];
  /** The role of this person may not read them. */
  isDenied = false;
  /** Pages of which that was said. */
  readonly denied = new Set<string>();
  /** Which tab was given a page of somebody else, who had just signed in (AUT5), and whether it has heard of that since. */
  readonly foreign = new Map<string, { readonly tab: string; isTold: boolean }>();
  readonly #said = new Map<string, Set<string>>();

  constructor(prng: Prng, nowMs: number) {
    this.prng = prng;
    for (let count = 1; count <= 14; count += 1) this.add(nowMs - count * 3_600_000);
  }

  add(atMs: number): void {
    const number = this.changes.length + 1;
    const isNameless = this.prng.chance(0.05);
    this.changes.push({ id: `change ${number}`, type: `t${number % 3}`, atMs, isNameless });
  }

  /** A tab hears who is signed in: what it was given by then of somebody else it must not keep (AUT6). */
  told(tab: string, body: string): void {
    for (const [who, taken] of this.foreign) if (taken.tab === tab && body.includes(who)) taken.isTold = true;
  }

  /** The body of an answer to the one who is signed in; null where that may not be read. */
  answer(path: string, body: string, who: string): unknown {
    const asked = JSON.parse(body) as JsonRow; // written by the request module
    if (this.isDenied) {
      this.denied.add(placeOf(path, asked).replace(/\|[^|]*\|[^|]*$/u, '|'));
      return null;
    }
    const isSummary = path.endsWith('summary');
    const rows = isSummary ? this.#summary(asked['deleted'] === true, who) : this.#matching(asked, who);
    const page = isSummary ? rows : rows.slice(sliceOf(asked)[0], sliceOf(asked)[1]);
    const ids = page.flatMap((row) => {
      const id = isSummary ? JSON.stringify([row['type']]) : row['id'];
      return typeof id === 'string' ? [`${id} ${String(row['count'])} ${who}`] : [];
    });
    this.#note(placeOf(path, asked), answered(ids, rows.length, page.length - ids.length));
    if (isSummary) return page;
    // What is empty is left out.
    return page.length === 0 && rows.length === 0 ? {} : { total: rows.length, changes: page, summary: {} };
  }

  #note(place: string, text: string): void {
    this.#said.set(place, (this.#said.get(place) ?? new Set()).add(text));
  }

  /** True when the server once said that to this very page, of these moments or, where they are not known, of any. */
  hasSaid(place: string, text: string): boolean {
    if (!place.endsWith('|*')) return this.#said.get(place)?.has(text) === true;
    const start = place.slice(0, -1);
    return [...this.#said].some(([key, texts]) => key.startsWith(start) && texts.has(text));
  }

  #matching(asked: JsonRow, who: string): JsonRow[] {
    const [from, to] = [Date.parse(String(asked['from'])), Date.parse(String(asked['to']))];
    return this.changes
      .filter(({ type, atMs }) => (asked['type'] ?? type) === type && atMs >= from && atMs <= to)
      .toSorted((a, b) => b.atMs - a.atMs)
      .map(({ id, type, atMs, isNameless }) => ({
        ...(isNameless ? {} : { id }),
        change_type: type,
        count: atMs,
        who,
      }));
  }

  #summary(hasDeleted: boolean, who: string): JsonRow[] {
    const count = this.changes.length + (hasDeleted ? 1 : 0);
    return ['Pod', 'Node'].map((type) => ({ type, count, changes: count, who }));
  }

  clear(): void {
    this.documents = createMemoryDocuments();
  }
}

function sliceOf(asked: JsonRow): readonly [number, number] {
  const [page, size] = [Number(asked['page']), Number(asked['page_size'])];
  return [(page - 1) * size, page * size];
}

/** Names a page of a question and its moments, as the wire has them. */
function placeOf(path: string, asked: JsonRow): string {
  if (path.endsWith('summary')) return `summary ${String(asked['deleted'])}|1|*|*`;
  const { type = '', page, from, to } = asked;
  return `changes ${String(type)}|${String(page)}|${String(from)}|${String(to)}`;
}

/** The same of a question, without moments. */
function startOf(question: PageQuestion): string {
  return placeOfQuestion(question, question.page).replace(/\|\*(?:\|\*)?$/u, '|');
}

/** The same of a question; without moments any. */
function placeOfQuestion(
  question: PageQuestion,
  page: number,
  fromAt?: string | null,
  toAt?: string | null,
): string {
  if (question.source === 'catalog-summary') return `summary ${question.query.deleted}|1|*|*`;
  const type = question.source === 'changes' ? (question.query.type ?? '') : '';
  const start = `changes ${type}|${page}|`;
  return fromAt === undefined ? `${start}*` : `${start}${fromAt}|${toAt}`;
}

/** A question as a screen asks it: of the last two days by the clock of the device. */
function anyQuestion(world: World, prng: Prng): AskedPage {
  if (prng.chance(0.25)) {
    const query = { groupBy: ['type'], deleted: prng.chance(0.5) };
    return { source: 'catalog-summary', query, range: null, page: 1, size: SIZE };
  }
  const number = prng.int(TYPES + 1);
  const query = number === TYPES ? {} : { type: `t${prng.chance(0.3) ? number % 3 : number}` };
  const nowMs = world.scheduler.nowMs + world.clockOffsetMs;
  const range = {
    from: 'now-2d',
    to: 'now',
    fromAt: new Date(nowMs - 2 * DAY_MS).toISOString(),
    toAt: new Date(nowMs).toISOString(),
  };
  return { source: 'changes', query, range, page: 1 + prng.int(prng.chance(0.5) ? 1 : 3), size: SIZE };
}

/** Somebody reads a page, or something happens to what is read, where the world is one in which people do. */
export function readAround(world: World, tell: (name: string) => void): void {
  const { paged } = world;
  if (paged?.prng.chance(0.5) !== true) return;
  const { prng } = paged;
  const moves = ['read', 'read', 'read', 'add', 'repeat', 'deny'] as const;
  const move = prng.pick(moves);
  tell(`pages: ${move}`);
  if (move === 'add') paged.add(world.scheduler.nowMs + world.serverOffsetMs);
  if (move === 'deny') paged.isDenied = prng.chance(0.3);
  const any = prng.pick(paged.changes);
  // A repeat moves its row to the front of every page (C5).
  if (move === 'repeat') any.atMs = world.scheduler.nowMs + world.serverOffsetMs;
  const tabs = [...world.tabs.values()];
  if (move !== 'read' || tabs.length === 0) return;
  const asked = anyQuestion(world, prng);
  const maxAgeMs = prng.pick([0, 300_000, Infinity]);
  const { engine, owner } = prng.pick(tabs);
  const reads = prng.chance(0.3) ? 2 : 1;
  for (let count = 0; count < reads; count += 1) {
    void readOne(world, asked, () => engine.readPage(asked, maxAgeMs), owner);
  }
}

/** Where a question lies on the disk; nobody else draws from this row of numbers. */
async function keptId({ documents }: PagedWorld, question: PageQuestion): Promise<string> {
  const idOf = await openKeptIds({ documents, rng: { next: () => 0 } }, 'page');
  return idOf(sourceStart(question.source), questionKey(question));
}

async function keptPage(paged: PagedWorld, question: PageQuestion): Promise<boolean> {
  const found = await paged.documents.get('page', await keptId(paged, question));
  const reading = found === undefined ? undefined : parseReading(JSON.parse(found.body));
  return reading?.pages.some(({ page }) => page === question.page) === true;
}

async function readOne(
  world: World,
  asked: AskedPage,
  read: () => Promise<PagePart>,
  owner: string,
): Promise<PagePart | null> {
  const { paged } = world;
  if (paged === null) return null;
  const question = parsePageQuestion(asked);
  const { documents } = paged;
  try {
    const before = await keptPage(paged, question);
    const part = await read();
    // What a sign-out or the browser took is not asked for any more.
    if (world.closed.has(owner) || paged.documents !== documents) return null;
    const isKept = before && (await keptPage(paged, question));
    const why = judge(paged, question, part, isKept);
    if (part.is === 'found' && part.claim.basis === 'server') {
      for (const who of part.value.rows.map(whoOf)) {
        if (who !== userId) paged.foreign.set(who, { tab: owner, isTold: false });
      }
    }
    if (why !== null) world.violations.push(`${why}: ${JSON.stringify(asked)} was ${JSON.stringify(part)}`);
    return part;
  } catch (thrown) {
    if (!world.closed.has(owner)) world.violations.push(`PAG8 a page rejects: ${String(thrown)}`);
    return null;
  }
}

/** To whom the server gave a row. */
function whoOf({ who }: JsonRow): string {
  return typeof who === 'string' ? who : '';
}

/** What is wrong with an answer to a person; null for nothing. */
function judge(paged: PagedWorld, question: PageQuestion, part: PagePart, isKept: boolean): string | null {
  if (part.is === 'forbidden')
    return paged.denied.has(startOf(question)) ? null : 'PAG8 nobody forbade a page';
  if (part.is !== 'found') return isKept ? 'PAG3 a kept page was not given' : null;
  const { rows, total, page } = part.value;
  if (page !== question.page) return 'PAG3 another page was given';
  const { state, lacks, basis, reason } = part.claim;
  if (basis === 'server' && reason !== null) return 'PAG3 what the server said just now has a reason not to';
  const ids = rows.map((row) => `${row.id} ${String(row['count'])} ${whoOf(row)}`);
  const place = placeOfQuestion(question, page);
  const isWhole = state === 'complete';
  if (isWhole !== (lacks.length === 0)) return 'PAG6 a page is whole and lacks something';
  const all = Array.from({ length: SIZE }, (_, unread) => unread).filter(
    (unread) => (unread === 0) === isWhole,
  );
  return all.some((unread) => paged.hasSaid(place, answered(ids, total, unread)))
    ? null
    : 'PAG5 the server never said this page, or it does not say what it lacks';
}

/** [PAG7] one tab asks for one page once at a time. */
export function checkPageRequest(world: World, request: InFlight): void {
  if (!readPath.test(request.path)) return;
  for (const other of world.inFlight) {
    const isSame = other.path === request.path && other.body === request.body;
    if (isSame && other !== request && other.tabId === request.tabId) {
      world.violations.push(`PAG7 ${request.tabId} asks twice at once: ${request.body}`);
    }
  }
}

/** True for a request that reads pages: it changes nothing, whatever its method. */
export function isPageRead({ path }: Pick<HttpRequest, 'path'>): boolean {
  return readPath.test(path);
}

/** Long enough for a page against a slow server. */
const readMs = 120_000;

/** [PAG2][PAG4] when everything is over: what is kept belongs together, is not too much, and every page can be read. */
export async function checkPages(world: World): Promise<void> {
  const { paged } = world;
  if (paged === null) return;
  paged.isDenied = false;
  const tab = world.anyTab();
  const questions = Array.from({ length: 4 }, () => anyQuestion(world, paged.prng));
  const parts: (PagePart | null)[] = [];
  for (const asked of questions) {
    void readOne(world, asked, () => tab.engine.readPage(asked, 0), tab.owner).then((part) =>
      parts.push(part),
    );
    await world.run(readMs);
  }
  for (const part of parts) {
    const isNow = part?.is === 'found' && part.claim.basis === 'server';
    if (!isNow) world.violations.push(`PAG3 at rest a page is ${JSON.stringify(part)}`);
  }
  if (parts.length < questions.length) world.violations.push('PAG3 at rest a page does not come');
  await checkKept(world, paged);
  await checkRoom(world, paged);
}

/** Every question about changes that is asked here. */
function changeQuestions(): readonly PageQuestion[] {
  const range = { from: 'now-2d', to: 'now', fromAt: null, toAt: null };
  return Array.from({ length: TYPES + 1 }, (_none, number) => {
    const query = number === TYPES ? {} : { type: `t${number}` };
    return parsePageQuestion({ source: 'changes', query, range, page: 1, size: SIZE });
  });
}

/** [PAG4] whoever asks all of them keeps the newest. */
async function checkRoom(world: World, paged: PagedWorld): Promise<void> {
  const tab = world.anyTab();
  for (const asked of changeQuestions()) {
    void readOne(world, asked, () => tab.engine.readPage(asked, 0), tab.owner);
  }
  await world.run(readMs);
  let kept = 0;
  for (const question of changeQuestions()) {
    if ((await paged.documents.get('page', await keptId(paged, question))) !== undefined) kept += 1;
  }
  if (kept > KEPT_QUESTIONS) world.violations.push(`PAG4 ${kept} questions of one source are kept`);
}

async function checkKept(world: World, paged: PagedWorld): Promise<void> {
  const all = [false, true].map((deleted): PageQuestion => {
    const query = { groupBy: ['type'], deleted };
    return parsePageQuestion({ source: 'catalog-summary', query, range: null, page: 1, size: SIZE });
  });
  all.push(...changeQuestions());
  for (const question of all) {
    const found = await paged.documents.get('page', await keptId(paged, question));
    if (found === undefined) continue;
    const reading = parseReading(JSON.parse(found.body));
    for (const { page, rows, total, unread } of reading?.pages ?? []) {
      const ids = rows.map((row) => `${row.id} ${String(row['count'])} ${whoOf(row)}`);
      const place = placeOfQuestion(question, page, reading?.fromAt, reading?.toAt);
      const other = rows.map(whoOf).find((who) => who !== userId);
      const taker = other === undefined ? undefined : paged.foreign.get(other);
      if (taker?.isTold === true && [...world.tabs.values()].some(({ owner }) => owner === taker.tab)) {
        world.violations.push(`AUT6 ${taker.tab} has heard of ${other} and keeps a page of theirs`);
      }
      if (!paged.hasSaid(place, answered(ids, total, unread))) {
        world.violations.push(`PAG2 page ${page} is not of the moments of its reading: ${place}`);
      }
    }
  }
}
