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
/** Longest time between a look at the runs that are there and the request that follows it. */
const lookedWithinMs = 60_000;

/** The runs of one world. */
class BegunRuns {
  readonly prng: Prng;
  /** Runs that others have begun, with the moment. */
  readonly others = new Map<string, number>();
  /** Runs that requests of this device have begun, under whatever name they left. */
  readonly ours = new Set<string>();
  /** When a tab has asked which runs are there, last first. */
  readonly looks: { readonly tabId: string; readonly atMs: number }[] = [];
  /** Earliest look that can belong to the request of a run, by its number. */
  readonly lookedAt = new Map<string, number>();

  constructor(prng: Prng) {
    this.prng = prng;
  }
}

const begunOf = new WeakMap<World, BegunRuns>();

/** From now on a run that begins is a row of the server. */
export function beginRuns(world: World, options: WorldOptions): void {
  if (options.startsRuns !== true && options.sabotage?.isOfRuns !== true) return;
  const begun = new BegunRuns(createPrng(options.seed ^ runsSalt));
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

/** Notes when a tab looks which runs are there, and which look a request for a run stands on. */
export function noteRunRequest(world: World, { tabId, path, body }: InFlight): void {
  const begun = begunOf.get(world);
  if (begun === undefined) return;
  const { nowMs } = world.scheduler;
  if (path.startsWith(`/db/${table}?`) && path.includes('playbook_id=') && !path.includes('=lte.')) {
    begun.looks.unshift({ tabId, atMs: nowMs });
  }
  const number = path === '/playbook/run' ? /"number":"(\d+)"/u.exec(body)?.[1] : undefined;
  if (number === undefined) return;
  const mine = begun.looks.filter((look) => look.tabId === tabId && nowMs - look.atMs <= lookedWithinMs);
  begun.lookedAt.set(number, Math.min(nowMs, ...mine.map(({ atMs }) => atMs)));
}

/** A person prepares and sends runs, and others begin the like, where that is drawn. */
export function runAround(world: World, tell: (name: string) => void): void {
  const begun = begunOf.get(world);
  if (begun?.prng.chance(0.25) !== true) return;
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
  { result }: Effect,
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
  const madeAt = begun.others.get(runId);
  if (madeAt !== undefined && madeAt < (begun.lookedAt.get(number) ?? Infinity))
    world.violations.push(`EFF13 run ${number} is taken for ${runId}, which was there before`);
}
