import type { IncidentFilter } from '#sync/read/types.ts';
import { choice, flag, id, text } from '#src/views/list/params.ts';
import { searchSpec, type SearchOf } from '#src/views/list/search-spec.ts';
import {
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  linkedSeverities,
  titleOf,
} from '../incident-labels.ts';

/** The spec's default, and the value that removes the filter. */
export const DEFAULT_STATUS = 'open';
export const ANY = 'all';
export const SORT_COLUMNS = ['id', 'type', 'severity', 'status', 'name', 'age'] as const;

const params = {
  status: choice([...incidentStatuses, ANY], DEFAULT_STATUS, { field: 'Status', none: ANY, titleOf }),
  type: choice(incidentTypes, undefined, { field: 'Type', titleOf }),
  severity: choice([...incidentSeverities, ...linkedSeverities], undefined, { field: 'Severity', titleOf }),
  owner: id({ field: 'Owner' }),
  component: id({ field: 'Component' }),
  search: text({ field: 'Search', isCut: true }),
  sortBy: choice(SORT_COLUMNS, undefined, { role: 'order' }),
  sortDesc: flag({ role: 'order' }),
};

/** Query parameters of `/incidents` (spec 2.6); the order is ours, and absent it is the product's. */
export const incidentSearch = searchSpec({ path: '/incidents', typingMs: 400, params });
export type IncidentParams = typeof params;
export type IncidentSearch = SearchOf<IncidentParams>;

/** The query of the read model that a search stands for. */
export function filterOf(search: IncidentSearch): IncidentFilter {
  const { type, severity, status, owner, component, search: wanted } = incidentSearch.view(search);
  return {
    type: type ?? null,
    severity: severity ?? null,
    status: status === ANY ? null : status,
    owner: owner ?? null,
    component: component ?? null,
    search: wanted.trim(),
  };
}
