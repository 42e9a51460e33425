import type { Counts, Nested } from '#sync/protocol/topology.ts';
import { normalIncidentType, normalSeverity } from '#sync/protocol/tables/incident.ts';

/** One severity of a type: how many, and where they are listed. */
export interface SeverityCount {
  readonly severity: string;
  readonly count: number;
  /** "2 critical" as a whole sentence has it. */
  readonly words: string;
  readonly href: string;
}

export interface SummaryLine {
  readonly type: string;
  readonly title: string;
  readonly counts: readonly SeverityCount[];
}

/** Spec 9: "Insight types on topology", which are those of incidents too; the others come after them. */
const TYPES = [
  'cost',
  'availability',
  'performance',
  'security',
  'integration',
  'compliance',
  'reliability',
  'technicalDebt',
  'recommendation',
];
const SEVERITIES = ['critical', 'blocker', 'high', 'medium', 'info'];

/** `technicalDebt` as people read it. */
function titleOf(type: string): string {
  const words = type
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function placeIn(list: readonly string[], value: string): number {
  const at = list.indexOf(value);
  return at === -1 ? list.length : at;
}

/** Spec 9: "on topology cards low merges into medium". */
function merged(counts: Counts): ReadonlyMap<string, { count: number; low: number }> {
  const found = new Map<string, { count: number; low: number }>();
  for (const [raw, count] of counts) {
    const severity = normalSeverity(raw);
    const shown = severity === 'low' ? 'medium' : severity;
    const known = found.get(shown) ?? { count: 0, low: 0 };
    found.set(shown, { count: known.count + count, low: known.low + (severity === 'low' ? count : 0) });
  }
  return found;
}

function byType(nested: Nested): ReadonlyMap<string, Counts> {
  const found = new Map<string, Map<string, number>>();
  for (const [raw, counts] of nested) {
    const type = normalIncidentType(raw);
    const known = found.get(type) ?? new Map<string, number>();
    found.set(type, known);
    for (const [severity, count] of counts) known.set(severity, (known.get(severity) ?? 0) + count);
  }
  return found;
}

/** Lines of a summary by type, each with its severities, the worst first; `hrefOf` is where they are listed. */
export function summaryLines(
  nested: Nested,
  hrefOf: (type: string, severity: string) => string,
): readonly SummaryLine[] {
  return [...byType(nested)]
    .toSorted(([a], [b]) => placeIn(TYPES, a) - placeIn(TYPES, b) || (a < b ? -1 : 1))
    .map(([type, counts]) => ({
      type,
      title: titleOf(type),
      counts: [...merged(counts)]
        .toSorted(([a], [b]) => placeIn(SEVERITIES, a) - placeIn(SEVERITIES, b))
        .map(([severity, { count, low }]) => ({
          severity,
          count,
          words: low === 0 ? `${count} ${severity}` : `${count} medium or low`,
          href: hrefOf(type, severity),
        })),
    }));
}

/** Spec 2: `/incidents?type=&component=&severity=`. */
export function incidentsHref(componentId: string, type: string, severity: string): string {
  return `/incidents?${new URLSearchParams({ type, component: componentId, severity }).toString()}`;
}

/** Spec 2: `/catalog/insights?component=&type=&severity=`. */
export function insightsHref(componentId: string, type: string, severity: string): string {
  const written = type === 'technicalDebt' ? 'technical_debt' : type;
  return `/catalog/insights?${new URLSearchParams({ component: componentId, type: written, severity }).toString()}`;
}

/** How many all of them are. */
export function totalOf(nested: Nested): number {
  let total = 0;
  for (const counts of nested.values()) for (const count of counts.values()) total += count;
  return total;
}
