import type { Dexie } from 'dexie';
import type { Stored } from '../protocol/stored.ts';
import { readStored } from '../store/cache/records.ts';
import { isShown, maybeTextOf, textOf } from './columns.ts';
import { allRows, rowsWhere } from './queries.ts';

/** A component by what a list says of it. */
export interface NamedComponent {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly health: string | null;
  readonly status: string | null;
  readonly isDeleted: boolean;
}

/** Beyond so many a whole table is read instead of a range of its index for each. */
const RANGES_MAX = 200;
/** Deeper than any topology; ends where a row names itself as its parent. */
const MAX_LEVELS = 32;

/** A component that counts in another: by its place in the tree, or because it was picked. */
export interface Part {
  readonly childId: string;
  readonly parentId: string;
  readonly isPicked: boolean;
}

/** An item that a component is made of. */
export interface ItemLink {
  readonly componentId: string;
  readonly configId: string;
}

/** Rows that are shown, whose column has one of the ids. */
export async function rowsOfMany(
  db: Dexie,
  tbl:
    | 'components'
    | 'component_relationships'
    | 'config_component_relationships'
    | 'check_component_relationships',
  column: string,
  ids: readonly string[],
): Promise<readonly Stored[]> {
  if (ids.length === 0) return [];
  if (ids.length <= RANGES_MAX) return (await rowsWhere(db, tbl, column, ids)).filter(isShown);
  const wanted = new Set(ids);
  return (await allRows(db, tbl)).filter((row) => isShown(row) && wanted.has(textOf(row, column)));
}

/** What is inside components, level by level: by their place in the tree, and by relationships. */
export async function partsBelow(db: Dexie, ids: readonly string[]): Promise<readonly Part[]> {
  const found: Part[] = [];
  const seen = new Set(ids);
  let here: readonly string[] = ids;
  for (let level = 0; level < MAX_LEVELS && here.length > 0; level += 1) {
    const [children, ties] = await Promise.all([
      rowsOfMany(db, 'components', 'parent_id', here),
      rowsOfMany(db, 'component_relationships', 'relationship_id', here),
    ]);
    const next = [
      ...children.map((row) => ({
        childId: textOf(row, 'id'),
        parentId: textOf(row, 'parent_id'),
        isPicked: false,
      })),
      ...ties.map(tieOf),
    ];
    found.push(...next);
    here = unique(next.map(({ childId }) => childId)).filter((id) => !seen.has(id));
    for (const id of here) seen.add(id);
  }
  return found;
}

/** What components count in, level by level. */
export async function partsAbove(db: Dexie, ids: readonly string[]): Promise<readonly Part[]> {
  const found: Part[] = [];
  const seen = new Set(ids);
  let here: readonly string[] = ids;
  for (let level = 0; level < MAX_LEVELS && here.length > 0; level += 1) {
    const [own, ties] = await Promise.all([
      db.table('components').bulkGet([...here]),
      rowsOfMany(db, 'component_relationships', 'component_id', here),
    ]);
    const next = [
      ...own.flatMap((raw: unknown) => {
        const row = readStored(raw);
        const parentId = row === undefined ? null : maybeTextOf(row, 'parent_id');
        return row === undefined || parentId === null
          ? []
          : [{ childId: textOf(row, 'id'), parentId, isPicked: false }];
      }),
      ...ties.map(tieOf),
    ];
    found.push(...next);
    here = unique(next.map(({ parentId }) => parentId)).filter((id) => !seen.has(id));
    for (const id of here) seen.add(id);
  }
  return found;
}

/** `component_id` is the child, `relationship_id` its parent. */
function tieOf(row: Stored): Part {
  return { childId: textOf(row, 'component_id'), parentId: textOf(row, 'relationship_id'), isPicked: true };
}

export async function linksOf(
  db: Dexie,
  column: 'component_id' | 'config_id',
  ids: readonly string[],
): Promise<readonly ItemLink[]> {
  const rows = await rowsOfMany(db, 'config_component_relationships', column, ids);
  return rows.map((row) => ({
    componentId: textOf(row, 'component_id'),
    configId: textOf(row, 'config_id'),
  }));
}

export async function componentsOf(
  db: Dexie,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedComponent>> {
  const raws: readonly unknown[] = await db.table('components').bulkGet([...ids]);
  return new Map(
    raws.flatMap((raw) => {
      const row = readStored(raw);
      if (row === undefined) return [];
      const id = textOf(row, 'id');
      const one: NamedComponent = {
        id,
        name: maybeTextOf(row, 'name') ?? id.slice(0, 8),
        type: maybeTextOf(row, 'type'),
        health: maybeTextOf(row, 'health'),
        status: maybeTextOf(row, 'status'),
        isDeleted: !isShown(row),
      };
      return [[id, one] as const];
    }),
  );
}

export function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}
