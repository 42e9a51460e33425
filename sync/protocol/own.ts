/**
 * What a plain object itself holds under a key from outside (the wire, the disk, an address): `constructor`
 * and `__proto__` find nothing, unless the object was given a value of that name. The one place where an
 * object is indexed by such a key; `tests/guard/wire-keys.test.ts` finds every other.
 */
export function own<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
