import { splitKey } from '#sync/protocol/keys.ts';
import { BURST_MS } from '#sync/engine/tabs/session-gate.ts';
import { SESSION_LOCK } from '#sync/protocol/session-lock.ts';
import { commandOf } from './effects.ts';
import { otherUserId, simId, userId } from './facts.ts';
import type { InFlight } from './network.ts';
import type { Prng } from './prng.ts';
import { submit } from './script.ts';
import type { World } from './world.ts';

/** A read may trust a whoami this old, plus the time an answer takes (AUT5). */
const whoamiReadMs = 180_000 + 20_000;
/** Longest time a swap takes from the request to the answer. */
const swapMs = 300;
/** By then a look has been made and told, when nothing else has happened (AUT8). */
const toldMs = 60_000;

/** What a run knows of swaps of the session. */
export class Swaps {
  /** When something last happened that may keep a look from being made or answered. */
  troubleAtMs = 0;
  /** Writes that took effect under another name, and by what they are known. */
  foreign = 0;
  /** Swaps through the app that are over. */
  done = 0;
  /** Draws of the worlds in which people swap in the middle of bursts; null in the others. */
  readonly prng: Prng | null;
  #pages = 0;

  constructor(prng: Prng | null) {
    this.prng = prng;
  }

  nextPage(): string {
    this.#pages += 1;
    return `page${this.#pages}`;
  }
}

/**
 * Somebody signs in or out with this app: the page holds the lock alone, from before the request until the new identity
 * is written. It may die before or after the server has answered.
 */
export function swapThroughApp(
  world: World,
  to: string | null,
  prng: Prng,
  diesAfterMs: number | null,
): void {
  const page = world.swaps.nextPage();
  const isOver = (): boolean => world.restStartedAt > 0;
  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      if (isOver()) return resolve();
      world.scheduler.schedule(page, prng.int(swapMs), () => {
        if (!isOver()) world.server.session.swap(to);
        world.swaps.done += 1;
        world.scheduler.schedule(page, prng.int(20), resolve);
      });
    });
  world.locks
    .portFor(page)
    .request(SESSION_LOCK, hold)
    .catch((error: unknown) => world.violations.push(`swap: ${String(error)}`));
  if (diesAfterMs === null) return;
  world.scheduler.schedule('browser', diesAfterMs, () => {
    world.scheduler.kill(page);
    world.locks.kill(page);
  });
}

/** Somebody signs in with another program: nobody tells this app. */
export function swapByOthers(world: World): void {
  if (world.restStartedAt === 0) world.server.session.userId = otherUserId;
}

/** In the middle of what people do, through the app or past it. */
export function swapAround(world: World, tell: (name: string) => void): void {
  const { prng } = world.swaps;
  if (prng?.chance(0.08) !== true) return;
  const isOurs = world.server.session.userId === userId;
  const isApp = prng.chance(0.5);
  tell(`swap: ${isApp ? 'through the app' : 'by others'} after ${isOurs ? 'the owner' : 'somebody else'}`);
  // What is being written meanwhile is what a swap must not take along.
  const number = world.nextNumber();
  if (isOurs) {
    const [incidentId, hypothesisId] = [simId(10, 1), simId(11, 10)];
    submit(world, { kind: 'comment.add', incidentId, hypothesisId, text: `comment ${number}` });
  }
  const diesAfterMs = prng.chance(0.2) ? prng.int(1000) : null;
  world.scheduler.schedule('device', prng.int(1500), () => {
    if (isApp) swapThroughApp(world, isOurs ? otherUserId : userId, prng, diesAfterMs);
    else if (isOurs) swapByOthers(world);
  });
}

/**
 * [I17] data leaves and comes only while its owner is signed in, as far as whoami could tell; after a swap through this
 * app nothing is written under another name at all.
 */
export function checkSender(world: World, request: InFlight): void {
  const { userId: present, changedAtMs, isChangedByApp } = world.server.session;
  if (request.path === '/auth/whoami' || present === null || present === userId) return;
  const sinceMs = world.scheduler.nowMs - changedAtMs;
  const isRead = request.method === 'GET';
  const limitMs = isRead ? whoamiReadMs : isChangedByApp ? -1 : BURST_MS;
  if (sinceMs > limitMs) world.violations.push(`I17 ${request.method} ${request.path} sent as ${present}`);
}

/** [I17] what took effect under another name is told, unless something else kept the look from being made. */
export function watchForeign(world: World, request: InFlight): void {
  const { journal, scheduler, swaps, server } = world;
  const { changedAtMs } = server.session;
  const sentAtMs = scheduler.nowMs;
  swaps.foreign += 1;
  const isExcused = (): boolean =>
    world.isFragile ||
    world.restStartedAt > 0 ||
    journal !== world.journal ||
    server.session.changedAtMs !== changedAtMs ||
    // Back already when the request was handled: no look can tell.
    server.session.userId === userId ||
    swaps.troubleAtMs >= sentAtMs ||
    world.conditions.faultRate > 0 ||
    !world.conditions.isUp ||
    scheduler.isKilled(request.tabId) ||
    world.yielded.has(request.tabId) ||
    scheduler.isFrozen(request.tabId);
  if (isExcused()) return;
  scheduler.schedule('browser', toldMs, () => {
    if (isExcused()) return;
    isTold(world, request).then(
      (told) => {
        if (!told)
          world.violations.push(`I17 ${request.method} ${request.path} went as somebody else, untold`);
      },
      (error: unknown) => world.violations.push(String(error)),
    );
  });
}

async function isTold(world: World, { path, body }: InFlight): Promise<boolean> {
  const notices = (await world.journal.notices()).filter(({ kind }) => kind === 'foreign');
  const command = commandOf({ path, body });
  const effect = command === null ? undefined : world.effects.get(command);
  if (command !== null) return effect === undefined || notices.some(({ id }) => id.startsWith(effect.id));
  const ops = await world.journal.read({ ids: notices.flatMap(({ opIds }) => opIds) });
  const said = `${path} ${body}`;
  return ops.some(({ rowId }) => splitKey(rowId).every((part) => part === null || said.includes(part)));
}
