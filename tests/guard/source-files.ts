import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What is not ours, made by a tool, or left behind by a run. */
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', 'test-results', 'playwright-report']);

/** Written by the router's plugin. */
export const GENERATED = new Set(['src/routeTree.gen.ts']);

/** Every file of the repository below `folder`, as a path with `/` from the root. */
export function filesBelow(folder = ''): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else found.push(path.split(sep).join('/'));
  }
  return found;
}

export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|mts|mjs)$/u.test(path) && !GENERATED.has(path);
}

export function isTest(path: string): boolean {
  return /\.(?:test|bench)\.tsx?$|\.e2e\.ts$/u.test(path) || path.startsWith('tests/');
}

/** Product code: what the page and the workers are made of, without tests. */
export function productFiles(): string[] {
  return ['src', 'sync', 'workers']
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => isCode(path) && !isTest(path));
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function parse(path: string): ReturnType<typeof parseSync> {
  const parsed = parseSync(path, read(path), {
    lang: path.endsWith('x') ? 'tsx' : 'ts',
    sourceType: 'module',
  });
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`);
  return parsed;
}

/** A file without its comments: what only stands in one is not in the product. */
export function readCode(path: string): string {
  const text = read(path);
  let code = '';
  let end = 0;
  for (const comment of parse(path).comments) {
    code += text.slice(end, comment.start);
    end = comment.end;
  }
  return code + text.slice(end);
}

export interface Import {
  readonly from: string;
  /** A path from the root, or `npm:` and the package. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

/** Static imports, re-exports and dynamic imports with a literal address. */
export function importsOf(path: string): Import[] {
  const { module } = parse(path);
  const text = read(path);
  const found: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean): void => {
    found.push({ from: path, to: resolveSpecifier(path, specifier), isTypeOnly });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType);
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"`](?<address>[^'"`$]+)['"`]$/u.exec(
      text.slice(moduleRequest.start, moduleRequest.end),
    );
    if (literal?.groups?.['address'] !== undefined) add(literal.groups['address'], false);
  }
  return found;
}

function resolveSpecifier(from: string, specifier: string): string {
  // An address is not an import: the page must not load the worker's code, but has to say where it is.
  if (specifier.includes('?worker&url')) return `url:${specifier}`;
  const bare = specifier.replace(/\?.*$/u, '');
  if (bare.startsWith('#')) return bare.slice(1);
  if (bare.startsWith('.')) return posix.normalize(posix.join(dirname(from), bare));
  if (bare.startsWith('/')) return relative('/', bare);
  const [scope = '', name = ''] = bare.split('/');
  return `npm:${scope.startsWith('@') ? `${scope}/${name}` : scope}`;
}
