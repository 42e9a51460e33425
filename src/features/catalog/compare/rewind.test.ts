import { createTwoFilesPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { rewind, type RecordedDiff } from './rewind.ts';

const BEFORE = { kind: 'Deployment', spec: { replicas: 2, image: 'web:1', args: ['a', 'b'] } };
const AFTER = { kind: 'Deployment', spec: { replicas: 5, image: 'web:1', args: ['a', 'b'] } };
const yamlDiff = (before: unknown, after: unknown): string =>
  createTwoFilesPatch('before', 'after', stringify(before), stringify(after));
const jsonDiff = (before: unknown, after: unknown): string =>
  createTwoFilesPatch(
    'before',
    'after',
    `${JSON.stringify(before, null, 2)}\n`,
    `${JSON.stringify(after, null, 2)}\n`,
  );
const change = (more: Partial<RecordedDiff> = {}): RecordedDiff => ({
  diff: yamlDiff(BEFORE, AFTER),
  patches: { spec: { replicas: 5 } },
  count: 1,
  ...more,
});

describe('the content before a change', () => {
  it.each([
    ['as YAML', change()],
    ['as JSON', change({ diff: jsonDiff(BEFORE, AFTER) })],
    ['with the patch as text', change({ patches: '{"spec":{"replicas":5}}' })],
    ['without a patch', change({ patches: null })],
    [
      'with the line numbers of another text',
      change({ diff: yamlDiff(BEFORE, AFTER).replace('@@ -1,', '@@ -9,').replace('+1,', '+9,') }),
    ],
  ])('is told by a diff %s', (_name, recorded) => {
    expect(rewind(AFTER, recorded)).toEqual({ is: 'found', config: BEFORE });
  });

  it('of a text is that text', () => {
    const recorded = change({
      diff: createTwoFilesPatch('a', 'b', 'one\ntwo\n', 'one\nthree\n'),
      patches: null,
    });
    expect(rewind('one\nthree\n', recorded)).toEqual({ is: 'found', config: 'one\ntwo\n' });
  });

  it.each([
    ['it happened 3 times, and only the last diff is on record', change({ count: 3 })],
    ['the server kept no diff of it', change({ diff: null })],
    ['its diff cannot be read', change({ diff: 'nothing of the kind' })],
    [
      'its diff does not fit the content',
      change({ diff: yamlDiff({ other: 1, and: 2 }, { other: 3, and: 2 }) }),
    ],
    ['its diff and its patch contradict each other', change({ patches: { spec: { replicas: 4 } } })],
  ])('is not told where %s', (why, recorded) => {
    expect(rewind(AFTER, recorded)).toEqual({ is: 'unsound', why });
  });

  it('is not told where the diff fits in two places', () => {
    const after = { a: { x: 1, y: 2 }, b: { x: 1, y: 2 } };
    const diff = ['--- a', '+++ b', '@@ -40,2 +40,2 @@', '   x: 1', '-  y: 7', '+  y: 2', ''].join('\n');
    expect(rewind(after, { diff, patches: null, count: 1 })).toMatchObject({ is: 'unsound' });
  });
});
