import type { JsonRow } from '../../protocol/op.ts';
import type { Counts, Nested } from '../../protocol/topology.ts';
import { textAt } from '../outbox/json.ts';

/* What a component has itself, as the views of the server count it (reference semantics 2, schema.md). */

type GrowingCounts = Map<string, number>;
type GrowingNested = Map<string, GrowingCounts>;

/** What the views say where a column has nothing. */
const NONE = 'unknown';

function added<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds counts to others. */
export function addCounts(into: GrowingCounts, more: Counts): void {
  for (const [key, count] of more) into.set(key, (into.get(key) ?? 0) + count);
}

/** Adds counts of types to others. */
export function addNested(into: GrowingNested, more: Nested): void {
  for (const [type, counts] of more) {
    addCounts(
      added(into, type, () => new Map<string, number>()),
      counts,
    );
  }
}

function countOne(into: GrowingNested, type: string, severity: string, count = 1): void {
  const counts = added(into, type, () => new Map<string, number>());
  counts.set(severity, (counts.get(severity) ?? 0) + count);
}

/** Checks of each component by their status; those that have not run are not counted. */
export function checksByComponent(
  links: Iterable<JsonRow>,
  checks: ReadonlyMap<string, JsonRow>,
): ReadonlyMap<string, Counts> {
  const found = new Map<string, GrowingCounts>();
  for (const link of links) {
    const status = textAt(checks.get(textAt(link, 'check_id') ?? ''), 'status');
    const componentId = textAt(link, 'component_id');
    if (status === null || componentId === null) continue;
    const counts = added(found, componentId, () => new Map<string, number>());
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return found;
}

/**
 * Incidents of each component that are neither resolved nor closed by their times. One is counted for every piece of
 * evidence that points at the component, as the server counts.
 */
export function incidentsByComponent(
  evidences: Iterable<JsonRow>,
  hypotheses: ReadonlyMap<string, JsonRow>,
  incidents: ReadonlyMap<string, JsonRow>,
): ReadonlyMap<string, Nested> {
  const found = new Map<string, GrowingNested>();
  for (const evidence of evidences) {
    const componentId = textAt(evidence, 'component_id');
    if (componentId === null) continue;
    const hypothesis = hypotheses.get(textAt(evidence, 'hypothesis_id') ?? '');
    const incident = incidents.get(textAt(hypothesis, 'incident_id') ?? '');
    if (incident === undefined) continue;
    if (textAt(incident, 'resolved') !== null || textAt(incident, 'closed') !== null) continue;
    countOne(
      added(found, componentId, () => new Map<string, GrowingCounts>()),
      textAt(incident, 'type') ?? NONE,
      textAt(incident, 'severity') ?? NONE,
    );
  }
  return found;
}

/** Insights of each catalog item, counted. */
export function insightsByConfig(rows: Iterable<JsonRow>): ReadonlyMap<string, Nested> {
  const found = new Map<string, GrowingNested>();
  for (const row of rows) {
    const configId = textAt(row, 'config_id');
    if (configId === null) continue;
    countOne(
      added(found, configId, () => new Map<string, GrowingCounts>()),
      textAt(row, 'analysis_type') ?? NONE,
      textAt(row, 'severity') ?? NONE,
    );
  }
  return found;
}

/** Insights of each component: those of the catalog items it is linked to, once for every link. */
export function insightsByComponent(
  links: Iterable<JsonRow>,
  byConfig: ReadonlyMap<string, Nested>,
): ReadonlyMap<string, Nested> {
  const found = new Map<string, GrowingNested>();
  for (const link of links) {
    const componentId = textAt(link, 'component_id');
    const insights = byConfig.get(textAt(link, 'config_id') ?? '');
    if (componentId === null || insights === undefined) continue;
    addNested(
      added(found, componentId, () => new Map<string, GrowingCounts>()),
      insights,
    );
  }
  return found;
}
