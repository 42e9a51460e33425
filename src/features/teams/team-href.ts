import { teamSearch } from './team-search.ts';

/** The page of a team. */
export function teamHref(id: string): string {
  return `${teamSearch.path}/${encodeURIComponent(id)}`;
}
