/**
 * `after` with everything of `before` that is still the same, so that whoever drew it need not draw it again; `before`
 * itself when nothing differs. Both are read, not changed. Items of a list are found again by their id, wherever they
 * went, and by their place when they have none.
 */
export function share<T>(before: T, after: T): T {
  return shared(before, after) as T; // as: what comes back equals `after`
}

function shared(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after)) return sharedList(before, after);
  if (isPlain(before) && isPlain(after)) return sharedRecord(before, after);
  return after;
}

function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]));
  // Its place comes first: an id that stands twice names two items.
  const known = (item: unknown, at: number): unknown =>
    idOf(before[at]) === idOf(item) ? before[at] : byId.get(idOf(item));
  const list = after.map((item, at) => shared(known(item, at), item));
  return list.length === before.length && list.every((item, at) => Object.is(item, before[at]))
    ? before
    : list;
}

type Plain = Readonly<Record<string, unknown>>;

function sharedRecord(before: Plain, after: Plain): Plain {
  const parts = Object.entries(after).map(([name, value]) => {
    const known = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, shared(known, value)] as const;
  });
  const isSame =
    parts.length === Object.keys(before).length &&
    parts.every(([name, value]) => Object.hasOwn(before, name) && Object.is(value, before[name]));
  // Not by assignment: `__proto__` may be the name of a label.
  return isSame ? before : Object.fromEntries(parts);
}

/** Maps, dates and the like are taken as they come. */
function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function idOf(item: unknown): string | undefined {
  const id = isPlain(item) ? item['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
