/** Things by their keys, in the order they have. */
export function gathered<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const known = found.get(key);
    if (known === undefined) found.set(key, [thing]);
    else known.push(thing);
  }
  return found;
}
