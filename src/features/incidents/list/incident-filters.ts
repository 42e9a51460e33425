import * as v from 'valibot';
import type { IncidentFilter } from '#sync/read/types.ts';
import { incidentSeverities, incidentStatuses, incidentTypes, linkedSeverities } from '../incident-words.ts';

/** The spec's default, and the value that removes the filter. */
export const DEFAULT_STATUS = 'open';
export const ANY = 'all';
/** Longer texts cannot match a title and would only make unusable links. */
const MAX_SEARCH_LENGTH = 200;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Query values arrive as text, or as JSON values when the router could read them as such (`?search=123`). */
const textSchema = v.pipe(
  v.union([v.string(), v.number(), v.boolean()]),
  v.transform((value) => String(value)),
);

function oneOf<const Values extends readonly string[]>(values: Values) {
  const wanted = new Map(values.map((value) => [plainKey(value), value]));
  return v.fallback(
    v.optional(
      v.pipe(
        textSchema,
        v.transform((value): Values[number] | undefined => wanted.get(plainKey(value))),
      ),
    ),
    undefined,
  );
}

/** Read without regard to case, and `technical_debt` is `technicalDebt`. */
function plainKey(value: string): string {
  return value.replaceAll('_', '').toLowerCase();
}

const idSchema = v.fallback(
  v.optional(
    v.pipe(
      textSchema,
      v.transform((value) => (UUID.test(value) ? value.toLowerCase() : undefined)),
    ),
  ),
  undefined,
);

/**
 * Query parameters of `/incidents`. A malformed value counts as absent, never as an error; an absent status means
 * open; `all` removes a filter, which only status needs. What is dropped stays as an undefined key, because the router
 * lays the answer over what stood in the address.
 */
export const incidentSearchSchema = v.object({
  type: oneOf(incidentTypes),
  severity: oneOf([...incidentSeverities, ...linkedSeverities]),
  status: oneOf([...incidentStatuses, ANY]),
  owner: idSchema,
  component: idSchema,
  search: v.fallback(
    v.optional(
      v.pipe(
        textSchema,
        v.transform((text) => (text.trim() === '' ? undefined : text.slice(0, MAX_SEARCH_LENGTH))),
      ),
    ),
    undefined,
  ),
});

export type IncidentSearch = Partial<{
  type: (typeof incidentTypes)[number] | undefined;
  severity: (typeof incidentSeverities)[number] | (typeof linkedSeverities)[number] | undefined;
  status: (typeof incidentStatuses)[number] | typeof ANY | undefined;
  owner: string | undefined;
  component: string | undefined;
  search: string | undefined;
}>;

export type FilterName = keyof IncidentSearch;

/** What stands in the address: nothing that says what would be assumed anyway. */
export function withoutDefaults(search: IncidentSearch): IncidentSearch {
  const kept = Object.entries(search).filter(
    ([name, value]) =>
      value !== undefined && value !== '' && !(name === 'status' && value === DEFAULT_STATUS),
  );
  return Object.fromEntries(kept) as IncidentSearch; // as: only entries of `search` were kept
}

/** The query of the read model that a search stands for. */
export function filterOf(search: IncidentSearch): IncidentFilter {
  const status = search.status ?? DEFAULT_STATUS;
  return {
    type: search.type ?? null,
    severity: search.severity ?? null,
    status: status === ANY ? null : status,
    owner: search.owner ?? null,
    component: search.component ?? null,
    search: (search.search ?? '').trim(),
  };
}

/** The search that shows a filter: the inverse of `filterOf`. */
export function searchOf(filter: IncidentFilter): IncidentSearch {
  const search = v.parse(incidentSearchSchema, {
    ...filter,
    type: filter.type ?? undefined,
    severity: filter.severity ?? undefined,
    status: filter.status ?? ANY,
    owner: filter.owner ?? undefined,
    component: filter.component ?? undefined,
  });
  return withoutDefaults(search);
}

/** True when nothing but the default filter is set. */
export function isDefaultSearch(search: IncidentSearch): boolean {
  return Object.keys(withoutDefaults(search)).length === 0;
}

/** `/incidents` with its query as an address, for links from other screens. */
export function incidentListHref(search: IncidentSearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(withoutDefaults(search))) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '/incidents' : `/incidents?${text}`;
}
