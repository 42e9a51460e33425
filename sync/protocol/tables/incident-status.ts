/** Status for comparing and showing: lower case; unknown values pass through as text. */
export function normalStatus(status: string | null): string {
  return status?.trim().toLowerCase() ?? '';
}

/** Statuses of an incident in the order of its life (spec, section 4). */
export const incidentStatuses = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'] as const;
/** One status the console itself sets; the server may hold others, which are shown as plain text. */
export type IncidentStatus = (typeof incidentStatuses)[number];

const moves: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  new: incidentStatuses,
  open: ['open', 'investigating', 'mitigated', 'resolved', 'closed'],
  investigating: ['investigating', 'mitigated', 'resolved', 'closed'],
  mitigated: ['mitigated', 'resolved', 'closed', 'open'],
  resolved: ['resolved', 'closed', 'open'],
  closed: ['closed', 'open'],
};

function isIncidentStatus(text: string): text is IncidentStatus {
  return (incidentStatuses as readonly string[]).includes(text); // widening only: `includes` refuses a plain string
}

/**
 * Statuses that an incident may move to, itself included (spec, section 4). From a status the table does not name
 * (`cancelled`, or a newer server's) every one is allowed: an incident must never be stuck.
 */
export function incidentMovesFrom(status: string | null): readonly IncidentStatus[] {
  const from = normalStatus(status);
  return isIncidentStatus(from) ? moves[from] : incidentStatuses;
}

/** True when the table of the spec allows the move; writing the same status again is one. */
export function isIncidentMove(from: string | null, to: string): boolean {
  return normalStatus(from) === normalStatus(to) || incidentMovesFrom(from).some((move) => move === to);
}
