import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import type { PlaybookView } from './playbook-search.ts';

/** Spec 2: "Cards grouped by category ('Other' if none)". */
const OTHER = 'Other';

export interface PlaybookGroup {
  readonly category: string;
  readonly playbooks: readonly PlaybookRef[];
}

export function playbookName({ title, name }: Pick<PlaybookRef, 'title' | 'name'>): string {
  return title ?? name;
}

export function categoryOf({ category }: Pick<PlaybookRef, 'category'>): string {
  return category ?? OTHER;
}

/** Categories of all playbooks by name, the one of those that have none at the end. */
export function categoriesOf(playbooks: readonly PlaybookRef[]): readonly string[] {
  return [...new Set(playbooks.map(categoryOf))].sort(
    (a, b) => Number(a === OTHER) - Number(b === OTHER) || a.localeCompare(b),
  );
}

/** What is wanted of them, by category; a group keeps the order it was given. */
export function groupsOf(
  playbooks: readonly PlaybookRef[],
  { search, category }: PlaybookView,
): readonly PlaybookGroup[] {
  const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const wanted = playbooks.filter((playbook) => {
    const { name, title, description } = playbook;
    const text = [name, title, description, categoryOf(playbook)].join('\n').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return categoriesOf(wanted)
    .filter((each) => category === '' || each === category)
    .map((each) => ({
      category: each,
      playbooks: wanted.filter((playbook) => categoryOf(playbook) === each),
    }));
}
