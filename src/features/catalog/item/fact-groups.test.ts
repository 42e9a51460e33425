import { describe, expect, it } from 'vitest';
import { firstFacts, groupFacts, type Fact } from './fact-groups.ts';

const facts = (all: Readonly<Record<string, string>>): readonly Fact[] =>
  Object.entries(all).map(([name, value]) => ({ name, value, href: null }));
const shown = (all: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  groupFacts(facts(all)).flatMap(({ prefix, facts: of }) =>
    of.map(({ name, value }): [string, string] => [prefix === '' ? name : `${prefix} > ${name}`, value]),
  );

describe('facts by their beginning', () => {
  it('are grouped by what is before the first colon or slash, those without one first', () => {
    expect(
      shown({ 'app.kubernetes.io/name': 'web', team: 'shop', 'aws:az': '1', 'app.kubernetes.io/x:y': '2' }),
    ).toEqual([
      ['team', 'shop'],
      ['app.kubernetes.io > name', 'web'],
      ['app.kubernetes.io > x:y', '2'],
      ['aws > az', '1'],
    ]);
  });

  it.each([
    ['region', 'zone'],
    ['vpc', 'subnet'],
    ['os', 'arch'],
    ['version', 'part-of'],
  ])('%s and %s of one group are one line, where the first of them stood', (first, second) => {
    const both = [`${first}/${second}`, 'a / b'];
    expect(shown({ before: '1', [second]: 'b', between: '2', [first]: 'a', after: '3' })).toEqual([
      ['before', '1'],
      both,
      ['between', '2'],
      ['after', '3'],
    ]);
    expect(shown({ [`k8s/${first}`]: 'a', [`k8s/${second}`]: 'b' })).toEqual([[`k8s > ${both[0]}`, 'a / b']]);
    expect(shown({ [`one/${first}`]: 'a', [`other/${second}`]: 'b' })).toHaveLength(2);
    expect(shown({ [first]: 'a' })).toEqual([[first, 'a']]);
  });

  it('lose nothing of what has no name or looks like an object', () => {
    expect(shown({ '/x': '1', 'y/': '2', constructor: '3' })).toEqual([
      ['/x', '1'],
      ['constructor', '3'],
      ['y > y/', '2'],
    ]);
  });

  it('are cut over all groups', () => {
    const groups = groupFacts(facts({ a: '1', b: '2', 'p/c': '3', 'p/d': '4', 'q/e': '5' }));
    expect(firstFacts(groups, 3).map(({ prefix, facts: of }) => [prefix, of.length])).toEqual([
      ['', 2],
      ['p', 1],
    ]);
    expect(firstFacts(groups, 9)).toEqual(groups);
  });
});
