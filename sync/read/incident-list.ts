import { activeStatuses, normalIncidentType, normalSeverity } from '../protocol/tables/incident.ts';
import { normalStatus } from '../protocol/tables/incident-status.ts';
import type { Stored } from '../protocol/stored.ts';
import { compareText, isShown, marksOf, maybeTextOf, textOf } from './columns.ts';
import type { Names } from './people.ts';
import { distinct, personOf, personRef, responderOf } from './people.ts';
import type { IncidentFilter, IncidentList, IncidentListRow, PersonRef } from './types.ts';

/** Incidents that match a filter, and what its status part hides. */
export interface Selection {
  readonly shown: readonly Stored[];
  readonly others: IncidentList['others'];
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
  const others = matching
    .filter((row) => status !== null && statusOf(row) !== status && activeStatuses.includes(statusOf(row)))
    .map((row) => ({ title: textOf(row, 'title'), status: statusOf(row) }));
  return { shown, others };
}

/** How many incidents the status hides. */
export function hiddenOf(others: IncidentList['others']): IncidentList['hidden'] {
  const byStatus = new Map<string, number>();
  for (const { status } of others) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  return { total: others.length, byStatus: Object.fromEntries(byStatus) };
}

function hasText(search: string): (row: { readonly title: string }) => boolean {
  const needle = search.trim().toLowerCase();
  return ({ title }) => needle === '' || title.toLowerCase().includes(needle);
}

/** What a search leaves of a list that was read without one. Answers between two frames: nothing is read for it. */
export function narrowedBy(list: IncidentList, search: string): IncidentList {
  if (search.trim() === '') return list;
  const others = list.others.filter(hasText(search));
  return { rows: list.rows.filter(hasText(search)), others, hidden: hiddenOf(others) };
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
    .map((row) => responderOf(row, people, teams))
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
  return (
    (type === null || normalIncidentType(maybeTextOf(row, 'type')) === normalIncidentType(type)) &&
    (severity === null || normalSeverity(maybeTextOf(row, 'severity')) === normalSeverity(severity)) &&
    (owner === null || row['created_by'] === owner) &&
    (inComponent === null || inComponent.has(textOf(row, 'id'))) &&
    hasText(search)({ title: textOf(row, 'title') })
  );
}
