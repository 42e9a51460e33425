import type { JsonRow } from '../protocol/op.ts';
import { isShown, maybeTextOf, textOf } from './columns.ts';
import { byName } from './names.ts';
import { peopleOf, personOf } from './people.ts';
import type { Names } from './people.ts';
import { allRows, readClaim } from './queries.ts';
import type { LateRead } from './read-model.ts';
import type { PersonRef } from './types.ts';

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

function scraperOf(row: JsonRow, people: Names, agents: ReadonlyMap<string, string | null>): ScraperRef {
  const agentId = maybeTextOf(row, 'agent_id');
  const isLocal = agentId === null || agentId === LOCAL_AGENT;
  return {
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    namespace: maybeTextOf(row, 'namespace'),
    description: maybeTextOf(row, 'description'),
    source: maybeTextOf(row, 'source'),
    agent: isLocal ? null : { id: agentId, name: agents.get(agentId) ?? null },
    author: personOf(row, 'created_by', people),
    createdAt: maybeTextOf(row, 'created_at'),
    updatedAt: maybeTextOf(row, 'updated_at'),
  };
}

/** Live scrapers by name. */
export const scrapersRead: LateRead<readonly ScraperRef[]> = {
  tables: ['config_scrapers', 'agents', 'people', 'feeds'],
  query: async (db) => {
    const claim = await readClaim(db, ['config_scrapers'], ['agents', 'people']);
    const people = peopleOf(await allRows(db, 'people'));
    const agents = new Map(
      (await allRows(db, 'agents')).map((row) => [textOf(row, 'id'), maybeTextOf(row, 'name')]),
    );
    const rows = (await allRows(db, 'config_scrapers')).filter(isShown);
    return { data: rows.map((row) => scraperOf(row, people, agents)).sort(byName), ...claim };
  },
};
