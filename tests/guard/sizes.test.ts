import { expect, test } from 'vitest';
import { filesBelow, isCode, isTest, parse, productFiles, read } from './source-files.ts';

/** Limits of the house, in lines. */
const MAX_FILE = 500;
const MAX_FUNCTION = 120;
const MAX_COMPONENT = 200;
const MAX_ENTRY = 150;

/** Longer for a reason; an entry that is no longer needed fails too. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Callbacks of `describe` hold a whole file of tests; the file's own limit is theirs. */
const TEST_BODY = /\.(?:test|e2e|bench)\.tsx?$|^tests\/contract\/.*-suite\.ts$/u;

const lineCount = (path: string): number => read(path).split('\n').length - 1;

function unexplained(found: readonly string[]): string[] {
  return found.filter((line) => !Object.keys(EXCEPTIONS).some((name) => line.startsWith(`${name} `)));
}

interface Measured {
  readonly name: string;
  readonly lines: number;
  readonly isComponent: boolean;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Every function of a file with its length; named by its own name or by what it is assigned to. */
function functionsOf(path: string): Measured[] {
  const text = read(path);
  const found: Measured[] = [];
  const visit = (value: unknown, givenName: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, '');
      return;
    }
    if (!isNode(value)) return;
    const fields = value as unknown as Record<string, unknown>;
    const name = nameOf(fields['id']) ?? nameOf(fields['key']) ?? givenName;
    if (FUNCTIONS.has(value.type)) {
      const lines = text.slice(value.start, value.end).split('\n').length;
      found.push({ name, lines, isComponent: path.endsWith('.tsx') && /^[A-Z]/u.test(name) });
    }
    for (const [key, child] of Object.entries(fields)) {
      if (key !== 'parent') visit(child, key === 'init' || key === 'value' ? name : '');
    }
  };
  visit(parse(path).program.body, '');
  return found;
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && 'name' in value && typeof value.name === 'string' ? value.name : undefined;
}

test('the measure sees nested and named functions', () => {
  const names = functionsOf('tests/guard/sizes.test.ts').map(({ name }) => name);
  expect(names).toContain('functionsOf');
  expect(names).toContain('visit');
});

test('no file is longer than the limit', () => {
  const found = filesBelow()
    .filter(isCode)
    .map((path) => ({ path, lines: lineCount(path) }))
    .filter(({ lines }) => lines > MAX_FILE)
    .map(({ path, lines }) => `${path} ${lines}`);
  expect(unexplained(found)).toEqual([]);
});

test('route files and worker entries only wire', () => {
  const found = productFiles()
    .filter((path) => path.startsWith('src/routes/') || /^workers\/[^/]+\.ts$/u.test(path))
    .filter((path) => lineCount(path) > MAX_ENTRY);
  expect(unexplained(found.map((path) => `${path} ${lineCount(path)}`))).toEqual([]);
});

test('no function and no component is longer than its limit', () => {
  const found = filesBelow()
    .filter((path) => isCode(path) && !TEST_BODY.test(path))
    .flatMap((path) =>
      functionsOf(path)
        .filter(({ lines, isComponent }) => lines > (isComponent ? MAX_COMPONENT : MAX_FUNCTION))
        .map(({ name, lines }) => `${path} ${name} ${lines}`),
    );
  expect(unexplained(found)).toEqual([]);
});

test('every exception still names a file', () => {
  const all = new Set(filesBelow());
  expect(Object.keys(EXCEPTIONS).filter((path) => !all.has(path))).toEqual([]);
});

test('product code has tests beside it', () => {
  // Not a coverage tool: it notices an area without any test.
  const areas = [
    'src/platform',
    'src/features/account',
    'src/features/incidents',
    'src/features/sync',
    'src/ui',
  ];
  for (const area of areas) {
    expect([area, filesBelow(area).filter(isTest).length > 0]).toEqual([area, true]);
  }
});
