import { factsOf, questionsOf, recordOf } from '../../core/pull/wire-facts.ts';
import type { ProbeQuestion } from '../../core/pull/wire-facts.ts';
import { chunks } from '../../core/pull/reconcile.ts';
import { hasPassed } from '../../core/pull/schedule.ts';
import { columnRequest } from '../../transport/postgrest.ts';
import type { Answer, Client } from '../tabs/client.ts';
import type { Lead, Runtime } from '../runtime.ts';

/** A server that contradicts what was found is asked again, but not all the time. */
const AGAIN_MS = 300_000;
/** So long what is visited waits for the next question after one that was not answered. */
const VISIT_AGAIN_MS = 60_000;
const COLUMN_UNKNOWN = '42703';
/** Questions side by side, as many as a walk has lanes: the first download waits for them (D11). */
const AT_ONCE = 4;

/** Parts of one term that the probe needs. */
export interface ProbeParts {
  readonly runtime: Runtime;
  readonly lead: Lead;
  readonly client: Client;
}

/**
 * The schema probe (decisions.md): one tiny select per column that only one of the two wires has, once per identity and
 * version of the app; the answers are kept in the cache and asked again when the server contradicts them.
 */
export class SchemaProbe {
  readonly #parts: ProbeParts;
  #isKnown = false;
  #askedAt: number | null = null;
  #visitAskedAt: number | null = null;

  constructor(parts: ProbeParts) {
    this.#parts = parts;
  }

  /** Makes the facts known, from the cache or from the server. Null: they are; otherwise the answer that stopped it. */
  async ensure(): Promise<Answer | null> {
    const { runtime } = this.#parts;
    const nowMs = runtime.ports.clock.nowMs();
    if (runtime.wire.isDoubted === true && hasPassed(this.#askedAt, AGAIN_MS, nowMs)) this.#isKnown = false;
    if (this.#isKnown) return this.#askVisited(nowMs);
    const questions = this.#questions();
    if (this.#askedAt === null) {
      const record = await runtime.ports.cache.cursor('wire');
      const facts = factsOf(record, runtime.appVersion, nowMs, questions);
      if (facts !== null) {
        runtime.wire.facts = facts;
        this.#askedAt = nowMs;
        this.#isKnown = true;
        return this.#askVisited(nowMs);
      }
    }
    const stop = await this.#ask(nowMs, questions);
    if (stop !== null) return stop;
    this.#askedAt = nowMs;
    this.#isKnown = true;
    // Its own questions about columns that are not there were answered so, too.
    runtime.wire.isDoubted = false;
    return this.#askVisited(nowMs);
  }

  /** What is always on, whose columns everything waits for. */
  #questions(): readonly ProbeQuestion[] {
    const { pulled, packed = [] } = this.#parts.runtime;
    return questionsOf([...pulled.filter(({ keep }) => keep !== 'visited'), ...packed]);
  }

  /** Somebody visits what was never asked about. */
  isVisited(): boolean {
    return this.#unknown(this.#parts.runtime.ports.clock.nowMs()).length > 0;
  }

  #unknown(nowMs: number): readonly ProbeQuestion[] {
    const { pulled, page, wire } = this.#parts.runtime;
    if (!hasPassed(this.#visitAskedAt, VISIT_AGAIN_MS, nowMs)) return [];
    const visited = pulled.filter(({ name, keep }) => keep === 'visited' && page.visited.has(name));
    return questionsOf(visited).filter(({ path, column }) => !wire.facts.knows(path, column));
  }

  /**
   * What nobody has visited is not asked about; what somebody does visit is asked about beside the rest, which waits for no
   * answer of it and is not asked again.
   */
  async #askVisited(nowMs: number): Promise<null> {
    const unknown = this.#unknown(nowMs);
    if (unknown.length === 0) return null;
    const { pulled, packed = [], wire } = this.#parts.runtime;
    const known = questionsOf([...pulled, ...packed])
      .filter(({ path, column }) => wire.facts.knows(path, column))
      .map((question) => [question, wire.facts.has(question.path, question.column)] as const);
    this.#visitAskedAt = nowMs;
    const { isDoubted } = wire;
    if ((await this.#ask(nowMs, unknown, new Map(known))) === null) this.#visitAskedAt = null;
    wire.isDoubted = isDoubted;
    return null;
  }

  async #ask(
    nowMs: number,
    questions: readonly ProbeQuestion[],
    known: ReadonlyMap<ProbeQuestion, boolean> = new Map(),
  ): Promise<Answer | null> {
    const { runtime, client, lead } = this.#parts;
    const answers = new Map(known);
    for (const asked of chunks(questions, AT_ONCE)) {
      const said = await Promise.all(
        asked.map(async (question) => ({
          question,
          answer: await client.ask('read', columnRequest(question, client.context())),
        })),
      );
      for (const { question, answer } of said) {
        // A collection this role may not read is not asked for either; its columns do not matter.
        const isAnswer =
          answer.class === 'ok' || answer.code === COLUMN_UNKNOWN || answer.class === 'forbidden';
        if (!isAnswer) return answer;
        answers.set(question, answer.class === 'ok');
      }
    }
    const record = recordOf(runtime.appVersion, nowMs, answers);
    await runtime.ports.cache.mutate([], lead.epoch, () => ({ cursor: record, result: undefined }));
    runtime.wire.facts = factsOf(record, runtime.appVersion, nowMs, questions) ?? runtime.wire.facts;
    return null;
  }
}
