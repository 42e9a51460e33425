import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { isBuildStale } from '#tests/backend/app-build.ts';
import { read, ROOT } from './source-files.ts';

/** Budgets (ux 4.12, 39). */
/** Every route costs some sixty bytes here, whatever is late of it (screens.md 8). */
const MAX_SCRIPT_BYTES = 250 * 1000;
const MAX_STYLE_BYTES = 40 * 1000;
const MAX_MARK_BYTES = 110 * 1000;
/** Grows by some fifty kilobytes with each area; all of them have to open offline. */
const MAX_PRECACHE_BYTES = 4.2 * 1000 * 1000;
/** Counted by late-chunks.test.ts instead. */
const LATE = /\/(?:code-editor|diff-editor|editor|graph-canvas|layout\.worker|yaml\.worker)-/u;

const BUILD_TIMEOUT_MS = 180_000;
const FIRST_ROUTE = 'src/routes/incidents/index.tsx';
const FIRST_PAGE = 'src/features/incidents/list/incident-list-page.tsx';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

let chunks: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  if (await isBuildStale(ROOT)) {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    // VITEST would leave routes and service worker out of the build, see vite.config.ts.
    const { VITEST: _isTest, NODE_ENV: _mode, ...env } = process.env;
    execFileSync(process.execPath, [vite, 'build'], { cwd: ROOT, env, stdio: 'pipe' });
  }
  chunks = JSON.parse(read('dist/.vite/manifest.json')) as Readonly<Record<string, Chunk>>; // Vite's own format
}, BUILD_TIMEOUT_MS);

/** Everything the first screen downloads: the entry, which has the route's component, and what it imports. */
function firstRoute(): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit('index.html');
  return { scripts, styles };
}

function gzipBytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(ROOT, 'dist', file))).length, 0);
}

