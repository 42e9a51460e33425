/** Rows that stand together; a list without groups is one of them. */
export interface OrderedGroup {
  readonly value: string | null;
  readonly ids: readonly string[];
}

/** Groups in the order they are shown in, and whether the asked order has become another. */
export interface HeldOrder<Group> {
  readonly groups: readonly Group[];
  readonly isBehind: boolean;
}

/**
 * The newest groups in the order that is on the screen: what is gone is taken out, what is new comes last. Rows do not move
 * under a pointer or a focus (ux need 14).
 */
export function heldOrder<Group extends OrderedGroup>(
  shown: readonly Group[],
  newest: readonly Group[],
): HeldOrder<Group> {
  const idsBefore = new Map(shown.map(({ value, ids }) => [value, ids]));
  const inGroups = newest.map((group) => {
    const before = idsBefore.get(group.value);
    if (before === undefined || isSame(before, group.ids)) return group;
    return { ...group, ids: inOrderOf(before, group.ids, (id) => id) };
  });
  const groups = inOrderOf(
    shown.map(({ value }) => value),
    inGroups,
    ({ value }) => value,
  );
  const isBehind = groups.some((group, at) => {
    const fresh = newest[at];
    return fresh === undefined || fresh.value !== group.value || !isSame(fresh.ids, group.ids);
  });
  return { groups, isBehind };
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one === other || (one.length === other.length && one.every((each, at) => each === other[at]));
}

function inOrderOf<K, T>(keys: readonly K[], items: readonly T[], keyOf: (item: T) => K): readonly T[] {
  const places = new Map(keys.map((key, at) => [key, at]));
  const placeOf = (item: T): number => places.get(keyOf(item)) ?? keys.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}
