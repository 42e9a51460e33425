import type { JsonRow } from '#sync/protocol/op.ts';

/** Columns that hold microseconds in the model and RFC 3339 text on the wire. */
export const timeColumns: ReadonlySet<string> = new Set([
  'created_at',
  'updated_at',
  'deleted_at',
  'acknowledged',
  'resolved',
  'closed',
  'first_observed',
  'last_observed',
  'inserted_at',
  'time',
  'start_time',
  'scheduled_time',
  'end_time',
]);

/** What the model knows of one table: the facts of the reference schema that bear on synchronisation. */
export interface ModelTable {
  readonly hasUpdatedAt: boolean;
  readonly hasDeletedAt: boolean;
  /** `updated_at` stays NULL until the first update (B5). */
  readonly nullUpdatedAt: boolean;
  readonly required: readonly string[];
  /** Foreign keys: column → table; a missing parent answers 409 23503, and so does deleting one that is needed. */
  readonly references: Readonly<Record<string, string>>;
  /** Columns with which `updated_at` does not move (B3). */
  readonly still?: readonly string[] | undefined;
  /** Natural key of a table without a primary key. */
  readonly key?: readonly string[] | undefined;
}

const plain: ModelTable = {
  hasUpdatedAt: true,
  hasDeletedAt: false,
  nullUpdatedAt: false,
  required: [],
  references: {},
};

/** Tables of the model, by wire name. */
export const modelTables: Readonly<Record<string, ModelTable>> = {
  incidents: {
    ...plain,
    required: ['title', 'created_by', 'severity', 'description', 'type', 'status'],
    references: { created_by: 'people', commander_id: 'people', communicator_id: 'people' },
  },
  hypotheses: {
    ...plain,
    required: ['created_by', 'incident_id', 'type', 'title', 'status'],
    references: { incident_id: 'incidents', parent_id: 'hypotheses', created_by: 'people' },
  },
  evidences: {
    ...plain,
    required: ['description', 'hypothesis_id', 'created_by', 'type'],
    references: { hypothesis_id: 'hypotheses', created_by: 'people' },
  },
  comments: {
    ...plain,
    required: ['created_by', 'comment', 'incident_id'],
    references: { incident_id: 'incidents', hypothesis_id: 'hypotheses', created_by: 'people' },
  },
  responders: {
    ...plain,
    hasDeletedAt: true,
    required: ['incident_id', 'type', 'created_by'],
    references: { incident_id: 'incidents', person_id: 'people', team_id: 'teams', created_by: 'people' },
  },
  incident_histories: { ...plain, references: { incident_id: 'incidents' } },
  people: { ...plain, hasDeletedAt: true, nullUpdatedAt: true },
  people_roles: { ...plain, hasUpdatedAt: false },
  teams: { ...plain, hasDeletedAt: true },
  checks: { ...plain, hasDeletedAt: true, nullUpdatedAt: true },
  components: { ...plain, hasDeletedAt: true },
  canaries: { ...plain, hasDeletedAt: true, still: ['name'] },
  component_relationships: {
    ...plain,
    hasDeletedAt: true,
    key: ['component_id', 'relationship_id', 'selector_id'],
  },
  config_component_relationships: {
    ...plain,
    hasDeletedAt: true,
    references: { component_id: 'components' },
    key: ['component_id', 'config_id'],
  },
  playbook_runs: { ...plain, hasUpdatedAt: false },
  team_members: { ...plain, hasUpdatedAt: false, key: ['team_id', 'person_id'] },
  notifications: { ...plain, hasDeletedAt: true },
  config_items: { ...plain, hasDeletedAt: true },
  config_changes: { ...plain, hasUpdatedAt: false },
  config_analysis: { ...plain, hasUpdatedAt: false },
  check_statuses: { ...plain, hasUpdatedAt: false, key: ['check_id', 'time'] },
};

/** Formats microseconds the way PostgREST prints timestamptz: trailing zeros of the fraction are dropped. */
export function formatTime(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000);
  const fraction = String(micros - seconds * 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const base = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${base}${fraction === '' ? '' : `.${fraction}`}+00:00`;
}

/** Parses RFC 3339 text with up to six fraction digits to microseconds; null when it is not a time. */
export function parseTime(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:?\d\d)$/.exec(text);
  if (match === null) return null;
  const [, day = '', time = '', fraction = '', zone = 'Z'] = match;
  const millis = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(millis) ? null : millis * 1000 + Number(fraction.padEnd(6, '0'));
}

/** Wire form of a model row. */
export function toWire(row: JsonRow, columns: readonly string[] | null): JsonRow {
  const names = columns ?? Object.keys(row);
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? null;
      return [name, timeColumns.has(name) && typeof value === 'number' ? formatTime(value) : value];
    }),
  );
}
