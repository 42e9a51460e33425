import { parseTriState, type TriStateItem } from '#src/lib/tri-state.ts';
import { itemName, type CatalogItem } from '../../list/catalog-row.ts';
import type { LinkedEnd, Related } from './relation-graph.ts';
import { typeValue, type RelationView } from './relation-search.ts';

/** One row: an item that links lead to, as far as this device knows it. */
export interface Relation extends Related {
  /** Of the row: an item may be led to both ways. */
  readonly id: string;
  /** Undefined while it is being read, null where it is not on this device: what is deleted leaves it. */
  readonly item: CatalogItem | null | undefined;
  /** What the server said of it with a link that was deleted. */
  readonly end: LinkedEnd | undefined;
}

export function relationName({ item, end, itemId }: Relation): string {
  if (item !== null && item !== undefined) return itemName(item);
  const name = end?.name ?? '';
  return name === '' ? itemId.slice(0, 8) : name;
}

export function relationType({ item, end }: Relation): string | null {
  return item?.type ?? end?.type ?? null;
}

/** Whether the link, or the item it leads to, is deleted; an item that is not here is not known to be there. */
export function isGone({ unlinkedAt, item, end }: Relation): boolean {
  if (unlinkedAt !== null || item === null) return true;
  return (item?.deleted_at ?? end?.deleted_at ?? null) !== null;
}

/** Whether a row is let through by the filters of values. */
export function isListed(relation: Relation, view: RelationView): boolean {
  const { item } = relation;
  const type = relationType(relation);
  const tags = (item?.tags ?? []).map(({ key, value }) => `${key}:${value}`);
  return (
    fits(view.configTypes, type === null ? [] : [typeValue(type)]) &&
    fits(view.status, item?.status ?? null) &&
    fits(view.health, item?.health ?? 'unknown') &&
    fits(view.tags, tags)
  );
}

/** One of what is included, where anything is, and nothing of what is excluded. */
function fits(held: string, value: string | null | readonly string[]): boolean {
  const values = typeof value === 'string' ? [value] : (value ?? []);
  const items = parseTriState(held);
  const among = (mode: TriStateItem['mode']): readonly string[] =>
    items.filter((each) => each.mode === mode).map((each) => each.value);
  const included = among('include');
  return (
    !among('exclude').some((each) => values.includes(each)) &&
    (included.length === 0 || included.some((each) => values.includes(each)))
  );
}
