import { expect, test } from 'vitest';
import { filesBelow, isCode, isTest, read } from './source-files.ts';

/** Ids at the beginning of a rule: a list item, a table row or a heading, bare or marked. */
const RULE = /^\s*(?:[-*]\s+|\|\s*|#{1,6}\s+)?(?:\*\*|\[|`)*(?<id>[A-Z]{2,8}\d+)(?:\*\*|\]|`|[.:|\s])/gmu;
/** Ids at the beginning of a test's name: `[OUT4]`, `[OUT4, OUT5]` or `OUT4`. */
const NAMED =
  /(?:test|it|describe)[\w.]*\s*(?:\([^'"`]*?\)\s*)?\(\s*['"`]\[?(?<ids>[A-Z]{2,8}\d+(?:[,\s]+[A-Z]{2,8}\d+)*)/gu;

function idsIn(text: string, pattern: RegExp, group: string): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match.groups?.[group]?.split(/[,\s]+/u) ?? []);
}

test('the two patterns read what they are meant to read', () => {
  const rules =
    '- **OUT4** keeps order\n| LEAD2 | one leader |\n### PULL10. never passes\n[ID1] x\nsee OUT9 there';
  expect(idsIn(rules, RULE, 'id')).toEqual(['OUT4', 'LEAD2', 'PULL10', 'ID1']);
  const names =
    "test('[OUT4, OUT5] keeps', f); it(\"LEAD2 one\", f); test.each(table)('[ID1] %s', f); test('no OUT9', f)";
  expect(idsIn(names, NAMED, 'ids')).toEqual(['OUT4', 'OUT5', 'LEAD2', 'ID1']);
});

test('no two rules of sync/SPEC.md have one id', () => {
  const rules = idsIn(read('sync/SPEC.md'), RULE, 'id');
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
});

test('every rule of sync/SPEC.md begins the name of a test', () => {
  const rules = new Set(idsIn(read('sync/SPEC.md'), RULE, 'id'));
  expect(rules.size).toBeGreaterThan(0);
  const named = new Set(
    filesBelow()
      .filter((path) => isCode(path) && isTest(path) && !path.startsWith('tests/guard/'))
      .flatMap((path) => idsIn(read(path), NAMED, 'ids')),
  );
  expect([...rules].filter((rule) => !named.has(rule))).toEqual([]);
});
