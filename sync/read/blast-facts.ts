import type { Dexie } from 'dexie';
import * as v from 'valibot';
import { MAX_EDGES } from '../protocol/document-facts.ts';
import type { DocumentKind } from '../protocol/documents/registry.ts';
import type { FeedState } from '../protocol/stored.ts';
import type { TableName } from '../protocol/table.ts';
import { normalSeverity } from '../protocol/tables/incident.ts';
import { normalStatus } from '../protocol/tables/incident-status.ts';
import { readStored } from '../store/cache/records.ts';
import { joinedDocument } from '../store/documents/document-bodies.ts';
import { affectedBy, upstreamOf, type Reached, type Thing, type Ties } from './blast-radius.ts';
import {
  componentsOf,
  linksOf,
  partsAbove,
  partsBelow,
  rowsOfMany,
  unique,
  type NamedComponent,
} from './component-ties.ts';
import { compareText, isShown, maybeTextOf, textOf } from './columns.ts';
import { claimOf } from './completeness.ts';
import { allRows, feedsOf } from './queries.ts';
import { readEdges, readPath, rowsOf } from './relation-edges.ts';
import type { LateRead } from './read-model.ts';
import type { Read } from './types.ts';

/** A check that watches something of it. */
export interface BlastCheck {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly status: string | null;
  readonly severity: string | null;
  /** What it watches. */
  readonly of: readonly Thing[];
}

/** An incident that is not over and has evidence of something of it. */
export interface BlastIncident {
  readonly id: string;
  /** `INC-<n>`; null until the server assigned it (B19). */
  readonly number: string | null;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly of: readonly Thing[];
}

/** What would be hit by something, what may have caused it, and what nobody knows here. */
export interface BlastRadius {
  /** Null where it is no component, or not on this device. */
  readonly start: NamedComponent | null;
  readonly affected: readonly Reached[];
  readonly upstream: readonly Reached[];
  readonly components: ReadonlyMap<string, NamedComponent>;
  readonly checks: readonly BlastCheck[];
  readonly incidents: readonly BlastIncident[];
  /** Items whose relationships this device does not have. */
  readonly unread: readonly string[];
  /** Items whose checks it does not have. */
  readonly uncheckedIds: readonly string[];
  /** Items with more relationships than the server gives. */
  readonly cut: readonly string[];
  /** What decides these is on this device, all of it: "none" may be said (I23). */
  readonly isAllHere: { readonly ties: boolean; readonly checks: boolean; readonly incidents: boolean };
}

const TIES = ['components', 'config_component_relationships', 'component_relationships'] as const;
const CHECKS = ['check_component_relationships'] as const;
const INCIDENTS = ['incidents', 'hypotheses', 'evidences'] as const;

const blastTables = [...TIES, ...CHECKS, ...INCIDENTS, 'checks', 'documents', 'document_parts', 'feeds'];

const ENDED: ReadonlySet<string> = new Set(['resolved', 'closed', 'cancelled']);

/** What hangs on a thing, what it hangs on, which checks watch that and which incidents go on, as far as is known here. */
export function blastRadiusRead(start: Thing): LateRead<BlastRadius> {
  return { tables: blastTables, query: (db) => queryBlastRadius(db, start) };
}

