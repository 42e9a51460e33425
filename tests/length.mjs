/**
 * What `npm test` leaves to `npm run test:long`: what kills a process at every step, plants every bug, or waits for whole
 * installs. `TEST_LENGTH` is `short` for the one and `long` for the other; a stage that is asked for by name runs whole.
 * Stories of the end-to-end stage say it themselves, by the tag `@first` (`tests/e2e/fixtures.ts`).
 */
const LATER = new Map([
  ['contract', ['gateway-start', 'database-lifecycle', 'health-seeds', 'deploy-nginx', 'template']],
  ['sim', ['crash-sweep', 'crash-sweep-leader', 'swap-sweep', 'bugs', 'random-odd', 'recovery']],
]);

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
