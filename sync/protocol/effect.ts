import * as v from 'valibot';
import { SyncError } from '../errors.ts';
import { id } from './effects/spec.ts';
import type { EffectSaid, EffectWire, TeamTexts } from './effects/spec.ts';
import { effectRequests, effectsSaid, effectWires } from './effects/registry.ts';
import type { EffectKind, EffectRequests, RequestOf } from './effects/registry.ts';
import { identitySchema } from './identity.ts';

/**
 * What an effect does (D8 commands, ux 4.6 class C): something happens on the server that is no row of ours, so it can
 * neither be repeated safely nor be taken back. Nothing secret belongs in here: the request is kept on the device.
 */
export const effectRequestSchema = v.variant('kind', Object.values(effectRequests));
/** What an effect does. */
export type EffectRequest = v.InferOutput<typeof effectRequestSchema>;

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseEffectRequest(request: unknown): EffectRequest {
  const parsed = v.safeParse(effectRequestSchema, request);
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page asked for an effect that is none' });
}

const teamTextsSchema = v.record(id, v.string());

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseTeamTexts(texts: unknown): TeamTexts {
  const parsed = v.safeParse(teamTextsSchema, texts ?? {});
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page sent texts of a team that are none' });
}

/**
 * The request as it leaves, with the texts that are not kept. Null while one of them is missing: half a ticket is none, and
 * a run without its password fails.
 */
export function completedRequest<K extends EffectKind>(
  request: RequestOf<K>,
  given: TeamTexts,
): EffectRequests[K] | null {
  const { texts }: EffectWire<EffectRequests[K]> = effectWires[request.kind];
  return texts === undefined ? request : texts.complete(request, given);
}

/** What a screen says of an effect while it waits for its person. */
export function saidOfEffect<K extends EffectKind>(request: RequestOf<K>): EffectSaid<EffectRequests[K]> {
  return effectsSaid[request.kind];
}

/** Row whose state a person decides by; null where there is none. */
export function targetOf<K extends EffectKind>(
  request: RequestOf<K>,
): { readonly tbl: 'checks' | 'incidents'; readonly id: string } | null {
  return saidOfEffect(request).target?.(request) ?? null;
}

/** True when it is sent with texts that are not kept: only the screen that prepared it asks for them (D22). */
export function needsItsScreen<K extends EffectKind>(request: RequestOf<K>): boolean {
  return (saidOfEffect(request).asked?.(request) ?? []).length > 0;
}

/** What is said where texts are missing. */
export function missingTexts({ kind }: Pick<EffectRequest, 'kind'>): string {
  return effectWires[kind].texts?.missing ?? '';
}

/** Version of the record; a newer one is left alone and never sent (D17). */
export const EFFECT_VERSION = 1;

/**
 * ```
 * prepared ──a person says "run it", durable marker──► sending ─┬─ answer of success ──► done
 *    │ ▲                                                        ├─ refused for certain ─► refused
 *    │ └── the server certainly did nothing (401, 429) ─────────┤
 *    └── its time is over ► expired                             └─ anything else, a crash ► unknown ──looked up──► done
 * ```
 * Nothing leads from `unknown` back to a second request, and a person may drop all but `sending` (I29).
 */
export const effectStates = ['prepared', 'sending', 'done', 'refused', 'unknown', 'expired'] as const;

/** One effect as the journal keeps it. Times are device ms. */
export const effectSchema = v.object({
  id: v.string(),
  v: v.number(),
  identity: identitySchema,
  request: effectRequestSchema,
  /** What it is about, in words a person gave it on the screen: "Run restart-pods on checkout". */
  title: v.string(),
  /** State of its target as its person saw it; absent where none was known, and decides nothing (ux 4.6). */
  was: v.optional(v.string()),
  state: v.picklist(effectStates),
  createdAt: v.number(),
  /** Never sent at or after this, nor before `createdAt`: a clock that went back proves nothing (I29, I30). */
  expiresAt: v.number(),
  sentAt: v.nullable(v.number()),
  /** Server time shortly before it was sent, for the look-up. */
  sentAfter: v.nullable(v.string()),
  /** Runs like this one that were there before it was sent; absent where nobody looked, and then no run is taken for it. */
  runsBefore: v.optional(v.array(v.string())),
  /** Tab that sent it: only that one may tell what came back. */
  sentBy: v.nullable(v.string()),
  endedAt: v.nullable(v.number()),
  /** The server's answer, e.g. `run_id`; null when there was none or it was no object. */
  result: v.nullable(v.record(v.string(), v.unknown())),
  /** Why it is not done, in words. */
  reason: v.nullable(v.string()),
  origin: v.object({ screen: v.string(), tabId: v.string(), appVersion: v.string() }),
});
/** One effect as the journal keeps it. */
export type Effect = v.InferOutput<typeof effectSchema>;
/** State of one effect. */
export type EffectState = (typeof effectStates)[number];

/** True when the answer must not be stored: it goes to the page that asked and nowhere else (D22). */
export function hasSecretAnswer({ kind }: Pick<EffectRequest, 'kind'>): boolean {
  return effectWires[kind].hasSecretAnswer === true;
}

/** How long an effect may wait for its person. */
export function effectTtlMs({ kind }: Pick<EffectRequest, 'kind'>): number {
  return effectWires[kind].ttlMs;
}
