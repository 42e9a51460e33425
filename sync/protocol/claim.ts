import type { SyncErrorInfo } from '../errors.ts';

/** What may be claimed about a set of rows (D13). Only `complete` may be called "none". */
export type Completeness = 'never' | 'partial' | 'complete' | 'forbidden' | 'skew';

/** Something an answer does not hold, and since when it holds it, in server time. */
export interface Lack {
  readonly what: 'older' | 'deleted' | 'tags' | 'related' | 'not-read' | 'too-large' | 'secret';
  readonly since?: string | undefined;
}

/** What is known, from where, and how old it is (D13, I23, I24). */
export interface Claim {
  readonly state: Completeness;
  /** `device`: from rows that are pulled; `server`: its answer of this moment; `kept`: an answer of earlier. */
  readonly basis: 'device' | 'server' | 'kept';
  /** Server time (ISO) of the oldest thing it was made of; null when that is not known. */
  readonly asOf: string | null;
  readonly lacks: readonly Lack[];
  /** Why it is not newer, or not whole, in plain words; null when nothing is to be said. */
  readonly reason: string | null;
}

/** One thing on a page, with a claim of its own. `missing`: the server said that there is none. `not-here`: nobody knows. */
export type Part<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'found'; readonly value: T; readonly claim: Claim }
  | { readonly is: 'missing' | 'forbidden' }
  | { readonly is: 'not-here'; readonly reason: string | null }
  | { readonly is: 'failed'; readonly error: SyncErrorInfo };

/** What may be claimed of rows that are pulled. */
export function deviceClaim(state: Completeness, asOf: string | null, lacks: readonly Lack[] = []): Claim {
  return { state, basis: 'device', asOf, lacks, reason: null };
}