async function queryBlastRadius(db: Dexie, start: Thing): Promise<Read<BlastRadius>> {
  const feeds = await feedsOf(db, [...TIES, ...CHECKS, ...INCIDENTS]);
  const down = start.kind === 'component' ? await partsBelow(db, [start.id]) : [];
  const inner = [...new Set([start.id, ...down.map(({ childId }) => childId)])];
  const ownLinks = start.kind === 'component' ? await linksOf(db, 'component_id', inner) : [];
  const roots = start.kind === 'config' ? [start.id] : unique(ownLinks.map(({ configId }) => configId));
  const { related, unread, cut } = await relatedOf(db, roots);
  const below = affectedBy(start, { related, linked: ownLinks, inside: down });
  const items = unique([...roots, ...below.filter(({ kind }) => kind === 'config').map(({ id }) => id)]);
  const linked = [...ownLinks, ...(await linksOf(db, 'config_id', items))];
  const met = unique([
    ...(start.kind === 'component' ? [start.id] : []),
    ...linked.map(({ componentId }) => componentId),
  ]);
  const ties: Ties = { related, linked, inside: [...down, ...(await partsAbove(db, met))] };
  const affected = affectedBy(start, ties);
  const all: readonly Thing[] = [start, ...affected];
  const upstream = upstreamOf(start, ties);
  const componentIds = [...all, ...upstream].filter(({ kind }) => kind === 'component').map(({ id }) => id);
  const components = await componentsOf(db, unique(componentIds));
  const { checks, uncheckedIds } = await checksOf(db, all);
  const incidents = await incidentsOf(db, all);
  const startRow = start.kind === 'component' ? (components.get(start.id) ?? null) : null;
  const isAllHere = {
    ties: areWhole(feeds, TIES),
    checks: areWhole(feeds, CHECKS),
    incidents: areWhole(feeds, INCIDENTS),
  };
  const found = { affected, upstream, components, checks, incidents, unread, uncheckedIds, cut, isAllHere };
  return { data: { start: startRow, ...found }, ...claimOf(feeds, TIES, [...CHECKS, ...INCIDENTS]) };
}

/** What this role may not read is not whole: there may be something in it. */
function areWhole(feeds: readonly FeedState[], tables: readonly TableName[]): boolean {
  return tables.every((tbl) => feeds.some((feed) => feed.tbl === tbl && feed.status === 'complete'));
}

/** Bodies of kept documents by id; what is not here, or may not be, is left out. */
async function bodiesOf(
  db: Dexie,
  kind: DocumentKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const raws: readonly unknown[] = await db.table('documents').bulkGet(ids.map((id) => [kind, id]));
  const documents = await Promise.all(raws.map((raw) => joinedDocument(db, raw)));
  return new Map(
    documents.flatMap((document) => {
      const body = document === undefined ? undefined : parsed(document.body);
      return document === undefined || body === undefined || body === null
        ? []
        : [[document.id, body] as const];
    }),
  );
}

/** Undefined for what is no JSON: a damaged body is one that is not here. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // as: it is read by a schema
  } catch {
    return undefined;
  }
}

/** Relationships around items, of the answers that were kept when they were opened. */
async function relatedOf(db: Dexie, ids: readonly string[]) {
  const [edges, details] = await Promise.all([
    bodiesOf(db, 'config-edges', ids),
    bodiesOf(db, 'config-detail', ids),
  ]);
  const related = [...[...edges.values()].flatMap(readEdges), ...[...details.values()].flatMap(readPath)];
  return {
    related,
    unread: ids.filter((id) => !edges.has(id)),
    cut: [...edges].flatMap(([id, body]) => (Array.isArray(body) && body.length >= MAX_EDGES ? [id] : [])),
  };
}

const text = v.fallback(v.nullish(v.string(), null), null);
const checkSchema = v.object({ id: v.string(), name: text, type: text, severity: text, status: text });
const NOT_DESCRIBED = { name: null, type: null, severity: null, status: null } as const;
const checkOfItemSchema = v.object({ check: checkSchema });
const idOf = (name: 'configs' | 'components') =>
  v.fallback(v.array(v.object({ [name]: v.object({ id: v.string() }) })), []);
const checkDetailSchema = v.object({
  ...checkSchema.entries,
  deleted_at: text,
  components: idOf('components'),
  configs: idOf('configs'),
});

