/*
 * `npm test [stage…] [-- arguments for the stage's runner]`. Says what passed and what failed in the last line. Without a
 * stage it runs what takes about twelve minutes, and `long` runs the rest, of the stories a third: tests/length.mjs.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bootstrap, fail, repository, script } from './bootstrap.mjs';
import { ensureChromium } from './install.mjs';
import { storyPart } from './length.mjs';

const ALL = ['check', 'unit', 'contract', 'sim', 'browser', 'e2e'];
const ON_REQUEST = ['bench'];
/** Stages of which `npm test` runs a part; `long` runs the rest of them. */
const IN_PARTS = ['unit', 'contract', 'sim', 'e2e'];
const REPLAY = 'tests/sim/random-first.sim.test.ts';
const USAGE = `usage: npm test -- [long|${[...ALL, ...ON_REQUEST].join('|')} …] [arguments for a single stage's runner]`;

/** What became of each step: `{ name, passed, failed, note, names }`. */
const results = [];
/** Tests that passed only when they were run again: no failure, and never silent. */
const unsteadyTests = [];
/** How long each stage took, as it is printed at the end. */
const took = [];
const scratch = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
/** What runs now. */
const running = new Set();

/** Stages come first; what follows is for the runner of the one stage named. `npm run` swallows the `--` itself. */
function parse(args) {
  if (args.length === 1 && args[0] === 'long') return { stages: IN_PARTS, extra: [], length: 'long' };
  const isStage = (name) => ALL.includes(name) || ON_REQUEST.includes(name);
  const firstOther = args.findIndex((argument) => !isStage(argument));
  const stages = firstOther === -1 ? args : args.slice(0, firstOther);
  const extra = (firstOther === -1 ? [] : args.slice(firstOther)).filter((argument) => argument !== '--');
  if (extra.includes('--help') && stages.length === 0) {
    console.log(USAGE);
    process.exit(0);
  }
  if (extra.length > 0 && stages.length !== 1) fail(`${extra[0]} is no stage; ${USAGE}`, 2);
  if (stages.length === 0) return { stages: ALL, extra, length: 'short' };
  return { stages, extra };
}

/** Runs a Node script with its output passed through. Answers the exit code. */
function run(file, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: repository,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    running.add(child);
    child.once('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.once('exit', (code) => {
      running.delete(child);
      done(code ?? 1);
    });
  });
}

async function step(name, file, args, env) {
  console.log(`\n── ${name}`);
  const code = await run(file, args, env);
  results.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, note: `exit code ${code}` });
  return code === 0;
}

/** A run of tests counts its tests; one that says it succeeded and ran none has failed. */
function record(name, code, counts) {
  const { passed, failed, names, unsteady = [] } = counts ?? { passed: 0, failed: 0, names: [] };
  for (const title of unsteady) unsteadyTests.push(`${name}: ${title}`);
  if (failed > 0) results.push({ name, passed, failed, note: 'failing tests', names });
  else if (code !== 0) results.push({ name, passed, failed: 1, note: `exit code ${code}` });
  else if (passed === 0) results.push({ name, passed, failed: 1, note: 'no test was run' });
  else results.push({ name, passed, failed });
}

function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // the runner ended before it could write; its exit code counts
  }
}

/** A failed test as the summary names it: its title, and the first lines of what was wrong. */
function named(title, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 6);
  return [title, ...lines.filter((line) => line.trim() !== '').map((line) => `      ${line}`)].join('\n');
}

function countVitest(report) {
  // A file that could not be loaded fails without a failing test in it.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failing = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'failed');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    names: [
      ...failing.map(({ fullName, failureMessages }) => named(fullName, failureMessages[0])),
      ...broken.map((file) => named(file.name, file.message)),
    ],
  };
}

const firstError = (spec) =>
  spec.tests.flatMap(({ results: tries }) => tries).flatMap(({ errors }) => errors)[0]?.message;

function countPlaywright({ stats, suites }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const all = suites.flatMap(specs);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    names: all.filter((spec) => !spec.ok).map((spec) => named(spec.title, firstError(spec))),
    unsteady: all
      .filter((spec) => spec.tests.some(({ status }) => status === 'flaky'))
      .map((spec) => named(spec.title, firstError(spec))),
  };
}

async function vitest(name, projects, extra = [], env = {}) {
  console.log(`\n── ${name}`);
  const report = join(scratch, `${name}.json`);
  const code = await run(
    script('vitest'),
    [
      'run',
      '--config=tests/vitest.config.ts',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...extra,
    ],
    env,
  );
  record(name, code, readReport(report, countVitest));
}

