/** Values the product knows, in the order its lists show them. Anything else the server sends is shown as plain text. */
export const incidentStatuses = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'] as const;
export const incidentSeverities = ['low', 'medium', 'high', 'blocker', 'critical'] as const;
/** Written by the link dialog only, but stored and therefore filtered. */
export const linkedSeverities = ['info', 'warning'] as const;
export const incidentTypes = [
  'cost',
  'availability',
  'performance',
  'security',
  'integration',
  'compliance',
  'technicalDebt',
  'reliability',
] as const;
export const hypothesisStatuses = [
  'proven',
  'likely',
  'possible',
  'unlikely',
  'improbable',
  'disproven',
] as const;

/** What a hypothesis without a status displays as. */
export const HYPOTHESIS_STATUS_FALLBACK = 'likely';
/** What an incident without a severity displays as. */
export const SEVERITY_FALLBACK = 'high';

/** `technicalDebt`, `technical_debt` and `TECHNICAL DEBT` all read "Technical debt"; unknown values are kept. */
export function titleOf(value: string): string {
  const words = value
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replaceAll(/[_\s-]+/gu, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? value : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** How far along an incident is, for the glyph beside the word; unknown values have no step. */
export function statusStep(status: string): number | undefined {
  const index = incidentStatuses.findIndex((known) => known === status.toLowerCase());
  return index === -1 ? undefined : index;
}

/** "4 comments", "1 comment". */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
