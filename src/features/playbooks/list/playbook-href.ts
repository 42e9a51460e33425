import { playbookSearch } from './playbook-search.ts';

/** The page of a playbook. Not beside its parameters, which the first page fetches for the sake of the address. */
export function playbookHref(id: string): string {
  return `${playbookSearch.path}/${encodeURIComponent(id)}`;
}
