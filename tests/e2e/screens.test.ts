import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens } from './screens.ts';

/** No screens of the product: `/` leads on, `/ui` and what is below it are not in a build. */
const NOT_SCREENS = new Set(['/', '/ui', '/ui/detail/$tab', '/ui/form', '/ui/heavy']);

test('every route of the route table is among the screens', () => {
  const table = readFileSync(new URL('../../src/routeTree.gen.ts', import.meta.url), 'utf8');
  const paths = [...table.matchAll(/fullPath: '([^']+)'/gu)].map(([, path = '']) =>
    path === '/' ? path : path.replace(/\/$/u, ''),
  );
  const listed = new Set(screens.map((screen) => screen.split('?')[0]));
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => !listed.has(path) && !NOT_SCREENS.has(path))).toEqual([]);
});
