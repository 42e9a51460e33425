import * as v from 'valibot';
import { SyncError } from '#sync/errors.ts';
import type { PackedStore } from '#sync/ports.ts';
import type { PackedName } from '#sync/protocol/packed.ts';

/* What the parts of a session that answer pages have in common. */

/** What a page sent, once it is what was asked for; `question` says what it is no question about. */
export function parsedInput<T>(schema: v.GenericSchema<unknown, T>, input: unknown, question: string): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new SyncError({
    kind: 'bug',
    message: `Not a question ${question}: ${v.summarize(result.issues)}`,
  });
}

/** What pages listen to, by the number under which each of them ends it. */
export class Subscriptions {
  readonly #ends = new Map<number, () => void>();
  #last = 0;

  add(end: () => void): number {
    this.#last += 1;
    this.#ends.set(this.#last, end);
    return this.#last;
  }

  end(subscription: number): void {
    this.#ends.get(subscription)?.();
    this.#ends.delete(subscription);
  }

  /** Forgets them: whom they listened to has ended. */
  clear(): void {
    this.#ends.clear();
  }
}

/** A packed store whose writes of one collection are told of. */
export function followedPacked(packed: PackedStore, tbl: PackedName, tell: () => void): PackedStore {
  return {
    ...packed,
    apply: async (write, epoch) => {
      const applied = await packed.apply(write, epoch);
      if (write.tbl === tbl) tell();
      return applied;
    },
  };
}
