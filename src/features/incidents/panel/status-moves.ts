import {
  incidentMovesFrom,
  incidentStatuses,
  type IncidentStatus,
} from '#sync/protocol/tables/incident-status.ts';
import { titleOf } from '../incident-labels.ts';

/** One entry of the status dropdown. */
export interface StatusMove {
  readonly status: string;
  readonly label: string;
  /** Why the table of the spec does not allow it from here; undefined where it does. */
  readonly refusal: string | undefined;
}

/** Statuses that ask for the definition of done before they are taken (spec 4). */
const ASKING: readonly string[] = ['mitigated', 'resolved'];

/** All statuses in the order of an incident's life, refused ones with their reason; an unknown present one comes last. */
export function statusMoves(from: string): readonly StatusMove[] {
  const allowed: readonly string[] = incidentMovesFrom(from);
  const known = incidentStatuses.map((status) => ({
    status,
    label: titleOf(status),
    refusal: allowed.includes(status) ? undefined : refusal(from),
  }));
  return known.some(({ status }) => status === from)
    ? known
    : [...known, { status: from, label: titleOf(from), refusal: undefined }];
}

/** The status in the type of the commands; undefined for one that cannot be chosen from `from`. */
export function allowedMove(from: string, to: string): IncidentStatus | undefined {
  return from === to ? undefined : incidentMovesFrom(from).find((status) => status === to);
}

/** Whether choosing it first opens the dialog about the definition of done. */
export function asksForDefinitionOfDone(status: string): boolean {
  return ASKING.includes(status);
}

function refusal(from: string): string {
  const goes = incidentMovesFrom(from)
    .filter((status) => status !== from)
    .map((status) => titleOf(status).toLowerCase());
  return `From ${titleOf(from)} only to ${listed(goes)}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
