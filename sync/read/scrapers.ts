import type { Dexie } from 'dexie';
import type { JsonRow } from '../protocol/op.ts';
import { compareText, isShown, maybeTextOf, textOf } from './columns.ts';
import { peopleOf, personOf } from './people.ts';
import { allRows, readClaim } from './queries.ts';
import type { PersonRef, Read } from './types.ts';

/** The agent of what no agent brought (reference: job_history.agent_id). */
const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000';

/** One scraper without its definition. */
export interface ScraperRef {
  readonly id: string;
  readonly name: string;
  readonly namespace: string | null;
  readonly description: string | null;
  /** Where it was defined: `UI`, `KubernetesCRD`, … */
  readonly source: string | null;
  /** Null for the server itself; the name is null where this device does not know the agent. */
  readonly agent: { readonly id: string; readonly name: string | null } | null;
  readonly author: PersonRef | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

export const scraperTables = ['config_scrapers', 'agents', 'people', 'feeds'];

/** Live scrapers by name. Call inside a read transaction over `scraperTables`. */
export async function queryScrapers(db: Dexie): Promise<Read<readonly ScraperRef[]>> {
  const claim = await readClaim(db, ['config_scrapers'], ['agents', 'people']);
  const people = peopleOf(await allRows(db, 'people'));
  const agents = new Map(
    (await allRows(db, 'agents')).map((row) => [textOf(row, 'id'), maybeTextOf(row, 'name')]),
  );
  const agentOf = (row: JsonRow): ScraperRef['agent'] => {
    const id = maybeTextOf(row, 'agent_id');
    return id === null || id === LOCAL_AGENT ? null : { id, name: agents.get(id) ?? null };
  };
  const data = (await allRows(db, 'config_scrapers'))
    .filter(isShown)
    .map((row): ScraperRef => ({
      id: textOf(row, 'id'),
      name: textOf(row, 'name'),
      namespace: maybeTextOf(row, 'namespace'),
      description: maybeTextOf(row, 'description'),
      source: maybeTextOf(row, 'source'),
      agent: agentOf(row),
      author: personOf(row, 'created_by', people),
      createdAt: maybeTextOf(row, 'created_at'),
      updatedAt: maybeTextOf(row, 'updated_at'),
    }))
    .sort((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.id, b.id));
  return { data, ...claim };
}
