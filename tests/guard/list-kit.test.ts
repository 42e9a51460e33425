import { expect, test } from 'vitest';
import { filesBelow, isTest, read, readCode } from './source-files.ts';

const KIT = 'src/views/list/';
const kit = filesBelow(KIT).filter((path) => !isTest(path) && !path.includes('/story/'));

/** Modules of searches, wherever they are made with the kit. */
const searches = filesBelow('src/features/').filter(
  (path) => path.endsWith('-search.ts') && /\bsearchSpec\(/u.test(readCode(path)),
);

/** Things of screens; a label filter of the address is written `canary:key:value` on the wire. */
const NAMES =
  /incident|hypothes|evidence|\bchecks?\b|health|canar(?!y:)|catalog|playbook|topolog|responder|comments?\b/iu;

test('the kit of lists knows no screen, table or feature by name', () => {
  expect(kit.length).toBeGreaterThan(15);
  const found = kit.flatMap((path) => {
    const name = NAMES.exec(readCode(path))?.[0];
    return name === undefined ? [] : [`${path} ${name}`];
  });
  expect(found).toEqual([]);
});

/** What is made of the kit: screens, the stories on fakes, and the body that every list has. */
const users = filesBelow('src/')
  .filter((path) => /\.tsx?$/u.test(path) && !isTest(path))
  .filter((path) => !kit.includes(path) || path === `${KIT}list-page.tsx`)
  .filter((path) => path.startsWith(KIT) || readCode(path).includes("'#src/views/list/"));

/** Files of the kit whose properties screens fill in. */
const DESCRIPTIONS = ['list-spec.ts', 'list-frame.tsx', 'list-page.tsx', 'params.ts', 'use-paged-rows.ts'];

test('what one list needs is a slot: every optional property is used by two', () => {
  const optional = DESCRIPTIONS.flatMap((file) => [
    ...readCode(KIT + file).matchAll(/^\s+(?:readonly )?(?<name>\w+)\?(?::|\()/gmu),
  ]).flatMap(({ groups }) => groups?.['name'] ?? []);
  expect(optional.length).toBeGreaterThan(15);
  // What is only declared is not used.
  const code = users.map((path) => readCode(path).replaceAll(/^\s+(?:readonly )?\w+\?[:(].*$/gmu, ''));
  const lonely = [...new Set(optional)].filter(
    (name) =>
      code.filter((text) => new RegExp(String.raw`\b${name}(?:\s*[:=(,}]|$|\s+\w+=)`, 'mu').test(text))
        .length < 2,
  );
  expect(lonely.join(' ')).toEqual('');
});

test('a search is data: a plain module that draws nothing', () => {
  expect(searches.length).toBeGreaterThan(1);
  expect(searches.filter((path) => /from 'react'/u.test(readCode(path)))).toEqual([]);
});

test('every search is among those of src/routes/searches.prop.test.ts', () => {
  const registered = read('src/routes/searches.prop.test.ts');
  expect(searches.filter((path) => !registered.includes(`'#${path}'`))).toEqual([]);
});

/** An address with parameters but no list: the router puts its scroll back. */
const NO_LISTS = new Set(['/catalog/compare', '/topology/$id/graph', '/playbooks/runs/compare']);

test('every list that is a page is among LISTS of src/router.tsx, so that it keeps its place by row', () => {
  const router = readCode('src/router.tsx');
  const paths = searches.flatMap((path) =>
    [...readCode(path).matchAll(/searchSpec\(\{\s*path: '(?<path>[^']+)'/gu)].flatMap(
      ({ groups }) => groups?.['path'] ?? [],
    ),
  );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !NO_LISTS.has(path) && !router.includes(`'${path}'`))).toEqual([]);
});
