import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/**
 * What `npm test` leaves to `npm run test:long`: what kills a process at every step, plants every bug, or waits for whole
 * installs. `TEST_LENGTH` is `short` for the one and `long` for the other; a stage that is asked for by name runs whole.
 * Stories of the end-to-end stage say it themselves, by the tag `@first` (`tests/e2e/fixtures.ts`).
 */
const LATER = new Map([
  [
    'contract',
    [
      'gateway-start',
      'gateway-data',
      'database-lifecycle',
      'health-seeds',
      'health-list',
      'deploy-nginx',
      'template',
      'seed',
      'config-links',
      'engine-digest',
    ],
  ],
  [
    'sim',
    ['crash-sweep', 'crash-sweep-leader', 'swap-sweep', 'bugs', 'random-second', 'random-third', 'recovery'],
  ],
]);

/**
 * Unit tests that `npm test` leaves to the long run: sweeps of the engine, and screens and dialogs, whose kits are tested
 * in the short one and which stories drive as well.
 */
const LATER_UNITS = [
  'sync/engine/groups.test.ts',
  'sync/engine/bulk/bulk.test.ts',
  'sync/engine/pull/sweep-cadence.test.ts',
  'src/features/**/*.test.tsx',
];

export function testLength() {
  const length = process.env.TEST_LENGTH;
  if (length === undefined || length === 'short' || length === 'long') return length;
  throw new Error(`TEST_LENGTH=${length} is neither short nor long`);
}

/** The files of a stage for vitest: `include` and `exclude`. */
export function filesOf(stage) {
  const all = [`tests/${stage}/**/*.test.ts`];
  const later = (LATER.get(stage) ?? []).map((name) => `tests/${stage}/${name}.{test,sim.test}.ts`);
  const length = testLength();
  return { include: length === 'long' ? later : all, exclude: length === 'short' ? later : [] };
}

/** The same of a project of unit tests: what it has, in full, and what belongs to another. */
export function unitsOf({ include, exclude }) {
  const length = testLength();
  if (length === 'short') return { include: [...include], exclude: [...exclude, ...LATER_UNITS] };
  if (length !== 'long') return { include: [...include], exclude: [...exclude] };
  const ending = include.every((pattern) => pattern.endsWith('.tsx')) ? '.test.tsx' : '.test.ts';
  return { include: LATER_UNITS.filter((pattern) => pattern.endsWith(ending)), exclude: [...exclude] };
}

/** First 32 bits of the commit; undefined for a tree without history (an archive). */
export function commitNumber() {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], options).slice(0, 8), 16) >>> 0;
  } catch {
    return undefined;
  }
}

const STORY_PARTS = 3;

/**
 * All stories take an hour on two cores, so that a long run has one in three of their files: which, follows from the
 * commit as the seeds of the simulation do. `STORY_PART` is 1, 2, 3 or `all`.
 */
export function storyPart() {
  const named = process.env.STORY_PART;
  if (named === 'all') return undefined;
  if (named === undefined || named === '') return ((commitNumber() ?? 0) % STORY_PARTS) + 1;
  const part = Number(named);
  if (Number.isInteger(part) && part >= 1 && part <= STORY_PARTS) return part;
  throw new Error(`STORY_PART=${named} is no number from 1 to ${STORY_PARTS}, and not all`);
}

/** Files of stories of a part: every third of each room, so that each part visits all of them. */
export function storiesOf(part, directory) {
  const all = readdirSync(directory, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.e2e.ts'))
    .toSorted((a, b) => (a < b ? -1 : 1));
  return all.filter((_file, at) => at % STORY_PARTS === part - 1);
}
