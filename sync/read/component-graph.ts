import type { Dexie } from 'dexie';
import {
  componentsOf,
  linksOf,
  partsAbove,
  partsBelow,
  type ItemLink,
  type NamedComponent,
  type Part,
} from './component-ties.ts';
import { readClaim } from './queries.ts';
import type { LateRead } from './read-model.ts';
import type { Read } from './types.ts';

/** What is around a component: all that it counts in, all that counts in it, and the items that those are made of. */
export interface ComponentGraph {
  /** By id; those that are not on this device are missing. */
  readonly components: ReadonlyMap<string, NamedComponent>;
  readonly parts: readonly Part[];
  readonly links: readonly ItemLink[];
}

const graphTables = ['components', 'component_relationships', 'config_component_relationships', 'feeds'];

export function componentGraphRead(componentId: string): LateRead<ComponentGraph> {
  return { tables: graphTables, query: (db) => queryComponentGraph(db, componentId) };
}

async function queryComponentGraph(db: Dexie, componentId: string): Promise<Read<ComponentGraph>> {
  const claim = await readClaim(db, [
    'components',
    'component_relationships',
    'config_component_relationships',
  ]);
  const below = await partsBelow(db, [componentId]);
  const above = await partsAbove(db, [componentId]);
  const links = await linksOf(db, 'component_id', [
    ...new Set([componentId, ...below.map(({ childId }) => childId)]),
  ]);
  const parts = [...above, ...below];
  const ids = new Set([componentId, ...parts.flatMap(({ childId, parentId }) => [childId, parentId])]);
  return { data: { components: await componentsOf(db, [...ids]), parts, links }, ...claim };
}
