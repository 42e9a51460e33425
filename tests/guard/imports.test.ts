import { expect, test } from 'vitest';
import { importsOf, productFiles, type Import } from './source-files.ts';

const files = productFiles();
const imports = files.flatMap((path) => importsOf(path));

function offenders(isBroken: (one: Import) => boolean): string[] {
  return imports.filter(isBroken).map(({ from, to }) => `${from} → ${to}`);
}

/** `src/features/<name>/` of a path below features, else ''. */
function featureOf(path: string): string {
  return /^src\/features\/[^/]+\//u.exec(path)?.[0] ?? '';
}

/** How an object is asked by a key from outside; the same everywhere. */
const SAFE_READ = 'sync/protocol/own.ts';

const PURE = /^sync\/(?:core\/|protocol\/|errors\.ts$|ports\.ts$)/u;

test('there is something to judge', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.length).toBeGreaterThan(files.length);
});

test('the pure part of the engine imports nothing outside itself but valibot', () => {
  expect(offenders(({ from, to }) => PURE.test(from) && !PURE.test(to) && to !== 'npm:valibot')).toEqual([]);
});

test('the engine knows neither the page nor the workers', () => {
  expect(
    offenders(({ from, to }) => from.startsWith('sync/') && /^(?:src|workers|tests)\//u.test(to)),
  ).toEqual([]);
  expect(
    offenders(({ from, to }) => from.startsWith('sync/') && /^npm:(?:react|@tanstack)/u.test(to)),
  ).toEqual([]);
});

test('the page reaches the engine through the read model, the protocol and the contracts only', () => {
  const allowed = /^(?:sync\/(?:read|protocol)\/|sync\/errors\.ts$|workers\/contracts\/)/u;
  expect(
    offenders(
      ({ from, to }) => from.startsWith('src/') && /^(?:sync|workers)\//u.test(to) && !allowed.test(to),
    ),
  ).toEqual([]);
});

test('nothing but the page imports the page, and nobody imports tests', () => {
  expect(offenders(({ from, to }) => !from.startsWith('src/') && to.startsWith('src/'))).toEqual([]);
  expect(offenders(({ to }) => to.startsWith('tests/'))).toEqual([]);
});

test('a feature imports neither another feature nor the shell nor a route', () => {
  expect(
    offenders(
      ({ from, to }) =>
        featureOf(from) !== '' &&
        ((featureOf(to) !== '' && featureOf(to) !== featureOf(from)) || /^src\/(?:shell|routes)\//u.test(to)),
    ),
  ).toEqual([]);
});

test('platform stands below features, shell and routes', () => {
  expect(
    offenders(
      ({ from, to }) => from.startsWith('src/platform/') && /^src\/(?:features|shell|routes|ui)\//u.test(to),
    ),
  ).toEqual([]);
});

test('views stand below features, shell and routes', () => {
  expect(
    offenders(
      ({ from, to }) => from.startsWith('src/views/') && /^src\/(?:features|shell|routes)\//u.test(to),
    ),
  ).toEqual([]);
  expect(
    offenders(({ from, to }) => /^src\/(?:ui|lib|platform)\//u.test(from) && to.startsWith('src/views/')),
  ).toEqual([]);
});

test('primitives know no router, no store and nothing above them', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('src/ui/') &&
        to !== SAFE_READ &&
        (/^npm:(?:@tanstack\/react-router|dexie|dexie-react-hooks|comlink)$/u.test(to) ||
          (/^(?:src|sync|workers)\//u.test(to) && !/^src\/(?:ui|lib)\//u.test(to))),
    ),
  ).toEqual([]);
});

test('lib is pure', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('src/lib/') &&
        to !== SAFE_READ &&
        (to === 'npm:react' || (/^(?:src|sync)\//u.test(to) && !to.startsWith('src/lib/'))),
    ),
  ).toEqual([]);
});

test('there is no import cycle', () => {
  const edges = new Map(files.map((path) => [path, [] as string[]]));
  // A type leaves nothing behind at run time; the compiler is at ease with those circles and so are readers.
  for (const { from, to, isTypeOnly } of imports) {
    if (!isTypeOnly && edges.has(to)) edges.get(from)?.push(to);
  }
  expect(findCycle(edges)).toEqual([]);
});

test('the cycle finder finds one', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(findCycle(edges)).toEqual(['b', 'c', 'b']);
});

function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    const at = trail.indexOf(path);
    if (at !== -1) return [...trail.slice(at), path];
    if (done.has(path)) return [];
    for (const next of edges.get(path) ?? []) {
      const cycle = visit(next, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const path of edges.keys()) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
