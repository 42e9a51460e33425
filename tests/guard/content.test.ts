import { expect, test } from 'vitest';
import { filesBelow, isCode, isTest, productFiles, read } from './source-files.ts';

const all = filesBelow();
const TEXT =
  /\.(?:ts|tsx|mjs|mts|js|json|md|css|html|yml|yaml|sql|svg)$|(?:^|\/)\.[a-z]+rc(?:\.json)?$|^\.ci\//u;

function filesWith(pattern: RegExp, paths: readonly string[]): string[] {
  return paths.filter((path) => pattern.test(read(path)));
}

test('feeds name their columns: no select=* in the product', () => {
  const found = productFiles().filter((path) => withoutComments(read(path)).includes('select=*'));
  expect(found).toEqual([]);
});

test('comments do not count, strings do', () => {
  expect(withoutComments("a; // select=*\n/* select=* */ b('https://x?select=*')")).toBe(
    "a; \n b('https://x?select=*')",
  );
});

/** Comments may say what is forbidden. `//` inside an address is preceded by a colon. */
function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/(?<!:)\/\/.*$/gmu, '');
}

test('no HTML is set from text', () => {
  const sinks =
    /dangerouslySetInnerHTML|\.innerHTML\s*=|\.outerHTML\s*=|insertAdjacentHTML|document\.write\(/u;
  expect(filesWith(sinks, productFiles())).toEqual([]);
});

test('the page writes no inline script, no inline style and no foreign address', () => {
  const html = read('index.html');
  expect(html).not.toMatch(/<style|style="|\son\w+=/u);
  expect(html.match(/<script\b[^>]*>/gu)).toEqual(['<script type="module" src="/src/main.tsx">']);
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//u);
});

test('nothing names a machine or a registry', () => {
  const machine = new RegExp(
    [
      String.raw`/home/\w+/`,
      String.raw`/Users/\w+/`,
      String.raw`C:\\\\Users`,
      ['/wo', 'rk/(?:main|shared)'].join(''),
      ['registry', String.raw`\.(?:npmjs|yarnpkg)`].join(''),
      ['"resol', 'ved": "http'].join(''),
    ].join('|'),
    'u',
  );
  expect(
    filesWith(
      machine,
      all.filter((path) => TEXT.test(path)),
    ),
  ).toEqual([]);
});

test('every field of text says what the browser may keep of it', () => {
  // Without the word, Chromium writes what was typed into its session files, where no lock of ours reaches (LCK11).
  const silent = productFiles().flatMap((path) =>
    (withoutComments(read(path)).match(/<(?:Input|AriaTextArea|textarea|input)\b[\s\S]*?\/>/gu) ?? [])
      .filter((tag) => !tag.includes('autoComplete') && !/type="(?:range|radio|checkbox)"/u.test(tag))
      .map((tag) => `${path}: ${tag.slice(0, 40)}`),
  );
  expect(silent).toEqual([]);
});

test('imports of types and values carry no folder barrels', () => {
  const barrels = productFiles().filter(
    (path) => /(?:^|\/)index\.tsx?$/u.test(path) && !path.startsWith('src/routes/'),
  );
  expect(barrels).toEqual([]);
});

test('no test is switched off or alone', () => {
  const switched = /\b(?:test|it|describe)\.(?:skip|only|todo|fixme)\b/u;
  expect(
    filesWith(
      switched,
      all.filter((path) => isCode(path) && isTest(path) && !path.startsWith('tests/guard/')),
    ),
  ).toEqual([]);
});
