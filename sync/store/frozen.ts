function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeDeep(inner);
}

/** A private copy nobody can change: memory stores must not share mutable rows with their callers. */
export function frozenCopy<T>(value: T): T {
  const copy = structuredClone(value);
  freezeDeep(copy);
  return copy;
}
