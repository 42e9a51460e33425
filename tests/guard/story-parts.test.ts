import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { commitNumber, storiesOf, storyPart } from '../length.mjs';

const directory = join(import.meta.dirname, '..', 'e2e');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the parts of the stories that long runs take turns with', () => {
  test('hold every file of stories once, and about as many each', () => {
    const parts = [1, 2, 3].map((part) => storiesOf(part, directory));
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    expect(parts.flat().sort()).toEqual(files.filter((file) => file.endsWith('.e2e.ts')).sort());
    const sizes = parts.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  test('follow from the commit, or from what is asked for', () => {
    vi.stubEnv('STORY_PART', '');
    expect(storyPart()).toBe(((commitNumber() ?? 0) % 3) + 1);
    vi.stubEnv('STORY_PART', '2');
    expect(storyPart()).toBe(2);
    vi.stubEnv('STORY_PART', 'all');
    expect(storyPart()).toBeUndefined();
  });

  test.each(['0', '4', '1.5', 'two'])('are not %s', (named) => {
    vi.stubEnv('STORY_PART', named);
    expect(storyPart).toThrow(`STORY_PART=${named} is no number from 1 to 3`);
  });
});
