import * as v from 'valibot';
import { maybeText, text, USER_OVERLAP_MS } from '../fields.ts';
import type { TableSpec } from '../table.ts';
import { incidentStatuses, isIncidentMove } from './incident-status.ts';

/**
 * One incident. Ordering: `updated_at` moves with every change of the row itself, never with a change of its
 * children, so children have feeds of their own. Nothing in the product deletes an incident, but the database lets
 * anyone with SQL do it: the sweep finds those (D12). Severity, type and status are open text (reference schema.md 5).
 */
export const incidentSchema = v.object({
  id: text,
  /** Display number `INC-<n>` from a sequence; null on a row that has not reached the server (B19). Never sent. */
  incident_id: maybeText,
  incident_rule_id: maybeText,
  title: text,
  description: maybeText,
  severity: maybeText,
  type: maybeText,
  status: maybeText,
  commander_id: maybeText,
  communicator_id: maybeText,
  acknowledged: maybeText,
  resolved: maybeText,
  closed: maybeText,
  created_by: maybeText,
  created_at: text,
  updated_at: text,
});
/** One incident as the server sends it. */
export type Incident = v.InferOutput<typeof incidentSchema>;

/** Severities a person may choose; `info` and `warning` only when linking (spec, section 4). */
export const commandSeverities = ['low', 'medium', 'high', 'blocker', 'critical', 'info', 'warning'] as const;
/** Incident types in the spec's spelling (decisions.md). */
export const commandIncidentTypes = [
  'cost',
  'availability',
  'performance',
  'security',
  'integration',
  'compliance',
  'technicalDebt',
  'reliability',
] as const;

/** How incidents are pulled, keyed and settled on conflict. */
export const incidentTable: TableSpec = {
  name: 'incidents',
  path: '/db/incidents',
  columns: [
    'id',
    'incident_id',
    'incident_rule_id',
    'title',
    'description',
    'severity',
    'type',
    'status',
    'commander_id',
    'communicator_id',
    'acknowledged',
    'resolved',
    'closed',
    'created_by',
    'created_at',
    'updated_at',
  ],
  key: 'id',
  schema: incidentSchema,
  feed: { kind: 'cursor', markers: ['updated_at'], nullableMarker: false, overlapMs: USER_OVERLAP_MS },
  group: 'hot',
  softDelete: false,
  monotonic: true,
  isNumbered: true,
  opened: { countMs: 60_000 },
  lane: 'incident',
  first: {
    own: ['commander_id', 'communicator_id', 'created_by'],
    stateColumn: 'status',
    ended: ['resolved', 'closed', 'cancelled'],
  },
  write: {
    noun: 'incident',
    // One is made with its hypothesis, and never deleted.
    sets: {
      title: 'update',
      description: 'update',
      status: 'update',
      severity: 'update',
      type: 'update',
      commander_id: 'update',
      communicator_id: 'update',
    },
    needs: ['title'],
    oneOf: { status: incidentStatuses, severity: commandSeverities, type: commandIncidentTypes },
    isKept: true,
    typed: ['title', 'description'],
    moves: {
      status: (from, to) =>
        isIncidentMove(from, to)
          ? null
          : `The incident is ${from ?? 'without a status'} now and cannot become ${to}.`,
    },
    statusLog: { table: 'incident_histories', column: 'incident_id', type: 'incident.status_updated' },
  },
  conflict: {
    title: 'ask',
    description: 'ask',
    severity: 'ask',
    type: 'ask',
    status: 'ask',
    commander_id: 'ask',
    communicator_id: 'ask',
  },
};

/**
 * Severity for comparing and showing: lower case. On reading only; the store keeps what the server sent, because
 * existing rows hold `Medium` beside `medium` (decisions.md).
 */
export function normalSeverity(severity: string | null): string {
  return severity?.trim().toLowerCase() ?? '';
}

/** Incident type in the spec's spelling: `technical_debt` and `technicalDebt` are one type, case does not matter. */
export function normalIncidentType(type: string | null): string {
  const lower = type?.trim().toLowerCase() ?? '';
  return lower === 'technical_debt' || lower === 'technicaldebt' ? 'technicalDebt' : lower;
}

/** Statuses of an incident that still needs people (ux.md need 6). */
export const activeStatuses: readonly string[] = ['new', 'open', 'investigating', 'mitigated'];
