import { expect, it } from 'vitest';
import { matching, misfitOf, readTyped, shownOf, type Entry, type Part } from './matching.ts';

const entry = (label: string, words?: string): Entry => ({ id: label, label, words });
const labels = (entries: readonly Entry[]): readonly string[] => entries.map(({ label }) => label);
const part = (rest: Partial<Part>): Part => ({ id: 'p', title: 'P', mark: null, entries: [], ...rest });

it('the first character narrows only when it is a mark', () => {
  expect(readTyped('> New  Incident')).toEqual({ mark: '>', words: ['new', 'incident'] });
  expect(readTyped('  #db')).toEqual({ mark: '#', words: ['db'] });
  expect(readTyped('a > b')).toEqual({ mark: null, words: ['a', '>', 'b'] });
  expect(readTyped('toString')).toEqual({ mark: null, words: ['tostring'] });
});

it('a name before a beginning, a word, a part, and another name of it last', () => {
  const entries = [
    entry('Health', 'check canary'),
    entry('recheck'),
    entry('api check'),
    entry('check-api'),
    entry('Check'),
    entry('Logs'),
  ];
  expect(labels(matching(entries, ['check']))).toEqual([
    'Check',
    'check-api',
    'api check',
    'recheck',
    'Health',
  ]);
});

it('every word has to be in it, in the name or in its other words', () => {
  expect(misfitOf(entry('api', 'prod database'), ['api', 'prod'])).not.toBeNull();
  expect(misfitOf(entry('api', 'prod database'), ['api', 'staging'])).toBeNull();
});

it('those alike stay in their order, and of no words all of them', () => {
  const entries = [entry('pod b'), entry('pod a')];
  expect(labels(matching(entries, ['pod']))).toEqual(['pod b', 'pod a']);
  expect(matching(entries, [])).toBe(entries);
});

it('a mark leaves its groups alone', () => {
  const parts = [
    part({ id: 'a', entries: [entry('x')] }),
    part({ id: 'b', mark: '#', entries: [entry('x')] }),
  ];
  expect(shownOf(parts, readTyped('#x')).groups.map(({ id }) => id)).toEqual(['b']);
  expect(shownOf(parts, readTyped('x')).groups.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('no more than fifty lines are drawn, and it says how many there are beside', () => {
  const entries = Array.from({ length: 200 }, (_, at) => entry(`pod ${at}`));
  const parts = ['a', 'b', 'c'].map((id) => part({ id, mark: '#', entries }));
  const shown = shownOf(parts, readTyped('#'));
  const lines = shown.groups.flatMap(({ items }) => items);
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines.map(({ label }) => label)).toContain('160 more: type more of the name');
  expect(shown.total).toBe(600);
});

it('a group without a line is left out, but not one that lacks something', () => {
  const parts = [part({ id: 'none' }), part({ id: 'lacks', lack: 'Checks are not on this device yet' })];
  const { groups, total, isReading } = shownOf([...parts, part({ isReading: true })], readTyped('x'));
  expect(isReading).toBe(true);
  expect(groups).toEqual([
    {
      id: 'lacks',
      title: 'P',
      items: [{ id: 'lacks note 0', label: 'Checks are not on this device yet', disabledReason: '' }],
    },
  ]);
  expect(total).toBe(0);
});
