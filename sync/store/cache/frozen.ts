/** Values that went through `frozenCopy`: nobody can change them, so they need no second copy. */
const known = new WeakSet<object>();

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}

function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeDeep(inner);
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || known.has(value)) return value;
  if (!isPlain(value)) {
    const cloned: unknown = structuredClone(value);
    freezeDeep(cloned);
    return cloned;
  }
  const made: unknown[] | Record<string, unknown> = Array.isArray(value)
    ? value.map(copy)
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)]));
  known.add(made);
  return Object.freeze(made);
}

/**
 * A private copy nobody can change: memory stores must not share mutable rows with their callers. Plain objects and
 * lists are copied by hand, which the simulation feels; anything else as the structured clone does it.
 */
export function frozenCopy<T>(value: T): T {
  // The copy has the shape of the value.
  return copy(value) as T;
}
