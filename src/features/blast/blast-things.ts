import type { BlastRadius } from '#sync/read/blast-facts.ts';
import { keyOf, thingOf, type Hold, type Reached, type Thing } from '#sync/read/blast-radius.ts';
import type { Link } from '#src/graph/grouped-graph.ts';
import { healthStateOf, type HealthState } from '#src/lib/health.ts';
import type { GraphItem } from '#src/graph/item-card.tsx';
import { isRow, maybeText } from '#src/views/row-text.ts';

/** What is shown of a thing; names of items come from the catalog of this device. */
export interface Named {
  readonly name: string;
  readonly type: string | null;
  readonly health: string | null;
  readonly status: string | null;
  readonly gone: GraphItem['gone'];
}

export type NameOf = (thing: Thing) => Named;

/** Ids of the items that have to be named. */
export function itemsToName(start: Thing, { affected, upstream }: BlastRadius): readonly string[] {
  const all: readonly Thing[] = [start, ...affected, ...upstream];
  return [...new Set(all.filter(({ kind }) => kind === 'config').map(({ id }) => id))];
}

/** What hangs on the start was never read here, so nothing is known of how much it is. */
export function isStartUnread(start: Thing, { unread }: BlastRadius): boolean {
  return start.kind === 'config' && unread.includes(start.id);
}

/** All that hangs together is on this device: of nothing else may "none" be said. */
export function areTiesWhole({ isAllHere, unread, cut }: BlastRadius): boolean {
  return isAllHere.ties && unread.length === 0 && cut.length === 0;
}

/** Names of things, of the rows that were asked for in that order. */
export function namer(
  ids: readonly string[],
  rows: readonly unknown[] | undefined,
  components: BlastRadius['components'],
): NameOf {
  const byId = new Map(ids.map((id, at) => [id, rows?.[at]]));
  return ({ kind, id }) => {
    const known = kind === 'component' ? components.get(id) : undefined;
    if (known !== undefined)
      return { ...known, health: known.health ?? 'unknown', gone: known.isDeleted ? 'deleted' : null };
    const row = byId.get(id);
    // What is being read has no row yet: it is not said to be away.
    if (!isRow(row))
      return {
        ...NOTHING,
        name: id.slice(0, 8),
        gone: row === null || kind === 'component' ? 'not on this device' : null,
      };
    return {
      name: maybeText(row, 'name') ?? id.slice(0, 8),
      type: maybeText(row, 'type'),
      health: maybeText(row, 'health') ?? 'unknown',
      status: maybeText(row, 'status'),
      gone: maybeText(row, 'deleted_at') === null ? null : 'deleted',
    };
  };
}

const NOTHING = { type: null, health: null, status: null } as const;

export function hrefOf({ kind, id }: Thing): string {
  return `/${kind === 'config' ? 'catalog' : 'topology'}/${encodeURIComponent(id)}`;
}

const HOLDS: Readonly<Record<Hold, string>> = {
  related: 'related',
  linked: 'linked',
  inside: 'part of it',
  'counts-in': 'contains it',
};

/** The steps to a thing: how many, and over what. */
export function wayWords({ way, by }: Reached, nameOf: NameOf): string {
  const between = way.slice(0, -1).map((key) => nameOf(thingOf(key)).name);
  if (between.length === 0) return `1 step: ${HOLDS[by]}`;
  return `${way.length} steps: ${[...between, nameOf(thingOf(way.at(-1) ?? '')).name].join(' → ')}`;
}

/** Nearest first; of those as near what is not well first, then by name. */
export function inOrder(affected: readonly Reached[], nameOf: NameOf): readonly Reached[] {
  const named = affected.map((thing) => ({ thing, ...nameOf(thing) }));
  const rankOf = (health: string | null): number => {
    const rank = WORST_FIRST.indexOf(healthStateOf(health, false));
    return health === null || rank < 0 ? WORST_FIRST.length : rank;
  };
  return named
    .toSorted(
      (a, b) =>
        a.thing.way.length - b.thing.way.length ||
        rankOf(a.health) - rankOf(b.health) ||
        a.name.localeCompare(b.name),
    )
    .map(({ thing }) => thing);
}

const WORST_FIRST: readonly HealthState[] = ['unhealthy', 'degraded', 'missing', 'warning', 'mixed'];

interface Drawn {
  readonly items: readonly GraphItem[];
  readonly links: readonly Link[];
}

/** The same as a graph: what is hit leads away from the start, what changed upstream leads to it. */
export function blastGraph(
  start: Thing,
  radius: BlastRadius,
  changesOf: ReadonlyMap<string, number>,
  nameOf: NameOf,
): Drawn {
  const items = new Map<string, GraphItem>();
  const links: Link[] = [];
  const add = (thing: Thing): string => {
    const key = keyOf(thing);
    if (items.has(key)) return key;
    const { type, ...named } = nameOf(thing);
    const changes = thing.kind === 'config' ? (changesOf.get(thing.id) ?? 0) : 0;
    const notes = changes === 0 ? [] : [changes === 1 ? '1 change' : `${changes.toLocaleString()} changes`];
    const href = key === keyOf(start) ? null : hrefOf(thing);
    items.set(key, {
      ...named,
      id: key,
      kind: type ?? (thing.kind === 'component' ? 'Component' : null),
      href,
      notes,
    });
    return key;
  };
  const follow = ({ way }: Reached, isUp: boolean): void => {
    const hops = [keyOf(start), ...way];
    for (const [at, near] of hops.slice(0, -1).entries()) {
      const far = hops[at + 1] ?? near;
      add(thingOf(far));
      links.push(isUp ? { from: far, to: near, is: 'hard' } : { from: near, to: far, is: 'hard' });
    }
  };
  add(start);
  for (const each of radius.affected) follow(each, false);
  for (const each of radius.upstream)
    if (each.kind === 'config' && changesOf.has(each.id)) follow(each, true);
  for (const { id, name, status, of } of radius.checks) {
    const key = `check ${id}`;
    const href = `/health?checkId=${encodeURIComponent(id)}`;
    items.set(key, {
      id: key,
      name,
      kind: 'Check',
      health: status ?? 'unknown',
      status: null,
      href,
      gone: null,
      notes: [],
    });
    for (const thing of of) links.push({ from: keyOf(thing), to: key, is: 'soft' });
  }
  for (const { id, number, title, status, of } of radius.incidents) {
    const key = `incident ${id}`;
    const href = `/incidents/${encodeURIComponent(id)}`;
    const name = number === null ? title : `${number} ${title}`;
    items.set(key, { id: key, name, kind: 'Incident', health: null, status, href, gone: null, notes: [] });
    for (const thing of of) links.push({ from: keyOf(thing), to: key, is: 'soft' });
  }
  return { items: [...items.values()], links };
}
