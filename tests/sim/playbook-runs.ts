import type { Effect } from '#sync/protocol/effect.ts';
import { prepareRequest, sendOne, type KnownEffect } from './effects.ts';
import { otherUserId, simId, userId } from './facts.ts';
import type { InFlight } from './network.ts';
import { createPrng, type Prng } from './prng.ts';
import type { WorldOptions } from './world-options.ts';
import type { World } from './world.ts';

/*
 * Runs of a playbook as rows of the server, so that a run whose answer was lost is looked up and found (D8, EFF13); and the
 * runs of others, the same person on another device among them, which must not be taken for it.
 */

const table = 'playbook_runs';
const playbookId = simId(76, 1);
const runsSalt = 0x2d17;
const usualRate = 0.25;
/** A look that counts takes two honest answers: at the usual rate a planted bug shows in one world of forty. */
const plantedRate = 0.5;

/** The runs of one world. */
class BegunRuns {
  readonly prng: Prng;
  /** Runs that others have begun, with the moment. */
  readonly others = new Map<string, number>();
  /** Runs that requests of this device have begun, under whatever name they left. */
  readonly ours = new Set<string>();
  /** When a tab has asked first which runs are there since some server time, by both. */
  readonly looks = new Map<string, number>();

  /** How often people do something about runs. */
  readonly rate: number;

  constructor(prng: Prng, rate: number) {
    this.prng = prng;
    this.rate = rate;
  }
}

const begunOf = new WeakMap<World, BegunRuns>();

/** From now on a run that begins is a row of the server. */
export function beginRuns(world: World, options: WorldOptions): void {
  if (options.startsRuns !== true && options.sabotage?.isOfRuns !== true) return;
  const rate = options.sabotage?.isOfRuns === true ? plantedRate : usualRate;
  const begun = new BegunRuns(createPrng(options.seed ^ runsSalt), rate);
  begunOf.set(world, begun);
  // Without it every look is refused for its columns, and no lost answer is ever found.
  for (const column of ['parameters', 'config_id', 'component_id', 'check_id'])
    world.server.askedColumns.add(`${table} ${column}`);
  world.server.beginRun = (body, by) => {
    const id = insertRun(world, by, paramsOf(body));
    begun.ours.add(id);
    return id;
  };
}

function paramsOf(body: string): unknown {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'params') : undefined;
}

function insertRun(world: World, by: string | null, parameters: unknown): string {
  const id = simId(78, world.nextNumber());
  const row = { id, playbook_id: playbookId, created_by: by, parameters, status: 'running' };
  const subject = { config_id: null, component_id: null, check_id: null };
  world.server.insert(table, { ...row, ...subject }, world.stampMicros());
  return id;
}

const lookOf = (tabId: string | null, since: string | null): string => `${tabId} ${since}`;

/** Notes when a tab looks which runs are there before it sends one. */
export function noteRunRequest(world: World, { tabId, path }: InFlight): void {
  const begun = begunOf.get(world);
  if (begun === undefined || !path.startsWith(`/db/${table}?`) || !path.includes('playbook_id=')) return;
  const since = /&created_at=gte\.([^&]+)/u.exec(path)?.[1];
  if (since === undefined || path.includes('=lte.')) return;
  const look = lookOf(tabId, decodeURIComponent(since));
  if (!begun.looks.has(look)) begun.looks.set(look, world.scheduler.nowMs);
}

/** A person prepares and sends runs, and others begin the like, where that is drawn. */
export function runAround(world: World, tell: (name: string) => void): void {
  const begun = begunOf.get(world);
  if (begun?.prng.chance(begun.rate) !== true) return;
  const [name, act] = begun.prng.pick(moves);
  tell(name);
  act(world, begun);
}

type Move = readonly [name: string, act: (world: World, begun: BegunRuns) => void];

/** One of the runs that were prepared last, with its number. */
function lastRun(world: World, { prng }: BegunRuns): readonly [number: string, KnownEffect] | null {
  const known = [...world.effects].filter(([name]) => /^\d+$/u.test(name)).slice(-2);
  return known.length === 0 ? null : prng.pick(known);
}

/** Somebody begins a run like one that was prepared here: another person, or this one on another device. */
function beginLike(world: World, { prng, others }: BegunRuns, number: string): void {
  const by = prng.pick([userId, otherUserId]);
  others.set(insertRun(world, by, { number }), world.scheduler.nowMs);
}

const send: Move = [
  'send run',
  (world, begun) => {
    const [, known] = lastRun(world, begun) ?? [];
    if (known !== undefined) sendOne(world, known.id);
  },
];

/** What leaves the sender without an answer: it never arrived, or it did. */
const runFaults = ['hang-before', 'lose-reply', 'bad-gateway-after-commit'] as const;

/** The like of it begins at the same moment, a little before or while it is under way. */
const sendBeside: Move = [
  'send run beside one like it',
  (world, begun) => {
    const [number, known] = lastRun(world, begun) ?? [];
    if (number === undefined || known === undefined) return;
    const begin = (): void => beginLike(world, begun, number);
    if (begun.prng.chance(0.5)) begin();
    else world.serverLater(begun.prng.pick([20, 500, 5_000]), begin);
    if (begun.prng.chance(0.5)) world.conditions.nextRunFault = begun.prng.pick(runFaults);
    sendOne(world, known.id);
  },
];

const moves: readonly Move[] = [
  [
    'prepare run',
    (world) => {
      const number = String(world.nextNumber());
      prepareRequest(world, number, { kind: 'playbook.run', playbookId, params: { number } });
    },
  ],
  send,
  sendBeside,
  sendBeside,
];

/** [I29][EFF13] at rest each run that is done names one run, which is its own. */
export async function checkRuns(world: World): Promise<void> {
  const begun = begunOf.get(world);
  if (begun === undefined) return;
  const kept = new Map((await world.journal.effects()).map((effect) => [effect.id, effect]));
  const named = new Set<string>();
  for (const [number, { id }] of world.effects) {
    const effect = kept.get(id);
    const isDone = effect?.state === 'done' && effect.request.kind === 'playbook.run';
    if (isDone) checkRun(world, begun, number, effect, named);
  }
}

function checkRun(
  world: World,
  begun: BegunRuns,
  number: string,
  { result, sentBy, sentAfter }: Effect,
  named: Set<string>,
): void {
  const runId = result?.['run_id'];
  const run = typeof runId === 'string' ? world.server.rows(table).get(runId) : undefined;
  if (run === undefined || typeof runId !== 'string') {
    world.violations.push(`I29 run ${number} is done and out of sight: ${String(runId)}`);
    return;
  }
  if (named.has(runId)) world.violations.push(`EFF13 ${runId} is taken for two runs`);
  named.add(runId);
  const parameters = run['parameters'];
  const isAlike =
    typeof parameters === 'object' && parameters !== null && Reflect.get(parameters, 'number') === number;
  // The server's own answer names the run, also where another session sent it, which is told (AUT8).
  if (!isAlike || (run['created_by'] !== userId && !begun.ours.has(runId)))
    world.violations.push(`EFF13 run ${number} is taken for ${runId}, which is another one`);
  // The marker says which look it stands on; whether its request has left cannot be known after it (EFF9).
  const lookedAt = begun.looks.get(lookOf(sentBy, sentAfter)) ?? Infinity;
  const madeAt = begun.others.get(runId);
  if (madeAt !== undefined && madeAt < lookedAt)
    world.violations.push(`EFF13 run ${number} is taken for ${runId}, which was there before`);
}
