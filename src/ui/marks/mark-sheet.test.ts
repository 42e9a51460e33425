import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { markSheet, type IconSet } from './mark-sheet.ts';
import { MARK_SOURCES } from './mark-sources.ts';

const setOf = (name: string): IconSet =>
  JSON.parse(
    readFileSync(new URL(`../../../node_modules/@iconify-json/${name}/icons.json`, import.meta.url), 'utf8'),
  ) as IconSet; // Iconify's own format
const sheet = markSheet({ logos: setOf('logos'), devicon: setOf('devicon') });

it('every mark has one rule, whose image is a drawing that can be read', () => {
  const rules = [...sheet.matchAll(/\.type-mark-(?<name>[a-z\d-]+)\{(?<body>[^}]*)\}/gu)];
  expect(rules.map(({ groups }) => groups?.['name'])).toEqual(Object.keys(MARK_SOURCES));
  for (const { groups } of rules) {
    const [, image = ''] = /url\("data:image\/svg\+xml,([^"]*)"\)/u.exec(groups?.['body'] ?? '') ?? [];
    const drawing = decodeURIComponent(image);
    expect(drawing).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg' viewBox='[\d. -]+'>.*<\/svg>$/u);
    // An image may neither run nor fetch anything.
    expect(drawing).not.toMatch(/<script|<foreignObject|(?:href|src)='(?!#)/u);
  }
});

it('a mark that no set has is told by the build', () => {
  const none: IconSet = { icons: {} };
  expect(() => markSheet({ logos: none, devicon: none })).toThrow(/The set has no icon/u);
});
