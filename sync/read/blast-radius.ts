import { compareText } from './columns.ts';

/** What can break, or be hit by what breaks. */
export interface Thing {
  readonly kind: 'config' | 'component';
  readonly id: string;
}

/**
 * Why one thing hangs on another: a relationship from an item to what is below it, a link of an item to the component that it
 * is a part of or of a component to its items, a component inside another, or one whose state counts in another.
 */
export type Hold = 'related' | 'linked' | 'inside' | 'counts-in';

/** What this device knows of how things hang together. */
export interface Ties {
  readonly related: readonly { readonly from: string; readonly to: string }[];
  readonly linked: readonly { readonly componentId: string; readonly configId: string }[];
  readonly inside: readonly { readonly childId: string; readonly parentId: string }[];
}

/** A thing, and the shortest way to it. */
export interface Reached extends Thing {
  /** By which the last step leads here. */
  readonly by: Hold;
  /** From where it began to here: keys of what lies between, and its own last. */
  readonly way: readonly string[];
}

/** Names a thing in a way. */
export function keyOf({ kind, id }: Thing): string {
  return `${kind} ${id}`;
}

/** The thing of such a name. */
export function thingOf(key: string): Thing {
  const [kind = '', id = ''] = key.split(' ');
  return { kind: kind === 'component' ? 'component' : 'config', id };
}

/** A place in a walk. What was reached by its state counting in another is only followed up from there. */
interface Place extends Thing {
  readonly isUp: boolean;
}

interface Step {
  readonly to: Place;
  readonly by: Hold;
}

/**
 * What is hit when something breaks. Down from it: what is below an item, what is inside a component and the items it is
 * made of. Up from every one of these: the components that an item is a part of, and all that those count in; their other
 * parts are whole.
 */
export function affectedBy(start: Thing, ties: Ties): readonly Reached[] {
  const below = grouped(ties.related, ({ from }) => from);
  const componentsOf = grouped(ties.linked, ({ configId }) => configId);
  const itemsOf = grouped(ties.linked, ({ componentId }) => componentId);
  const childrenOf = grouped(ties.inside, ({ parentId }) => parentId);
  const parentsOf = grouped(ties.inside, ({ childId }) => childId);
  return walk(start, ({ kind, id, isUp }) =>
    kind === 'config'
      ? [
          ...of(below, id, ({ to }) => step('config', to, false, 'related')),
          ...of(componentsOf, id, ({ componentId }) => step('component', componentId, true, 'linked')),
        ]
      : [
          ...of(parentsOf, id, ({ parentId }) => step('component', parentId, true, 'counts-in')),
          ...(isUp ? [] : of(childrenOf, id, ({ childId }) => step('component', childId, false, 'inside'))),
          ...(isUp ? [] : of(itemsOf, id, ({ configId }) => step('config', configId, false, 'linked'))),
        ],
  );
}

/** What a change of may have to do with it: the same ways backwards, without going down again from what is above. */
export function upstreamOf(start: Thing, ties: Ties): readonly Reached[] {
  const above = grouped(ties.related, ({ to }) => to);
  const itemsOf = grouped(ties.linked, ({ componentId }) => componentId);
  const childrenOf = grouped(ties.inside, ({ parentId }) => parentId);
  return walk(start, ({ kind, id }) =>
    kind === 'config'
      ? of(above, id, ({ from }) => step('config', from, false, 'related'))
      : [
          ...of(childrenOf, id, ({ childId }) => step('component', childId, false, 'inside')),
          ...of(itemsOf, id, ({ configId }) => step('config', configId, false, 'linked')),
        ],
  );
}

function step(kind: Thing['kind'], id: string, isUp: boolean, by: Hold): Step {
  return { to: { kind, id, isUp }, by };
}

function grouped<T>(all: readonly T[], keyOfOne: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const group = found.get(keyOfOne(one));
    if (group === undefined) found.set(keyOfOne(one), [one]);
    else group.push(one);
  }
  return found;
}

function of<T>(
  groups: ReadonlyMap<string, readonly T[]>,
  id: string,
  make: (one: T) => Step,
): readonly Step[] {
  return (groups.get(id) ?? []).map(make);
}

/** The nearest first, each by the shortest way; the same whatever order the ties came in. */
function walk(start: Thing, stepsFrom: (place: Place) => readonly Step[]): readonly Reached[] {
  const startKey = keyOf(start);
  const found = new Map<string, Reached>();
  // A component may be met from below first and from above later: then what is inside it is hit, too.
  const seen = new Set([`${startKey} down`]);
  let here: readonly { readonly place: Place; readonly way: readonly string[] }[] = [
    { place: { ...start, isUp: false }, way: [] },
  ];
  while (here.length > 0) {
    const next = here
      .flatMap(({ place, way }) =>
        stepsFrom(place).map(({ to, by }) => ({ place: to, by, way: [...way, keyOf(to)] })),
      )
      .sort((a, b) => compareText(a.way.join(), b.way.join()) || compareText(a.by, b.by));
    here = next.filter(({ place, by, way }) => {
      const key = keyOf(place);
      const mark = `${key} ${place.isUp ? 'up' : 'down'}`;
      if (key === startKey || seen.has(mark) || seen.has(`${key} down`)) return false;
      seen.add(mark);
      if (!found.has(key)) found.set(key, { kind: place.kind, id: place.id, by, way });
      return true;
    });
  }
  return [...found.values()];
}
