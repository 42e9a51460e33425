import { questionOf, type ChangesPage } from '../changes/change-query.ts';
import type { ItemChangeSearch } from './item-change-search.ts';

/** What is related in which direction has its changes listed, too (reference: C5). */
const RECURSIVE = {
  'true true': 'all',
  'true false': 'downstream',
  'false true': 'upstream',
  'false false': 'none',
} as const;

/** The page of changes of one item. A filter by items takes the place of the one whose page it is. */
export function itemQuestionOf(
  itemId: string,
  search: ItemChangeSearch,
  areDeletedHidden: boolean,
): ChangesPage {
  const { downstream = true, upstream = false } = search;
  const question = questionOf(search, areDeletedHidden);
  return {
    ...question,
    query: {
      ...question.query,
      id: question.query.id ?? itemId,
      recursive: RECURSIVE[`${downstream} ${upstream}`],
    },
  };
}
