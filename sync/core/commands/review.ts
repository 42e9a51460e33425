import type { DocumentKind, WindowedKind } from '../../protocol/documents/registry.ts';
import { windowedId } from '../../protocol/document-facts.ts';
import { normalHistoryType } from '../../protocol/tables/incident-history.ts';
import { activeStatuses } from '../../protocol/tables/incident.ts';
import { normalStatus } from '../../protocol/tables/incident-status.ts';
import type { JsonRow } from '../../protocol/op.ts';
import { textAt } from '../outbox/json.ts';
import { compareServerTime, shiftServerTime } from '../pull/server-time.ts';

const HOUR_MS = 3_600_000;

/** How long before an incident began its check runs, and its other events, belong to its review. */
const CHECK_LEAD_MS = 6 * HOUR_MS;
const EVENT_LEAD_MS = 24 * HOUR_MS;
/** Catalog items of one component that a review follows; a component may have hundreds. */
const MAX_CONFIGS_PER_COMPONENT = 10;
/** Incidents that are kept without being asked for; the newest come first. */
export const MAX_KEPT_BY_ITSELF = 20;

/** Rows around one incident, as they are on this device. */
export interface ReviewRows {
  readonly incident: JsonRow;
  readonly evidences: readonly JsonRow[];
  readonly histories: readonly JsonRow[];
  /** Links from components of the evidence to catalog items. */
  readonly links: readonly JsonRow[];
}

/** What a document of a review is about. */
export interface ReviewSubject {
  readonly kind: 'check' | 'config' | 'component' | 'change' | 'analysis';
  readonly id: string;
}

/** One document without which an incident cannot be reviewed offline. */
export interface ReviewNeed {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly subject: ReviewSubject;
  /** Grows while the incident goes on: an old copy is fetched again. */
  readonly grows: boolean;
}

/** Time an incident covers (server times): from its creation to its last end, null while people still work on it. */
export interface IncidentSpan {
  readonly from: string;
  readonly to: string | null;
}

/**
 * When an incident began and ended. The server never fills its own end columns (reference schema.md 1.9), so the end
 * is the last history line that says resolved or closed; the row's own last change where there is none.
 */
export function incidentSpan(incident: JsonRow, histories: readonly JsonRow[]): IncidentSpan {
  const from = textAt(incident, 'created_at') ?? '';
  if (activeStatuses.includes(normalStatus(textAt(incident, 'status')))) return { from, to: null };
  const ends = histories
    .filter((row) => normalHistoryType(textAt(row, 'type')) === 'incident.status_updated')
    .filter((row) => ['resolved', 'closed'].includes(normalStatus(textAt(row, 'description'))))
    .flatMap((row) => textAt(row, 'created_at') ?? [])
    .sort(compareServerTime);
  return { from, to: ends.at(-1) ?? textAt(incident, 'updated_at') ?? from };
}

function idsOf(rows: readonly JsonRow[], column: string): readonly string[] {
  return [...new Set(rows.flatMap((row) => textAt(row, column) ?? []))];
}

/** Documents of an incident in the order in which they matter: its evidence first, then what happened around it (D13). */
export function reviewNeeds({ incident, evidences, histories, links }: ReviewRows): readonly ReviewNeed[] {
  const { from, to } = incidentSpan(incident, histories);
  if (from === '') return [];
  const isActive = to === null;
  const needs: ReviewNeed[] = [];
  const add = (kind: DocumentKind, id: string, subject: ReviewSubject, grows = false): void => {
    needs.push({ kind, id, subject, grows });
  };
  const addFrom = (kind: WindowedKind, subject: ReviewSubject, leadMs: number, start = from): void => {
    add(kind, windowedId(subject.id, shiftServerTime(start, -leadMs)), subject, isActive);
  };

  for (const id of idsOf(evidences, 'config_change_id')) add('change', id, { kind: 'change', id });
  for (const id of idsOf(evidences, 'config_analysis_id')) add('analysis', id, { kind: 'analysis', id });
  for (const id of idsOf(evidences, 'check_id')) {
    const subject = { kind: 'check', id } as const;
    add('check-spec', id, subject);
    addFrom('check-history', subject, CHECK_LEAD_MS);
    if (isActive) add('check-recent', id, subject, true);
    else if (compareServerTime(shiftServerTime(to, -CHECK_LEAD_MS), from) > 0)
      addFrom('check-history', subject, CHECK_LEAD_MS, to);
    addFrom('check-runs', subject, EVENT_LEAD_MS);
  }
  const configIds = idsOf(evidences, 'config_id');
  for (const id of configIds) {
    const subject = { kind: 'config', id } as const;
    add('config', id, subject);
    add('config-changes', id, subject);
    addFrom('config-events', subject, EVENT_LEAD_MS);
    addFrom('config-runs', subject, EVENT_LEAD_MS);
  }
  const followed = new Set(configIds);
  for (const id of idsOf(evidences, 'component_id')) {
    addFrom('component-runs', { kind: 'component', id }, EVENT_LEAD_MS);
    const own = links.filter((link) => textAt(link, 'component_id') === id);
    for (const configId of idsOf(own, 'config_id').slice(0, MAX_CONFIGS_PER_COMPONENT)) {
      if (followed.has(configId)) continue;
      followed.add(configId);
      addFrom('config-events', { kind: 'config', id: configId }, EVENT_LEAD_MS);
    }
  }
  return needs;
}

/**
 * Incidents that are kept offline without being asked for: active ones in which the person is commander, responder or
 * has commented, newest first (D13).
 */
export function keptByThemselves(
  personId: string,
  incidents: readonly JsonRow[],
  responders: readonly JsonRow[],
  comments: readonly JsonRow[],
): readonly string[] {
  const takesPart = new Set([
    ...responders
      .filter((row) => row['person_id'] === personId && textAt(row, 'deleted_at') === null)
      .flatMap((row) => textAt(row, 'incident_id') ?? []),
    ...comments
      .filter((row) => row['created_by'] === personId)
      .flatMap((row) => textAt(row, 'incident_id') ?? []),
  ]);
  return incidents
    .filter((row) => activeStatuses.includes(normalStatus(textAt(row, 'status'))))
    .filter((row) => row['commander_id'] === personId || takesPart.has(textAt(row, 'id') ?? ''))
    .sort((a, b) => compareServerTime(textAt(b, 'created_at') ?? '', textAt(a, 'created_at') ?? ''))
    .slice(0, MAX_KEPT_BY_ITSELF)
    .flatMap((row) => textAt(row, 'id') ?? []);
}