/** Checks of things: by their links to components, of the lists that were kept with items, and of checks that were opened. */
async function checksOf(db: Dexie, things: readonly Thing[]) {
  const itemIds = things.filter(({ kind }) => kind === 'config').map(({ id }) => id);
  const componentIds = things.filter(({ kind }) => kind === 'component').map(({ id }) => id);
  const wanted = new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing]));
  const [links, lists, opened] = await Promise.all([
    rowsOfMany(db, 'check_component_relationships', 'component_id', componentIds),
    bodiesOf(db, 'config-checks', itemIds),
    db
      .table('documents')
      .where('[kind+id]')
      .between(['check-detail', ''], ['check-detail', '\uffff'])
      .toArray(),
  ]);
  const found = new Map<string, { check: v.InferOutput<typeof checkSchema>; of: Map<string, Thing> }>();
  const add = (check: v.InferOutput<typeof checkSchema>, key: string): void => {
    const thing = wanted.get(key);
    if (thing === undefined) return;
    const known = found.get(check.id) ?? { check, of: new Map<string, Thing>() };
    known.of.set(key, thing);
    found.set(check.id, known);
  };
  for (const [id, body] of lists)
    for (const { check } of rowsOf(body, checkOfItemSchema)) add(check, `config ${id}`);
  for (const document of await Promise.all(opened.map((raw: unknown) => joinedDocument(db, raw)))) {
    const read = v.safeParse(checkDetailSchema, document === undefined ? null : parsed(document.body));
    if (!read.success || read.output.deleted_at !== null) continue;
    const { components, configs, ...check } = read.output;
    for (const id of configs.flatMap((each) => each['configs']?.id ?? [])) add(check, `config ${id}`);
    for (const id of components.flatMap((each) => each['components']?.id ?? []))
      add(check, `component ${id}`);
  }
  // Last: a link knows nothing of its check, and what is known from elsewhere stays.
  for (const link of links)
    add({ ...NOT_DESCRIBED, id: textOf(link, 'check_id') }, `component ${textOf(link, 'component_id')}`);
  // How they are now is the row's.
  const rows: readonly unknown[] = await db.table('checks').bulkGet([...found.keys()]);
  const checks = [...found.values()].flatMap(({ check, of }, at): readonly BlastCheck[] => {
    const row = readStored(rows[at]);
    if (row !== undefined && !isShown(row)) return [];
    const name = (row && maybeTextOf(row, 'name')) ?? check.name ?? check.id.slice(0, 8);
    const { id } = check;
    const type = check.type ?? (row && maybeTextOf(row, 'type')) ?? null;
    const severity = check.severity ?? (row && maybeTextOf(row, 'severity')) ?? null;
    const status = row === undefined ? check.status : maybeTextOf(row, 'status');
    return [{ id, name, type, severity, status, of: [...of.values()] }];
  });
  checks.sort((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id));
  return { checks, uncheckedIds: itemIds.filter((id) => !lists.has(id)) };
}

/** Incidents that go on, through their evidences, the last begun first. */
async function incidentsOf(db: Dexie, things: readonly Thing[]): Promise<readonly BlastIncident[]> {
  const wanted = new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing]));
  // A few evidences per incident: one scan is cheaper than a range for each of many things.
  const evidences = (await allRows(db, 'evidences')).filter(isShown).flatMap((row) => {
    const of = [`component ${textOf(row, 'component_id')}`, `config ${textOf(row, 'config_id')}`]
      .map((key) => wanted.get(key))
      .filter((thing) => thing !== undefined);
    return of.length === 0 ? [] : [{ hypothesisId: textOf(row, 'hypothesis_id'), of }];
  });
  const nodes: readonly unknown[] = await db
    .table('hypotheses')
    .bulkGet(evidences.map(({ hypothesisId }) => hypothesisId));
  const byIncident = new Map<string, Thing[]>();
  for (const [at, raw] of nodes.entries()) {
    const node = readStored(raw);
    if (node === undefined) continue;
    const id = textOf(node, 'incident_id');
    byIncident.set(id, [...(byIncident.get(id) ?? []), ...(evidences[at]?.of ?? [])]);
  }
  const rows: readonly unknown[] = await db.table('incidents').bulkGet([...byIncident.keys()]);
  return rows
    .map(readStored)
    .filter((row) => row !== undefined)
    .filter((row) => isShown(row) && !ENDED.has(normalStatus(maybeTextOf(row, 'status'))))
    .sort((a, b) => compareText(textOf(b, 'created_at'), textOf(a, 'created_at')))
    .map((row) => ({
      id: textOf(row, 'id'),
      number: maybeTextOf(row, 'incident_id'),
      title: textOf(row, 'title'),
      severity: normalSeverity(maybeTextOf(row, 'severity')),
      status: normalStatus(maybeTextOf(row, 'status')),
      of: [...new Set(byIncident.get(textOf(row, 'id')) ?? [])],
    }));
}
