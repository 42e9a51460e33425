import { checkAlways } from './invariants/invariants-always.ts';
import { checkAtRest, checkIdempotent, checkSoonAfter } from './invariants.ts';
import { damageDisk } from './damage.ts';
import { growApp } from './grown.ts';
import { lookAround, visitAll, visitAround } from './focus.ts';
import { checkPages, readAround } from './paged.ts';
import { beginLinks, linkAround } from './links.ts';
import { beginForms } from './forms.ts';
import { beginChosenKeys, chooseKeysAround } from './chosen-keys.ts';
import { beginNumbers, takeNumbersAround } from './numbers.ts';
import { beginRows, writeRowsAround } from './rows.ts';
import { beginStamps, writeStampsAround } from './stamps.ts';
import { beginRuns, runAround } from './playbook-runs.ts';
import { roughen } from './rough.ts';
import { actOnce, userDecides } from './script.ts';
import type { WorldOptions } from './world-options.ts';
import { World } from './world.ts';
import { userId } from './facts.ts';
import { swapAround } from './swaps.ts';
import { wake } from './trouble.ts';
import { widePacked } from './wide.ts';

/** Outcome of one seed. */
export interface RunReport {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly steps: number;
}

/** How long one run is. */
export interface RunOptions extends WorldOptions {
  readonly operations: number;
  /** Longest time to come to rest; shorter where a planted bug would keep the run from it anyway. */
  readonly quietMs?: number | undefined;
}

/** Long enough for the slowest sweep, its second pass and the longest backoff; only rows no marker tells of need it. */
const longestQuietMs = 7 * 3_600_000;
/** How long the patient look on: every feed group, a full sweep of what people edit, its second pass. */
const patientMs = 40 * 60_000;
/** How often a run looks whether it is at rest already. */
const lookMs = 3 * 60_000;
/** One run in so many waits the whole time, in case what is at rest does not stay so. */
const patientOneIn = 32;
/** Several visible cycles of the hot group and one of every other, but no full sweep. */
const soonMs = 5 * 60_000;
/** Trouble may begin in the middle of the bootstrap or after it. */
const firstPausesMs = [50, 300, 20_000] as const;
const pauseChoicesMs = [0, 5, 50, 500, 5_000, 30_000] as const;

/** Runs one seed: a random script with faults, then faults off, run to rest, and every invariant. */
export async function runSeed(options: RunOptions): Promise<RunReport> {
  const world = new World({ ...options, isVaried: true });
  beginLinks(world, options);
  beginForms(world, options);
  beginRows(world, options);
  beginStamps(world, options);
  beginNumbers(world, options);
  beginChosenKeys(world, options);
  beginRuns(world, options);
  const trace: string[] = [];
  world.openTab();
  await world.run(world.prng.pick(firstPausesMs), () => checkAlways(world));
  for (let count = 0; count < options.operations && world.violations.length === 0; count += 1) {
    lookAround(world);
    visitAround(world, options.seed);
    roughen(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    readAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    linkAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    writeRowsAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    writeStampsAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    takeNumbersAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    chooseKeysAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    runAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    growApp(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    swapAround(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    await damageDisk(world, (name) => trace.push(`${world.scheduler.nowMs} ${name}`));
    const pauseMs = world.prng.pick(pauseChoicesMs);
    trace.push(`${world.scheduler.nowMs} ${actOnce(world)} +${pauseMs}`);
    await world.run(pauseMs, () => checkAlways(world));
  }
  await bringToRest(world, { isPatient: options.seed % patientOneIn === 0, quietMs: options.quietMs });
  if (world.violations.length === 0) await checkAtRest(world);
  if (world.violations.length === 0) await checkIdempotent(world);
  if (world.violations.length === 0) await checkPages(world);
  return { seed: options.seed, violations: world.violations, trace, steps: world.scheduler.steps };
}

/** What every server has comes back; of the rest this one keeps what it has. */
function restoreColumns(world: World): void {
  const optional = new Set(
    widePacked.flatMap(({ name, optional: columns }) => columns.map((column) => `${name} ${column}`)),
  );
  for (const { name, optional: columns = [] } of Object.values(world.tables)) {
    for (const column of columns) optional.add(`${name} ${column}`);
  }
  for (const missing of world.server.missingColumns) {
    const [table = '', column = ''] = missing.split(' ');
    if (!optional.has(missing)) world.server.setColumn(table, column, true);
  }
}

/** How long a run may take to come to rest, and whether it goes on looking for a while when it has. */
export interface Patience {
  readonly isPatient?: boolean | undefined;
  readonly quietMs?: number | undefined;
}

/** Faults stop, the session is back, a person answers every conflict; then nothing may be left to do. */
export async function bringToRest(world: World, patience: Patience = {}): Promise<void> {
  world.restStartedAt = world.scheduler.nowMs;
  world.conditions.isUp = true;
  world.conditions.faultRate = 0;
  world.conditions.maxDelayMs = 80;
  world.bus.lossRate = 0;
  world.server.session.userId = userId;
  world.server.deniedWrites.clear();
  world.server.deniedReads.clear();
  world.server.revoked.clear();
  restoreColumns(world);
  world.serverOffsetMs = 0;
  world.update();
  wake(world);
  // What the disk has lost is told where a term begins.
  if (world.damage !== null) world.killAll();
  const tab = world.anyTab();
  for (const each of world.tabs.values()) {
    each.lifecycle.isTabOnLine = true;
    each.lifecycle.isTabVisible = true;
    each.lifecycle.announce();
  }
  visitAll(world);
  const resume = async (): Promise<void> => {
    await tab.engine.setVisible(true);
    await tab.engine.sessionRestored(userId);
    await tab.engine.refresh();
  };
  resume().catch((error: unknown) => world.violations.push(`resume failed: ${String(error)}`));
  await world.run(soonMs, () => checkAlways(world));
  // Against a proxy that answers `200 []` for everything only the sweep helps, and that comes later.
  if (world.violations.length === 0 && !world.conditions.hasLied) await checkSoonAfter(world);
  await rest(world, patience);
  for (let round = 0; round < 5 && world.violations.length === 0; round += 1) {
    const open = await world.journal.read({ open: true });
    if (!open.some((op) => op.state === 'conflict')) return;
    for (const op of open) if (op.state === 'conflict') userDecides(world);
    await world.run(1000, () => checkAlways(world));
    await rest(world, patience);
  }
}

/** Lets the device work until nothing is left to do; the patient go on looking for the whole time. */
async function rest(world: World, { isPatient, quietMs }: Patience): Promise<void> {
  const fromMs = world.scheduler.nowMs + (isPatient === true ? patientMs : 0);
  const untilMs = world.scheduler.nowMs + (quietMs ?? longestQuietMs);
  while (world.violations.length === 0 && world.scheduler.nowMs < untilMs) {
    if (world.scheduler.nowMs >= fromMs && (await isAtRest(world))) return;
    await world.run(Math.min(lookMs, untilMs - world.scheduler.nowMs), () => checkAlways(world));
  }
}

/** True when the checks at rest would find nothing now. */
async function isAtRest(world: World): Promise<boolean> {
  if (world.pendingCommits > 0) return false;
  const before = world.violations.length;
  await checkAtRest(world);
  return world.violations.splice(before).length === 0;
}
