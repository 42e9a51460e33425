import { SyncError } from '#sync/errors.ts';
import type { Effect, EffectRequest } from '#sync/protocol/effect.ts';
import { simId } from './facts.ts';
import type { InFlight } from './network.ts';
import type { Action } from './script.ts';
import type { World } from './world.ts';

/** Effects of class C as the run knows them, by what names each on the wire (I29). */
export interface KnownEffect {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** What names a command on the wire; null for every other request. */
export function commandOf({ path, body }: Pick<InFlight, 'path' | 'body'>): string | null {
  const check = /^\/canary\/run\/check\/([^/?]+)$/.exec(path)?.[1];
  if (check !== undefined) return check;
  return path === '/playbook/run' ? (/"number":"(\d+)"/.exec(body)?.[1] ?? 'unnamed') : null;
}

/** [I29] a command leaves from a page, in its time, by the clock of the device. */
export function checkCommand(world: World, request: InFlight): void {
  const name = commandOf(request);
  if (name === null) return;
  const known = world.effects.get(name);
  if (request.tabId.startsWith('worker')) world.violations.push(`I29 ${name} was sent by the service worker`);
  if (known === undefined) return;
  checkMarker(world, request, name, known);
  const deviceMs = world.scheduler.nowMs + world.clockOffsetMs;
  if (deviceMs < known.createdAt || deviceMs >= known.expiresAt) {
    world.violations.push(`I29 ${name} was sent out of its time`);
  }
}

/** [I29] what leaves carries its marker still: nobody has said meanwhile that it is not known what became of it. */
function checkMarker(world: World, { tabId }: InFlight, name: string, { id }: KnownEffect): void {
  world.journal.effects().then(
    (effects) => {
      const effect = effects.find((other) => other.id === id);
      if (effect === undefined || (effect.state === 'sending' && effect.sentBy === tabId)) return;
      world.violations.push(`I29 ${name} was sent while it was ${effect.state}`);
    },
    (error: unknown) => world.violations.push(String(error)),
  );
}

/** [I29][I6] at rest no command has run twice, none is on its way, and each says what became of it. */
export async function checkEffects(world: World): Promise<void> {
  const ran = new Map<string, number>();
  for (const name of world.server.commands) ran.set(name, (ran.get(name) ?? 0) + 1);
  for (const [name, times] of ran) {
    if (times > 1) world.violations.push(`I29 ${name} ran ${times} times`);
  }
  const told = new Set((await world.journal.notices()).map(({ id }) => id));
  const kept = new Map((await world.journal.effects()).map((effect) => [effect.id, effect]));
  for (const [name, { id }] of world.effects) {
    const effect = kept.get(id);
    if (effect === undefined) checkGone(world, name, id, ran.has(name));
    // Where the journal went back its notices did, too; the effect itself says that its answer is not known.
    const isTold = told.has(id) || world.damage?.hasRolledBack === true;
    if (effect !== undefined) checkState(world, name, effect, ran.has(name), isTold);
  }
}

/** [I6] what has run stays in sight until its person takes it off the list. */
function checkGone(world: World, name: string, id: string, hasRun: boolean): void {
  const isExcused = world.dropped.has(id) || world.damage !== null || world.hasClockJumped;
  if (hasRun && !isExcused) world.violations.push(`I6 ${name} has run and is out of sight`);
}

function checkState(world: World, name: string, effect: Effect, hasRun: boolean, isTold: boolean): void {
  const { state, request } = effect;
  // Runs that are rows are looked up: `checkRuns` says whether the right one was found.
  const isKept = request.kind === 'playbook.run' && world.server.beginRun !== null;
  if (state === 'sending') world.violations.push(`I29 ${name} is still being sent at rest`);
  if (state === 'done' && !hasRun && !isKept) world.violations.push(`I29 ${name} is done and never ran`);
  if ((state === 'prepared' || state === 'expired' || state === 'refused') && hasRun) {
    world.violations.push(`I29 ${name} is ${state} and has run`);
  }
  if (state === 'unknown' && !isTold) world.violations.push(`I6 ${name} is unknown and nobody was told`);
}

/** A refusal of the engine, which has sent nothing. */
function isRefusal(world: World, error: unknown): boolean {
  if (!(error instanceof SyncError)) return false;
  const { kind } = error.info;
  return (
    ['offline', 'unauthorized', 'rejected', 'cancelled'].includes(kind) ||
    (world.isFragile && (kind === 'storage-full' || kind === 'storage-lost'))
  );
}

function attempt(world: World, what: Promise<unknown>): void {
  const { journal } = world;
  what.catch((error: unknown) => {
    // A copy that was signed out has no data any more.
    if (journal === world.journal && !isRefusal(world, error))
      world.violations.push(`effect failed: ${String(error)}`);
  });
}

function prepare(world: World): void {
  const number = String(world.nextNumber());
  const isRun = world.prng.chance(0.5);
  const checkId = simId(31, Number(number));
  const request: EffectRequest = isRun
    ? { kind: 'playbook.run', playbookId: simId(76, 1), params: { number } }
    : { kind: 'check.run', checkId };
  prepareRequest(world, isRun ? number : checkId, request);
}

/** A person prepares an effect that is called so on the wire. */
export function prepareRequest(world: World, name: string, request: EffectRequest): void {
  const made = world.anyTab().engine.prepareEffect(request, `Run ${name}`, {
    screen: '/health',
    appVersion: 'sim',
  });
  const { journal } = world;
  attempt(
    world,
    made.then(({ id, createdAt, expiresAt }) => {
      // An evicted journal has taken it along.
      if (journal === world.journal) world.effects.set(name, { id, createdAt, expiresAt });
    }),
  );
}

/** A person presses the button, now and then twice or in two tabs. */
function send(world: World): void {
  const known = [...world.effects.values()].slice(-3);
  if (known.length === 0) return;
  const { id } = world.prng.pick(known);
  const times = world.prng.pick([1, 1, 2]);
  for (let count = 0; count < times; count += 1) sendOne(world, id);
}

export function sendOne(world: World, id: string): void {
  attempt(world, world.anyTab().engine.sendEffect(id));
}

function drop(world: World): void {
  const known = [...world.effects.values()];
  if (known.length === 0) return;
  const { id } = world.prng.pick(known);
  world.dropped.add(id);
  attempt(world, world.anyTab().engine.dropEffect(id));
}

/** What a person does with commands. */
export const effectActions: readonly Action[] = [
  { name: 'prepare effect', weight: 20, act: prepare },
  { name: 'send effect', weight: 40, act: send },
  { name: 'drop effect', weight: 2, act: drop },
];
