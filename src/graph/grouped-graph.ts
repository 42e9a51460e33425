import { gathered } from '#src/lib/gathered.ts';

/** Which way a link was followed from where the graph begins. */
export type Way = 'outgoing' | 'incoming';

/** How firm a link is, the firmest first. */
const FIRMNESS = ['hard', 'soft', 'deleted'] as const;
export type Firmness = (typeof FIRMNESS)[number];

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly is: Firmness;
}

/** What is drawn, before anything of it is gathered. */
export interface WholeGraph {
  /** Where it begins: what no way leads to from here is not drawn. */
  readonly roots: readonly string[];
  /** Kind of each node, by which nodes are gathered; null gathers those whose kind is not known. */
  readonly kinds: ReadonlyMap<string, string | null>;
  /** What neighbours of one kind are put in order by; ids without. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  readonly links: readonly Link[];
}

/** Three or more of one kind that hang on the same nodes. */
export interface Group {
  readonly id: string;
  readonly way: Way;
  readonly kind: string | null;
  readonly members: readonly string[];
  readonly isOpen: boolean;
}

export interface DrawnEdge extends Link {
  readonly id: string;
}

/** A node of the tree that is read instead of the drawing; each node is in it once. */
export interface Entry {
  readonly id: string;
  /** How it hangs on the entry above it; null for where the graph begins. */
  readonly way: Way | null;
  readonly is: Firmness;
  /** What else leads to it. */
  readonly others: readonly string[];
  readonly children: readonly Entry[];
}

export interface GroupedGraph {
  /** Groups that are drawn, by id. */
  readonly groups: ReadonlyMap<string, Group>;
  /** Ids of what is drawn, items and groups, in the order they are read. */
  readonly drawn: readonly string[];
  readonly edges: readonly DrawnEdge[];
  readonly outline: readonly Entry[];
  /** Items that stand in a closed group, or behind one. */
  readonly hidden: number;
}

/** Spec 2: "Groups of 3 or more related items of the same type collapse into one node". */
export const GROUP_FROM = 3;
/** Spec 2: "intermediary grouping nodes expand automatically when they have 3 or fewer children". */
export const OPEN_UP_TO = 3;

/** A step away from where the graph begins, whichever way its link leads. */
interface Step {
  readonly near: string;
  readonly far: string;
  readonly way: Way;
  readonly is: Firmness;
}

/**
 * What is drawn of a graph while the groups in `toggled` stand the other way than by themselves. The same graph gives the
 * same drawing, whatever order it came in.
 */
export function groupGraph(graph: WholeGraph, toggled: ReadonlySet<string>): GroupedGraph {
  const roots = [...new Set(graph.roots)].filter((id) => graph.kinds.has(id)).sort(byText);
  const steps = stepsOf({ ...graph, roots });
  const all = gather(steps, graph, new Set(roots), toggled);
  const outline: MutableEntry[] = roots.map((id) => ({
    id,
    way: null,
    is: 'hard',
    others: [],
    children: [],
  }));
  const entries = new Map(outline.map((entry) => [entry.id, entry]));
  const edges = new Map<string, DrawnEdge>();
  // Nearest first: a node stands in the tree where the shortest way leads to it.
  const queue = [...outline];
  for (let at = 0; at < queue.length; at += 1) {
    const here = queue[at];
    if (here === undefined) break;
    for (const step of all.ahead.get(here.id) ?? []) {
      addEdge(edges, step);
      const there = entries.get(step.far);
      if (there !== undefined) {
        if (there.way !== null) there.others.push(here.id);
        continue;
      }
      const { far: id, way, is } = step;
      const entry: MutableEntry = { id, way, is, others: [], children: [] };
      entries.set(id, entry);
      here.children.push(entry);
      queue.push(entry);
    }
  }
  const drawn = inReadingOrder(outline);
  const items = new Set([...roots, ...steps.map(({ far }) => far)]).size;
  const groups = new Map(drawn.flatMap((id) => all.groups.get(id) ?? []).map((group) => [group.id, group]));
  return {
    groups,
    drawn,
    edges: [...edges.values()],
    outline,
    hidden: items - (drawn.length - groups.size),
  };
}

interface MutableEntry extends Entry {
  readonly others: string[];
  readonly children: MutableEntry[];
}

/** Every link once, as a step away from the roots; one that is both below and above them is below. */
function stepsOf({ roots, kinds, links }: WholeGraph): readonly Step[] {
  const known = mergedLinks(links.filter(({ from, to }) => from !== to && kinds.has(from) && kinds.has(to)));
  const below = reached(roots, known, ({ from }) => from, ({ to }) => to); // prettier-ignore
  const above = reached(roots, known, ({ to }) => to, ({ from }) => from); // prettier-ignore
  return known.flatMap(({ from, to, is }): Step[] => {
    if (below.has(from)) return [{ near: from, far: to, way: 'outgoing', is }];
    return above.has(to) ? [{ near: to, far: from, way: 'incoming', is }] : [];
  });
}

/** One for all links from one node to another: as firm as the firmest of them. */
function mergedLinks(links: readonly Link[]): readonly Link[] {
  const merged = new Map<string, Link>();
  for (const link of links) {
    const key = `${link.from} ${link.to}`;
    merged.set(key, { ...link, is: firmest([link.is, merged.get(key)?.is ?? link.is]) });
  }
  return [...merged].sort(([a], [b]) => byText(a, b)).map(([, link]) => link);
}

function firmest(all: readonly Firmness[]): Firmness {
  return FIRMNESS.find((each) => all.includes(each)) ?? 'hard';
}

function loosest(all: readonly Firmness[]): Firmness {
  return FIRMNESS.findLast((each) => all.includes(each)) ?? 'hard';
}

function reached(
  roots: readonly string[],
  links: readonly Link[],
  nearOf: (link: Link) => string,
  farOf: (link: Link) => string,
): ReadonlySet<string> {
  const ahead = gathered(links, nearOf);
  const found = new Set(roots);
  for (const id of found) for (const link of ahead.get(id) ?? []) found.add(farOf(link));
  return found;
}

interface Gathered {
  readonly groups: ReadonlyMap<string, Group>;
  /** Steps from an item or a group to the next; a closed group leads nowhere. */
  readonly ahead: ReadonlyMap<string, readonly Step[]>;
}

interface Bundle {
  readonly way: Way;
  readonly kind: string | null;
  readonly steps: Step[];
}

/** Puts a group between a node and three or more of one kind; the same ones on another node are the same group. */
function gather(
  steps: readonly Step[],
  { kinds, names }: Pick<WholeGraph, 'kinds' | 'names'>,
  roots: ReadonlySet<string>,
  toggled: ReadonlySet<string>,
): Gathered {
  const bundles = new Map<string, Bundle>();
  const direct: Step[] = [];
  const byPlace = gathered(steps, ({ near, far, way }) =>
    roots.has(far) ? '' : JSON.stringify([near, way, kinds.get(far) ?? null]),
  );
  for (const [place, ofPlace] of byPlace) {
    const [first] = ofPlace;
    if (first === undefined) continue;
    if (place === '' || ofPlace.length < GROUP_FROM) {
      direct.push(...ofPlace);
      continue;
    }
    const kind = kinds.get(first.far) ?? null;
    const key = JSON.stringify([first.way, kind, ofPlace.map(({ far }) => far).sort(byText)]);
    const bundle = bundles.get(key) ?? { way: first.way, kind, steps: [] };
    bundle.steps.push(...ofPlace);
    bundles.set(key, bundle);
  }
  const found = [...bundles.values()].map((bundle) => groupOf(bundle, toggled));
  const ahead = gathered([...direct, ...found.flatMap((each) => each.steps)], ({ near }) => near);
  const rank = new Map([...kinds].map(([id, kind]) => [id, `${kind ?? '~'} ${names?.get(id) ?? ''} ${id}`]));
  for (const [near, next] of ahead)
    ahead.set(
      near,
      next.toSorted((a, b) => byText(`${a.way} ${rank.get(a.far) ?? a.far}`, `${b.way} ${rank.get(b.far) ?? b.far}`)), // prettier-ignore
    );
  return { groups: new Map(found.map(({ group }) => [group.id, group])), ahead };
}

/**
 * A group and the steps to it and from it. It is named after the first node that it hangs on, so that it stays the same one
 * when a member comes or goes.
 */
function groupOf(
  { way, kind, steps }: Bundle,
  toggled: ReadonlySet<string>,
): { readonly group: Group; readonly steps: readonly Step[] } {
  const nears = [...gathered(steps, ({ near }) => near)].sort(([a], [b]) => byText(a, b));
  const members = [...gathered(steps, ({ far }) => far)].sort(([a], [b]) => byText(a, b));
  const id = JSON.stringify([way, kind, nears[0]?.[0] ?? '']);
  const isOpen = members.length <= OPEN_UP_TO !== toggled.has(id);
  const firmnessOf = (all: readonly Step[]): Firmness => firmest(all.map(({ is }) => is));
  return {
    group: { id, way, kind, members: members.map(([member]) => member), isOpen },
    steps: [
      ...nears.map(([near, all]): Step => ({ near, far: id, way, is: firmnessOf(all) })),
      ...(isOpen ? members.map(([far, all]): Step => ({ near: id, far, way, is: firmnessOf(all) })) : []),
    ],
  };
}

function addEdge(edges: Map<string, DrawnEdge>, { near, far, way, is }: Step): void {
  const [from, to] = way === 'outgoing' ? [near, far] : [far, near];
  const id = JSON.stringify([from, to]);
  edges.set(id, { id, from, to, is });
}

function inReadingOrder(outline: readonly Entry[]): readonly string[] {
  const ids: string[] = [];
  // A stack and not a recursion: a chain may be thousands of nodes long.
  const waiting = outline.toReversed();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    ids.push(entry.id);
    waiting.push(...entry.children.toReversed());
  }
  return ids;
}

/** By code unit: an order that no locale changes. */
function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Links between the nodes that are kept, over those that are not: what a filter leaves out takes nothing with it that hangs
 * behind. One that leads over others is as loose as the loosest part of the way.
 */
export function linksAmong(links: readonly Link[], isKept: (id: string) => boolean): readonly Link[] {
  const ahead = gathered(links, ({ from }) => from);
  const found: Link[] = [];
  for (const start of new Set(links.map(({ from }) => from))) {
    if (!isKept(start)) continue;
    const seen = new Set([start]);
    const waiting = [{ id: start, is: firmest([]) }];
    for (let here = waiting.shift(); here !== undefined; here = waiting.shift())
      for (const { to, is } of ahead.get(here.id) ?? []) {
        const ofWay = loosest([here.is, is]);
        if (isKept(to)) found.push({ from: start, to, is: ofWay });
        else if (!seen.has(to)) {
          seen.add(to);
          waiting.push({ id: to, is: ofWay });
        }
      }
  }
  return mergedLinks(found.filter(({ from, to }) => from !== to));
}

/** The set with each of these in it that was not, and without each that was. */
export function flip(before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of ids) if (!after.delete(id)) after.add(id);
  return after;
}
