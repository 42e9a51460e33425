import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isTest, ROOT } from './source-files.ts';
import { openKeys, type OpenKey } from './wire-keys.ts';

const PROJECTS = [
  'sync/tsconfig.pure.json',
  'sync/store/tsconfig.json',
  'sync/transport/tsconfig.json',
  'sync/engine/tsconfig.json',
  'sync/read/tsconfig.json',
  'workers/contracts/tsconfig.json',
  'workers/tsconfig.json',
  'src/tsconfig.json',
];
const HELPER = 'sync/protocol/own.ts';

const worded = (found: readonly OpenKey[]): string[] =>
  found.map(({ path, line, code }) => `${path}:${line} ${code}`);

/** What is found in one file of its own. */
function openKeysOf(code: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"strict":true},"include":["."]}');
  writeFileSync(join(folder, 'a.ts'), code);
  return worded(openKeys(`${folder}/`, ['tsconfig.json'], () => true));
}

test('no plain object is indexed by a string of the wire: see own() in sync/protocol', () => {
  const judged: string[] = [];
  const found = openKeys(ROOT, PROJECTS, (path) => {
    judged.push(path);
    return !isTest(path) && path !== HELPER;
  });
  expect(judged.length).toBeGreaterThan(700);
  expect(worded(found)).toEqual([]);
});

test('reading, writing and asking for a key of the wire are found, by whatever name it came', () => {
  expect(
    openKeysOf(`
      declare const looks: Record<string, number>;
      declare const few: Record<'a' | 'b', number>;
      declare const type: string;
      declare const maybe: string | undefined;
      export const read = looks[type];
      export const said = few[type as 'a'];
      export const empty = looks[maybe ?? ''];
      export const asked = type in looks;
      export const generic = <K extends string>(table: Record<K, number>, key: K): number => table[key];
      looks[type] = 1;
      (looks as Record<string, unknown>)[type] = 1;
    `),
  ).toEqual([
    'a.ts:6 looks[type]',
    "a.ts:7 few[type as 'a']",
    "a.ts:8 looks[maybe ?? '']",
    'a.ts:9 type in looks',
    'a.ts:10 table[key]',
    'a.ts:11 looks[type]',
    'a.ts:12 (looks as Record<string, unknown>)[type]',
  ]);
});

test('a key of a few known names, a number and a value that has to be looked at first are let through', () => {
  expect(
    openKeysOf(`
      declare const looks: Record<'a' | 'b', number>;
      declare const row: Record<string, unknown>;
      declare const known: 'a' | 'b';
      declare const column: string;
      export const read = looks[known];
      export const value = row[column];
      export const first = [1, 2][0];
      export const named = row['title'];
      export const asked = 'a' in looks;
    `),
  ).toEqual([]);
});
