import { expect, it } from 'vitest';
import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { categoriesOf, groupsOf } from './playbook-groups.ts';

const playbook = (id: string, title: string | null, category: string | null): PlaybookRef => ({
  id,
  namespace: null,
  name: `name-${id}`,
  title,
  description: `does ${id}`,
  icon: null,
  category,
  source: 'UI',
  createdBy: null,
  createdAt: null,
  updatedAt: null,
  marks: { pending: false, failed: false, conflict: false, parked: false },
  definitionChanges: {},
  lastRun: null,
});
const ALL = [
  playbook('a', 'Archive', null),
  playbook('d', 'Drain', 'Kubernetes'),
  playbook('f', null, 'Databases'),
  playbook('r', 'Restart', 'Kubernetes'),
];
const shown = (search: string, category = '') =>
  groupsOf(ALL, { search, category }).map(({ category: name, playbooks }) => [
    name,
    playbooks.map(({ id }) => id).join(' '),
  ]);

it('playbooks are grouped by category, those without one under Other at the end', () => {
  expect(shown('')).toEqual([
    ['Databases', 'f'],
    ['Kubernetes', 'd r'],
    ['Other', 'a'],
  ]);
  expect(categoriesOf([])).toEqual([]);
});

it('every word of a search is somewhere in name, title, description or category', () => {
  expect(shown('kubernetes rest')).toEqual([['Kubernetes', 'r']]);
  expect(shown('does NAME-f')).toEqual([['Databases', 'f']]);
  expect(shown('other')).toEqual([['Other', 'a']]);
  expect(shown('nothing')).toEqual([]);
  expect(shown('', 'Other')).toEqual([['Other', 'a']]);
});
