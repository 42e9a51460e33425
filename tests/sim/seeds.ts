import { commitNumber } from '../length.mjs';

/** Operations of one run: script steps, not counting what the engine does by itself. */
export const operationsPerRun = 200;

/** Runs of a normal `npm test`; `SIM_RUNS` sets another number, `SIM_SEED` replays one. */
export const defaultRuns = 300;

/** Seeds of this run: the one asked for, or a row that follows from the commit so that everybody sees the same. */
export function seedsOfRun(
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly number[] {
  const single = env['SIM_SEED'];
  if (single !== undefined && single !== '') return [parseCount('SIM_SEED', single)];
  const runs = env['SIM_RUNS'] === undefined ? defaultRuns : parseCount('SIM_RUNS', env['SIM_RUNS']);
  // A long run may be done in slices: each goes on where the one before it ended.
  const skipped = env['SIM_SKIP'] === undefined ? 0 : parseCount('SIM_SKIP', env['SIM_SKIP']);
  const base = env['SIM_FIRST'] === undefined ? commitSeed() : parseCount('SIM_FIRST', env['SIM_FIRST']);
  const first = base + skipped;
  return Array.from({ length: runs }, (_none, index) => (first + index) >>> 0);
}

function parseCount(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name}=${text} is not a whole number`);
  return value;
}

/** A tree without history (an archive) uses a fixed seed. */
function commitSeed(): number {
  return commitNumber() ?? 20_260_301;
}