/** `--runs` and `--seed` of the simulation are environment variables, because its test files read them. */
function simulation(extra) {
  const env = {};
  const rest = [];
  const names = { '--runs': 'SIM_RUNS', '--seed': 'SIM_SEED' };
  for (let at = 0; at < extra.length; at += 1) {
    const [flag, inline] = extra[at].split('=');
    const name = names[flag];
    if (name === undefined) {
      rest.push(extra[at]);
      continue;
    }
    const value = inline ?? extra[(at += 1)];
    if (value === undefined) fail(`${flag} needs a value`, 2);
    env[name] = value;
  }
  // A seed to replay is that run and nothing else; both files of random scripts would take it.
  const isReplay = (env.SIM_SEED ?? process.env.SIM_SEED ?? '') !== '';
  if (isReplay && rest.every((argument) => argument.startsWith('-'))) rest.push(REPLAY);
  return { env, rest };
}

/** Stages with a browser: its path goes to the runners by environment. */
async function withChromium(name, action) {
  try {
    process.env.CHROMIUM_BIN = ensureChromium();
  } catch (error) {
    console.error(error.message);
    results.push({ name, passed: 0, failed: 1, note: 'no Chromium' });
    return;
  }
  await action();
}

/** Which stories a long run has: whoever finds one missing has to know where it is run. */
function storiesRun() {
  if (process.env.TEST_LENGTH !== 'long') return '';
  const part = storyPart();
  return part === undefined ? '' : `, part ${part} of the stories; STORY_PART names another`;
}

async function e2e(extra) {
  if (!(await step('build', script('tsx'), [join('tests', 'backend', 'build-app.ts')]))) {
    results.push({ name: 'e2e', passed: 0, failed: 1, note: 'nothing to test without a build' });
    return;
  }
  console.log(`\n── e2e${storiesRun()}`);
  const report = join(scratch, 'e2e.json');
  const code = await run(
    script('playwright'),
    ['test', '--config=tests/e2e/playwright.config.ts', ...extra],
    {
      PLAYWRIGHT_JSON: report,
    },
  );
  record('e2e', code, readReport(report, countPlaywright));
}

const stages = {
  check: async (extra) => {
    await step('format', script('oxfmt'), ['--list-different']);
    // The types take one core as long as lint takes another; all are silent where all is well.
    await Promise.all([
      step('types', script('typescript', 'tsc'), ['-b']),
      step('lint', script('oxlint'), []),
    ]);
    await vitest('guard', ['guard'], extra);
  },
  unit: (extra) => {
    const isLong = process.env.TEST_LENGTH === 'long';
    // Nothing of the other two waits for the long run, and a project without files is an error.
    const others = isLong ? [] : ['unit-node', 'unit-ui'];
    return vitest('unit', ['unit-pure', 'unit-dom', ...others], extra);
  },
  contract: (extra) => vitest('contract', ['contract'], extra),
  sim: (extra) => {
    const { env, rest } = simulation(extra);
    return vitest('sim', ['sim'], rest, env);
  },
  browser: (extra) => withChromium('browser', () => vitest('browser', ['browser'], extra)),
  e2e: (extra) => withChromium('e2e', () => e2e(extra)),
  bench: (extra) =>
    withChromium('bench', () => step('bench', script('tsx'), [join('tests', 'bench', 'run.ts'), ...extra])),
};

function summary() {
  const failing = results.filter(({ failed }) => failed > 0);
  console.log('');
  for (const { name, failed, note, names } of failing) {
    console.log(`${name}: ${failed} failed (${note})`);
    // The runner's own account may be thousands of lines above: what failed is named where people look.
    for (const failingName of names ?? []) console.log(`  - ${failingName}`);
  }
  if (unsteadyTests.length > 0) {
    console.log('Failed once and passed when run again; each wants its cause found:');
    for (const title of unsteadyTests) console.log(`  - ${title}`);
  }
  console.log(took.join(', '));
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return failing.length === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
}

const { stages: chosen, extra, length } = parse(process.argv.slice(2));
// A stage that is asked for by name runs whole, also where a longer run asks.
if (length === undefined) delete process.env.TEST_LENGTH;
else process.env.TEST_LENGTH = length;
bootstrap();
for (const stage of chosen) {
  const startedAt = performance.now();
  await stages[stage](extra);
  took.push(`${stage} ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
process.exitCode = summary();
