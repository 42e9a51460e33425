import { componentsRead, peopleRead, teamNamesRead } from '#sync/read/names.ts';
import { scrapersRead } from '#sync/read/scrapers.ts';
import type { PersonRef } from '#sync/read/types.ts';

/** Lists that are chosen from. */
export interface NameLists {
  people: readonly PersonRef[];
  components: readonly { readonly id: string; readonly name: string }[];
  teams: readonly PersonRef[];
}

/** Reads of names: which of them fails where a test says so, and what it gives. */
export const namedReads = new Map<
  unknown,
  readonly [keyof NameLists | undefined, (lists: NameLists) => unknown]
>([
  [peopleRead, ['people', ({ people }) => people]],
  [componentsRead, ['components', ({ components }) => components]],
  [teamNamesRead, ['teams', ({ teams }) => teams]],
  [scrapersRead, [undefined, () => []]],
]);
