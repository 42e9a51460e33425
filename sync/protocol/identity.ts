import * as v from 'valibot';

/** Who the local data belongs to (D22). Database names and every operation carry it; replay requires a match. */
export const identitySchema = v.object({
  /** Server user id (uuid). */
  userId: v.string(),
  /** Origin of the server as the page sees it, e.g. `http://localhost:4173`. */
  tenant: v.string(),
  /** Hash of the impersonation scope; empty when none. */
  scopeHash: v.string(),
});

/** Identity seal of databases and operations. */
export type Identity = v.InferOutput<typeof identitySchema>;

/** True when both name the same user on the same server in the same scope. */
export function sameIdentity(a: Identity, b: Identity): boolean {
  return a.userId === b.userId && a.tenant === b.tenant && a.scopeHash === b.scopeHash;
}
