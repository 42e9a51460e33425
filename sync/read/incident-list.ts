import { activeStatuses, normalIncidentType, normalSeverity, normalStatus } from '../protocol/incident.ts';
import type { Stored } from '../protocol/stored.ts';
import { compareText, isShown, marksOf, maybeTextOf, textOf } from './columns.ts';
import type { Names } from './people.ts';
import { distinct, personOf, personRef } from './people.ts';
import type { IncidentFilter, IncidentList, IncidentListRow, PersonRef } from './types.ts';

/** Incidents that match a filter, and what its status part hides. */
export interface Selection {
  readonly shown: readonly Stored[];
  readonly hidden: IncidentList['hidden'];
}

/** What the list joins to its incidents. */
export interface ListJoins {
  readonly people: Names;
  readonly teams: Names;
  /** Responder rows by incident. */
  readonly responders: ReadonlyMap<string, readonly Stored[]>;
  /** Person ids of commenters by incident. */
  readonly commenters: ReadonlyMap<string, readonly string[]>;
}

/**
 * Applies a filter, newest incident first. `inComponent` holds the incidents with evidence of the component asked
 * for, null when none is. Hidden are the active incidents that match everything but the status (ux.md need 6).
 */
export function selectIncidents(
  rows: readonly Stored[],
  filter: IncidentFilter,
  inComponent: ReadonlySet<string> | null,
): Selection {
  const matching = rows
    .filter((row) => isShown(row) && matchesRest(row, filter, inComponent))
    .sort(newestFirst);
  const status = filter.status === null ? null : normalStatus(filter.status);
  const shown = matching.filter((row) => status === null || statusOf(row) === status);
  const hidden: Record<string, number> = {};
  let total = 0;
  for (const row of matching) {
    const own = statusOf(row);
    if (status === null || own === status || !activeStatuses.includes(own)) continue;
    hidden[own] = (hidden[own] ?? 0) + 1;
    total += 1;
  }
  return { shown, hidden: { total, byStatus: hidden } };
}

/** One line of the list. */
export function listRow(row: Stored, joins: ListJoins): IncidentListRow {
  const id = textOf(row, 'id');
  return {
    id,
    number: maybeTextOf(row, 'incident_id'),
    title: textOf(row, 'title'),
    severity: normalSeverity(maybeTextOf(row, 'severity')),
    type: normalIncidentType(maybeTextOf(row, 'type')),
    status: statusOf(row),
    createdAt: textOf(row, 'created_at'),
    updatedAt: textOf(row, 'updated_at'),
    commander: personOf(row, 'commander_id', joins.people),
    responders: distinct([
      ...responderRefs(joins.responders.get(id) ?? [], joins),
      ...(joins.commenters.get(id) ?? []).map((person) => personRef(person, joins.people)),
    ]),
    marks: marksOf(row),
  };
}

function responderRefs(rows: readonly Stored[], { people, teams }: ListJoins): PersonRef[] {
  return rows
    .filter(isShown)
    .sort((a, b) => indexOf(a) - indexOf(b) || compareText(textOf(a, 'created_at'), textOf(b, 'created_at')))
    .map((row) => personOf(row, 'person_id', people) ?? personOf(row, 'team_id', teams))
    .filter((ref) => ref !== null);
}

function indexOf(row: Stored): number {
  const index = row['index'];
  return typeof index === 'number' ? index : Number.MAX_SAFE_INTEGER;
}

function statusOf(row: Stored): string {
  return normalStatus(maybeTextOf(row, 'status'));
}

function newestFirst(a: Stored, b: Stored): number {
  return (
    compareText(textOf(b, 'created_at'), textOf(a, 'created_at')) ||
    compareText(textOf(b, 'id'), textOf(a, 'id'))
  );
}

function matchesRest(row: Stored, filter: IncidentFilter, inComponent: ReadonlySet<string> | null): boolean {
  const { type, severity, owner, search } = filter;
  const needle = search.trim().toLowerCase();
  return (
    (type === null || normalIncidentType(maybeTextOf(row, 'type')) === normalIncidentType(type)) &&
    (severity === null || normalSeverity(maybeTextOf(row, 'severity')) === normalSeverity(severity)) &&
    (owner === null || row['created_by'] === owner) &&
    (inComponent === null || inComponent.has(textOf(row, 'id'))) &&
    (needle === '' || textOf(row, 'title').toLowerCase().includes(needle))
  );
}
