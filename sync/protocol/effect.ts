import * as v from 'valibot';
import { SyncError } from '../errors.ts';
import { identitySchema } from './identity.ts';
import { own } from './own.ts';

const id = v.pipe(v.string(), v.nonEmpty());

/**
 * What an effect does (D8 commands, ux 4.6 class C): something happens on the server that is no row of ours, so it can
 * neither be repeated safely nor be taken back. Nothing secret belongs in here: the request is kept on the device.
 */
export const effectRequestSchema = v.variant('kind', [
  v.object({ kind: v.literal('check.run'), checkId: id }),
  v.object({
    kind: v.literal('playbook.run'),
    playbookId: id,
    configId: v.optional(id),
    componentId: v.optional(id),
    checkId: v.optional(id),
    params: v.record(v.string(), v.string()),
    /** Parameters that are secret: their texts are asked for again when it is sent and never kept (D22). */
    asked: v.optional(v.array(id)),
  }),
  /** A run that waits for it may begin. */
  v.object({ kind: v.literal('run.approve'), playbookId: id, runId: id }),
  v.object({ kind: v.literal('person.invite'), firstName: v.string(), lastName: v.string(), email: id }),
  v.object({ kind: v.literal('person.set-roles'), personId: id, roles: v.array(id) }),
  v.object({ kind: v.literal('person.delete'), personId: id }),
  /** The answer holds a token that is shown once and never stored (reference schema.md 4.3). */
  v.object({ kind: v.literal('agent.create'), name: id, properties: v.record(v.string(), v.string()) }),
  /** A look of the server at the other end; for some types it is a message that arrives there. */
  v.object({ kind: v.literal('connection.test'), connectionId: id }),
  v.object({
    kind: v.literal('responder.open-ticket'),
    /** Made by the screen: with it the row can be looked up, and a repeat would be no second ticket. */
    responderId: v.pipe(v.string(), v.uuid()),
    incidentId: id,
    teamId: id,
    /** What a person put into the form of the ticket system. */
    properties: v.record(v.string(), v.unknown()),
    /** Fields whose text is the team's: it is asked for when the ticket is sent and never kept (D22). */
    fromTeam: v.optional(v.array(id)),
  }),
]);
/** What an effect does. */
export type EffectRequest = v.InferOutput<typeof effectRequestSchema>;

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseEffectRequest(request: unknown): EffectRequest {
  const parsed = v.safeParse(effectRequestSchema, request);
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page asked for an effect that is none' });
}

/** Field → text of the team, or parameter → secret; known to the page that sends and to nobody after it. */
export type TeamTexts = Readonly<Record<string, string>>;

const teamTextsSchema = v.record(id, v.string());

/** Checks what came from the page. Throws SyncError `bug`. */
export function parseTeamTexts(texts: unknown): TeamTexts {
  const parsed = v.safeParse(teamTextsSchema, texts ?? {});
  if (parsed.success) return parsed.output;
  throw new SyncError({ kind: 'bug', message: 'The page sent texts of a team that are none' });
}

/**
 * The request as it leaves, with the texts that are not kept; the team's stand above what a person typed. Null while
 * one of them is missing: half a ticket is none, and a run without its password fails.
 */
export function completedRequest(request: EffectRequest, texts: TeamTexts): EffectRequest | null {
  if (request.kind === 'playbook.run') {
    const asked = (request.asked ?? []).map((name) => [name, own(texts, name) ?? ''] as const);
    const isWhole = asked.every(([, text]) => text !== '');
    return isWhole ? { ...request, params: { ...request.params, ...Object.fromEntries(asked) } } : null;
  }
  if (request.kind !== 'responder.open-ticket') return request;
  const isWhole = (request.fromTeam ?? []).every((field) => (own(texts, field) ?? '').trim() !== '');
  return isWhole ? { ...request, properties: { ...request.properties, ...texts } } : null;
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

/** Time during which a prepared effect that runs something may be sent (ux 4.6, 6.6; it stands above the ten minutes of D8). */
export const RUN_TTL_MS = 15 * 60_000;
/** The same for effects whose moment does not matter, such as an invitation (ux 4.6). */
export const SLOW_TTL_MS = 24 * 3_600_000;

/** True when the answer must not be stored: it goes to the page that asked and nowhere else (D22). */
export function hasSecretAnswer(request: EffectRequest): boolean {
  // What the other end of a connection says may name hosts, accounts and worse.
  return request.kind === 'agent.create' || request.kind === 'connection.test';
}

/** How long an effect may wait for its person. */
export function effectTtlMs(request: EffectRequest): number {
  const runs: readonly EffectRequest['kind'][] = [
    'check.run',
    'playbook.run',
    'run.approve',
    'connection.test',
  ];
  return runs.includes(request.kind) ? RUN_TTL_MS : SLOW_TTL_MS;
}
