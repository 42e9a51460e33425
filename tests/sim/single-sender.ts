import { commandOf } from './effects.ts';
import type { InFlight } from './network.ts';
import { isPageRead } from './paged.ts';
import type { World } from './world.ts';

/** A step of a store takes less than this (tab-ports). */
const storeStepMs = 4;

/** Commands are sent by the page in front of the person, whoever leads (D8). */
function isWrite(flight: InFlight): boolean {
  return flight.method !== 'GET' && commandOf(flight) === null && !isPageRead(flight);
}

/** [I15] writes are in flight from one context at a time. */
export function checkSingleSender(world: World, request: InFlight): void {
  if (!isWrite(request)) return;
  // A transaction that ended before its connection closed is told of a moment later, and the wipe is not over before
  // (a browser deletes a database when its connections have closed): what it let go may still leave.
  const closedAt = world.closed.get(request.tabId);
  if (closedAt !== undefined && world.scheduler.nowMs - closedAt >= storeStepMs) {
    world.violations.push(`I18 ${request.tabId} sends ${request.path} after the wipe`);
  }
  for (const other of world.inFlight) {
    if (!isWrite(other) || other.tabId === request.tabId) continue;
    // A frozen page cannot take back what it sent; its epoch is over all the same.
    if (world.scheduler.isFrozen(other.tabId)) continue;
    world.violations.push(`I15 writes in flight from ${other.tabId} and ${request.tabId}`);
  }
}
