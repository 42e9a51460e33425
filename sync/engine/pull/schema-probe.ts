import { factsOf, questionsOf, recordOf } from '../../core/pull/wire-facts.ts';
import type { ProbeQuestion } from '../../core/pull/wire-facts.ts';
import { chunks } from '../../core/pull/reconcile.ts';
import { hasPassed } from '../../core/pull/schedule.ts';
import { columnRequest } from '../../transport/postgrest.ts';
import type { Answer, Client } from '../tabs/client.ts';
import type { Lead, Runtime } from '../runtime.ts';

/** A server that contradicts what was found is asked again, but not all the time. */
const AGAIN_MS = 300_000;
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
  readonly #questions: readonly ProbeQuestion[];
  #isKnown = false;
  #askedAt: number | null = null;

  constructor(parts: ProbeParts) {
    this.#parts = parts;
    const { pulled, packed = [] } = parts.runtime;
    this.#questions = questionsOf([...pulled, ...packed]);
  }

  /** Makes the facts known, from the cache or from the server. Null: they are; otherwise the answer that stopped it. */
  async ensure(): Promise<Answer | null> {
    const { runtime } = this.#parts;
    const nowMs = runtime.ports.clock.nowMs();
    if (runtime.wire.isDoubted === true && hasPassed(this.#askedAt, AGAIN_MS, nowMs)) this.#isKnown = false;
    if (this.#isKnown) return null;
    if (this.#askedAt === null) {
      const record = await runtime.ports.cache.cursor('wire');
      const facts = factsOf(record, runtime.appVersion, nowMs, this.#questions);
      if (facts !== null) {
        runtime.wire.facts = facts;
        this.#askedAt = nowMs;
        this.#isKnown = true;
        return null;
      }
    }
    return this.#ask(nowMs);
  }

  async #ask(nowMs: number): Promise<Answer | null> {
    const { runtime, client, lead } = this.#parts;
    const answers = new Map<ProbeQuestion, boolean>();
    for (const asked of chunks(this.#questions, AT_ONCE)) {
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
    runtime.wire.facts = factsOf(record, runtime.appVersion, nowMs, this.#questions) ?? runtime.wire.facts;
    this.#askedAt = nowMs;
    this.#isKnown = true;
    // Its own questions about columns that are not there were answered so, too.
    runtime.wire.isDoubted = false;
    return null;
  }
}