test('the first route stays within its budgets', () => {
  const { scripts, styles } = firstRoute();
  expect(gzipBytes(scripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  expect(styles.size).toBeGreaterThan(0);
  expect(gzipBytes(styles)).toBeLessThanOrEqual(MAX_STYLE_BYTES);
});

test('the first route is one script, which is asked for as a plain one before it is as a module', () => {
  const [entry = '', ...others] = firstRoute().scripts;
  expect(others).toEqual([]);
  const { sources } = JSON.parse(read(`dist/${entry}.map`)) as { sources: string[] }; // a source map
  expect(sources.filter((source) => source.endsWith(FIRST_PAGE))).toHaveLength(1);
  // Only so does a start through the service worker use the code that was compiled for an earlier one.
  const html = read('dist/index.html');
  const preload = html.indexOf(`<link rel="preload" as="script" crossorigin href="/${entry}">`);
  expect(preload).toBeGreaterThan(0);
  expect(html.indexOf('<script')).toBeGreaterThan(preload);
  expect(html).not.toContain('modulepreload');
});

function precached(worker: string): string[] {
  return [...worker.matchAll(/["']?url["']?:\s*["'](?<url>[^"']+)["']/gu)].map(
    (match) => match.groups?.['url'] ?? '',
  );
}

test('the precache is the shell: small, complete, and without what must come fresh', () => {
  const worker = read('dist/service-worker.js');
  const urls = precached(worker);
  expect(urls).toContain('index.html');
  for (const file of firstRoute().scripts) expect(urls).toContain(file);
  expect(urls.filter((url) => /config\.json|\.map$|catalogue/u.test(url))).toEqual([]);
  const counted = urls.filter((url) => !LATE.test(url));
  const bytes = counted.reduce((sum, url) => sum + readFileSync(join(ROOT, 'dist', url)).length, 0);
  expect(bytes).toBeLessThanOrEqual(MAX_PRECACHE_BYTES);
});

test('no chunk needs itself, by whatever way round: one of them would be run before what it uses', () => {
  const waitsFor = new Map(
    Object.entries(chunks).map(([key, { imports }]) => [key, new Set(imports ?? [])] as const),
  );
  // What needs nothing that is left may be taken away; a circle stays.
  for (let before = -1; before !== waitsFor.size;) {
    before = waitsFor.size;
    for (const [key, imports] of waitsFor)
      if (![...imports].some((needed) => waitsFor.has(needed))) waitsFor.delete(key);
  }
  expect([...waitsFor.keys()]).toEqual([]);
});

test('editors, graphs and forms are no part of the first route; an editor is there offline', () => {
  const urls = precached(read('dist/service-worker.js'));
  const editor = chunks['src/code/code-editor.tsx'];
  const { sources } = JSON.parse(read(`dist/${[...firstRoute().scripts][0]}.map`)) as { sources: string[] }; // a source map
  expect(
    sources.filter((source) =>
      /codemirror|lezer|xyflow|elkjs|cfworker|@tanstack\/(?:react-form|form-core)|views\/form\/(?:use-kit|form-)/u.test(
        source,
      ),
    ),
  ).toEqual([]);
  const parts = [editor?.file, ...(editor?.imports ?? []).map((key) => chunks[key]?.file)];
  expect(parts.filter((file) => file === undefined || !urls.includes(file))).toEqual([]);
  expect(urls.filter((url) => url.includes('yaml.worker-'))).toHaveLength(1);
});

test('what is only written by the worker is no part of the first route', () => {
  const { sources } = JSON.parse(read(`dist/${[...firstRoute().scripts][0]}.map`)) as { sources: string[] }; // a source map
  // Of the tables it needs those alone that changes are of, and of the stores what reads them.
  expect(
    sources.filter((source) =>
      /sync\/(?:protocol\/tables\.ts|protocol\/tables\/check\.ts|store\/cache\/dexie-cache|store\/journal\/dexie-journal)/u.test(
        source,
      ),
    ),
  ).toEqual([]);
  expect(sources.filter((source) => source.endsWith('sync/protocol/written-tables.ts'))).toHaveLength(1);
});

test('how effects are sent and documents are asked for is no part of the first route', () => {
  const code = [...firstRoute().scripts].map((file) => read(`dist/${file}`)).join('');
  // It has what the journal may hold of an effect; what of their descriptions is more belongs to the worker alone.
  const paths = ['/playbook/run/approve', '/db/config_detail', '/db/job_histories'];
  expect(['responder.open-ticket', ...paths].filter((text) => code.includes(text))).toEqual([
    'responder.open-ticket',
  ]);
});

test('the marks of types are no part of the first route, and are there offline', () => {
  const marks = Object.values(chunks)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.css') && read(`dist/${file}`).includes('.type-mark-k8s-pod'));
  expect(marks).toHaveLength(1);
  expect([...firstRoute().styles].filter((file) => marks.includes(file))).toEqual([]);
  expect(precached(read('dist/service-worker.js'))).toEqual(expect.arrayContaining(marks));
  expect(gzipBytes(marks)).toBeLessThanOrEqual(MAX_MARK_BYTES);
});

test('every file of the precache is listed with the hash of its bytes', () => {
  const worker = read('dist/service-worker.js');
  const hashOf = (url: string): string =>
    createHash('sha256')
      .update(readFileSync(join(ROOT, 'dist', url)))
      .digest('base64');
  expect(precached(worker).filter((url) => !worker.includes(`sha256-${hashOf(url)}`))).toEqual([]);
});

test('the manifest names icons and routes that exist', () => {
  const manifest = JSON.parse(read('dist/manifest.webmanifest')) as {
    id: string;
    scope: string;
    icons: { src: string; purpose: string }[];
    shortcuts: { url: string }[];
  }; // our own file
  expect([manifest.id, manifest.scope]).toEqual(['/', '/']);
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src } of manifest.icons)
    expect(readFileSync(join(ROOT, 'dist', src)).length).toBeGreaterThan(500);
  const paths = manifest.shortcuts.map(({ url }) => new URL(url, 'https://x').pathname);
  expect(new Set(paths)).toEqual(new Set(['/incidents']));
  expect(existsSync(join(ROOT, FIRST_ROUTE))).toBe(true);
});
