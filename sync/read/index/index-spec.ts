import type { JsonRow } from '../../protocol/op.ts';
import type { PackedName } from '../../protocol/packed.ts';

/** How a column is kept and what can be asked of it. */
export type ColumnKind =
  /** Few distinct texts (numbers and flags as text): filter by value, facets, groups, sort. */
  | {
      readonly kind: 'dict';
      readonly order?: readonly string[] | undefined;
      readonly isSearched?: true | undefined;
      /** Of rows that fit a search alike, those come first whose value does. */
      readonly isWeighed?: true | undefined;
    }
  /** An object of texts: filter by `key=value`, facets and groups by key. */
  | { readonly kind: 'pairs'; readonly isSearched?: true | undefined }
  /** Server timestamps to the microsecond: range, sort. */
  | { readonly kind: 'time' }
  | { readonly kind: 'number' }
  /** Free text, kept in lower case: search, sort. What is searched is the name of the thing, or says something about it. */
  | {
      readonly kind: 'text';
      readonly isSearched?: true | undefined;
      readonly says?: 'name' | 'about' | undefined;
    };

/** Columns of the index of one collection. What is not named here is read with the row. */
export type IndexSpec = Readonly<Record<string, ColumnKind>>;

/** Values that are worse come first when sorted; others follow in text order. */
const severities = ['critical', 'high', 'medium', 'low', 'info'];
const healths = ['unhealthy', 'warning', 'unknown', 'healthy'];

/** What each packed collection can be asked by (D19). */
export const indexSpecs: Readonly<Record<PackedName, IndexSpec>> = {
  config_items: {
    name: { kind: 'text', isSearched: true, says: 'name' },
    type: { kind: 'dict', isSearched: true },
    description: { kind: 'text', isSearched: true, says: 'about' },
    config_class: { kind: 'dict' },
    health: { kind: 'dict', order: healths, isWeighed: true },
    status: { kind: 'dict' },
    ready: { kind: 'dict' },
    agent_id: { kind: 'dict' },
    scraper_id: { kind: 'dict' },
    parent_id: { kind: 'dict' },
    tags: { kind: 'pairs', isSearched: true },
    labels: { kind: 'pairs', isSearched: true },
    created_at: { kind: 'time' },
    updated_at: { kind: 'time' },
    cost_total_30d: { kind: 'number' },
  },
  config_changes: {
    config_id: { kind: 'dict' },
    change_type: { kind: 'dict', isSearched: true },
    severity: { kind: 'dict', order: severities },
    source: { kind: 'dict' },
    created_by: { kind: 'dict' },
    external_created_by: { kind: 'dict' },
    summary: { kind: 'text', isSearched: true },
    created_at: { kind: 'time' },
    first_observed: { kind: 'time' },
    inserted_at: { kind: 'time' },
    count: { kind: 'number' },
  },
  config_analysis: {
    config_id: { kind: 'dict' },
    scraper_id: { kind: 'dict' },
    analyzer: { kind: 'dict', isSearched: true },
    analysis_type: { kind: 'dict' },
    severity: { kind: 'dict', order: severities },
    status: { kind: 'dict' },
    source: { kind: 'dict' },
    summary: { kind: 'text', isSearched: true },
    first_observed: { kind: 'time' },
    last_observed: { kind: 'time' },
  },
  check_statuses: {
    check_id: { kind: 'dict' },
    status: { kind: 'dict' },
    severity: { kind: 'dict', order: severities },
    time: { kind: 'time' },
    duration: { kind: 'number' },
  },
};

/** Value of a `dict` column; null when the row has none. */
export function dictValue(row: JsonRow, column: string): string | null {
  const value = row[column];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Pairs of a `pairs` column in the order of the row, which for one set of keys is always the same (jsonb). */
export function pairValues(row: JsonRow, column: string): readonly (readonly [string, string])[] {
  const value = row[column];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([key, each]: [string, unknown]) => [
    key,
    typeof each === 'string' ? each : JSON.stringify(each ?? null),
  ]);
}

/** Value of a `number` column; NaN when the row has none. */
export function numberValue(row: JsonRow, column: string): number {
  const value = row[column];
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** Value of a `text` column in lower case, on one line; empty when the row has none. */
export function textValue(row: JsonRow, column: string): string {
  const value = row[column];
  const text = Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(' ') : value;
  return typeof text === 'string' ? text.toLowerCase().replaceAll('\n', ' ') : '';
}
