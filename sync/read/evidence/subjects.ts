import type { Dexie } from 'dexie';
import { fitsOnly, type PickOnly, type SelectedRow } from '../../protocol/resource-selector.ts';
import type { Stored } from '../../protocol/stored.ts';
import { readStored } from '../../store/cache/records.ts';
import { compareText, flagOf, isShown, maybeTextOf, textOf } from '../columns.ts';
import { allRows, readClaim } from '../queries.ts';
import type { Read } from '../types.ts';

/** The agent that stands for "this server" (spec, section 3). */
const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000';

/** What this device knows of a check now. */
export interface CheckFacts {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly status: string | null;
  readonly severity: string | null;
  /** Null for the server itself; the id where its name is not here. */
  readonly agent: string | null;
  /** Server time of the last change of its status. */
  readonly since: string | null;
}

/** What this device knows of a component now. */
export interface ComponentFacts {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly status: string | null;
  readonly health: string | null;
  readonly reason: string | null;
  /** Null for the server itself; the id where its name is not here. */
  readonly agent: string | null;
}

/** One line of a search for something to attach. */
export interface SubjectLine {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly status: string | null;
  /**
   * Namespace, the canary of a check, and agent: what tells it from others with its name; empty where there is none.
   */
  readonly place: string;
}

/** Lines that match, the first of them, and how many there are in all. */
export interface SubjectLines {
  readonly lines: readonly SubjectLine[];
  readonly total: number;
}

/** Tables `queryCheckFacts` and `queryComponentFacts` read. */
export const subjectTables = ['checks', 'components', 'agents', 'feeds'];

/** Tables `querySubjects` reads for one of the two. */
export function lineTables(tbl: 'checks' | 'components'): readonly string[] {
  return [tbl, 'canaries', 'agents', 'feeds'];
}

/** Null for the server itself. */
function remoteAgentId(row: Stored): string | null {
  const id = maybeTextOf(row, 'agent_id');
  return id === LOCAL_AGENT ? null : id;
}

function agentName(agents: ReadonlyMap<string, Stored>, row: Stored): string | null {
  const id = remoteAgentId(row);
  const agent = id === null ? undefined : agents.get(id);
  return agent === undefined ? id : (maybeTextOf(agent, 'name') ?? id);
}

async function agentOf(db: Dexie, row: Stored): Promise<string | null> {
  return agentName(await rowsOf(db, 'agents', [remoteAgentId(row)]), row);
}

/** Rows of a table by id, in one request: Dexie loses its transaction in a long row of awaits of something else. */
async function rowsOf(
  db: Dexie,
  tbl: 'agents' | 'canaries',
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Stored>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found: readonly unknown[] = await db.table(tbl).bulkGet(wanted);
  return new Map(
    found.flatMap((raw) => {
      const row = readStored(raw);
      return row === undefined ? [] : [[textOf(row, 'id'), row] as const];
    }),
  );
}

/** The canary of a check with its namespace, as the screen of the check writes it; else the namespace alone. */
function homeOf(canaries: ReadonlyMap<string, Stored>, row: Stored): string | null {
  const canary = canaries.get(maybeTextOf(row, 'canary_id') ?? '');
  const namespace = maybeTextOf(row, 'namespace') ?? (canary && maybeTextOf(canary, 'namespace')) ?? null;
  if (canary === undefined) return namespace;
  return [namespace, textOf(canary, 'name')].filter((part) => part !== null).join('/');
}

/** One check; null when it is not here, which `state` explains. Call inside a read transaction over `subjectTables`. */
export async function queryCheckFacts(db: Dexie, id: string): Promise<Read<CheckFacts | null>> {
  const claim = await readClaim(db, ['checks']);
  const row = readStored(await db.table('checks').get(id));
  if (row === undefined || !isShown(row)) return { data: null, ...claim };
  const data: CheckFacts = {
    id,
    name: textOf(row, 'name'),
    type: maybeTextOf(row, 'type'),
    status: maybeTextOf(row, 'status'),
    severity: maybeTextOf(row, 'severity'),
    agent: await agentOf(db, row),
    since: maybeTextOf(row, 'last_transition_time'),
  };
  return { data, ...claim };
}

/** One component, with the same promises as `queryCheckFacts`. */
export async function queryComponentFacts(db: Dexie, id: string): Promise<Read<ComponentFacts | null>> {
  const claim = await readClaim(db, ['components']);
  const row = readStored(await db.table('components').get(id));
  if (row === undefined || !isShown(row)) return { data: null, ...claim };
  const data: ComponentFacts = {
    id,
    name: textOf(row, 'name'),
    type: maybeTextOf(row, 'type'),
    status: maybeTextOf(row, 'status'),
    health: maybeTextOf(row, 'health'),
    reason: maybeTextOf(row, 'status_reason'),
    agent: await agentOf(db, row),
  };
  return { data, ...claim };
}

/** As selectors name what it has. A check has no health beside its status. */
function selectedRow(tbl: 'checks' | 'components', row: Stored): SelectedRow {
  return {
    name: maybeTextOf(row, 'name'),
    namespace: maybeTextOf(row, 'namespace'),
    agentId: maybeTextOf(row, 'agent_id') ?? LOCAL_AGENT,
    type: maybeTextOf(row, 'type'),
    status: maybeTextOf(row, 'status'),
    health: maybeTextOf(row, tbl === 'checks' ? 'status' : 'health'),
    labels: row['labels'],
    tags: null,
  };
}

/**
 * Checks or components every word of `text` is part of the name or type of, by name; hidden components are left out, and
 * what `only` does not name, where it is given. At most `limit` lines. Call inside a read transaction over `lineTables`.
 */
export async function querySubjects(
  db: Dexie,
  tbl: 'checks' | 'components',
  text: string,
  limit: number,
  only?: PickOnly,
): Promise<Read<SubjectLines>> {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const matches = (row: Stored): boolean => {
    const searched = `${textOf(row, 'name')} ${textOf(row, 'type')}`.toLowerCase();
    const isWanted = only === undefined || fitsOnly(selectedRow(tbl, row), only);
    return isWanted && words.every((word) => searched.includes(word));
  };
  const rows = (await allRows(db, tbl))
    .filter((row) => isShown(row) && !flagOf(row, 'hidden') && matches(row))
    .sort(
      (a, b) =>
        compareText(textOf(a, 'name').toLowerCase(), textOf(b, 'name').toLowerCase()) ||
        compareText(textOf(a, 'id'), textOf(b, 'id')),
    );
  const stateColumn = tbl === 'checks' ? 'status' : 'health';
  const shown = rows.slice(0, limit);
  const canaries = await rowsOf(
    db,
    'canaries',
    shown.map((row) => maybeTextOf(row, 'canary_id')),
  );
  const agents = await rowsOf(db, 'agents', shown.map(remoteAgentId));
  const lines = shown.map((row): SubjectLine => {
    const place = [homeOf(canaries, row), agentName(agents, row)];
    return {
      id: textOf(row, 'id'),
      name: textOf(row, 'name'),
      type: maybeTextOf(row, 'type'),
      status: maybeTextOf(row, stateColumn) ?? maybeTextOf(row, 'status'),
      place: place.filter((part) => part !== null).join(', '),
    };
  });
  return { data: { lines, total: rows.length }, ...(await readClaim(db, [tbl])) };
}
