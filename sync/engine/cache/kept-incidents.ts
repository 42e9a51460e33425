import { textAt } from '../../core/outbox/json.ts';
import { keptByThemselves, reviewNeeds } from '../../core/commands/review.ts';
import type { ReviewNeed } from '../../core/commands/review.ts';
import type { CacheStore } from '../../ports.ts';
import { activeStatuses } from '../../protocol/tables/incident.ts';
import { normalStatus } from '../../protocol/tables/incident-status.ts';
import type { Stored } from '../../protocol/stored.ts';

/** Collections that say who takes part in what. */
const sources = ['incidents', 'responders', 'comments'];

/** Active incidents the person takes part in, newest first; null while it is not known (D13). */
export async function incidentsOf(cache: CacheStore, personId: string): Promise<readonly string[] | null> {
  const feeds = (await cache.feeds()).filter(({ tbl }) => sources.includes(tbl));
  if (feeds.length < sources.length || feeds.some(({ status }) => status !== 'complete')) return null;
  const active = (await cache.dump('incidents')).filter((row) =>
    activeStatuses.includes(normalStatus(textAt(row, 'status'))),
  );
  const around = async (tbl: 'responders' | 'comments'): Promise<readonly Stored[]> =>
    (await Promise.all(active.map((row) => cache.where(tbl, 'incident_id', textAt(row, 'id') ?? '')))).flat();
  return keptByThemselves(personId, active, await around('responders'), await around('comments'));
}

/** Documents the review of an incident needs, by what is known of it on this device; none of an unknown one (D13). */
export async function needsOf(cache: CacheStore, incidentId: string): Promise<readonly ReviewNeed[]> {
  const { row: incident } = await cache.get({ tbl: 'incidents', id: incidentId });
  if (incident === undefined) return [];
  const hypotheses = await cache.where('hypotheses', 'incident_id', incidentId);
  const evidences = await Promise.all(
    hypotheses.map((row) => cache.where('evidences', 'hypothesis_id', textAt(row, 'id') ?? '')),
  );
  const componentIds = new Set(evidences.flat().flatMap((row) => textAt(row, 'component_id') ?? []));
  const links = await Promise.all(
    [...componentIds].map((id) => cache.where('config_component_relationships', 'component_id', id)),
  );
  const histories = await cache.where('incident_histories', 'incident_id', incidentId);
  return reviewNeeds({ incident, evidences: evidences.flat(), histories, links: links.flat() });
}
