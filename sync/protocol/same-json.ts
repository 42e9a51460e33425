/** JSON text with object keys in order, so that equal values have equal text whatever order the server wrote. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const items = new Map<string, unknown>(Object.entries(value));
    const parts: string[] = [];
    for (const key of [...items.keys()].sort()) {
      const item = items.get(key);
      if (item !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(item)}`);
    }
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/**
 * Equality of two JSON values: that of their canonical texts, without making them. Undefined counts as null, because
 * the wire cannot tell them apart; a column that is undefined counts as absent.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  const [left, right] = [a ?? null, b ?? null];
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, at) => sameJson(item, right[at]));
  }
  return sameColumns(left, right);
}

function sameColumns(left: object, right: object): boolean {
  let columns = 0;
  for (const [name, value] of Object.entries(left)) {
    if (value === undefined) continue;
    const other: unknown = Object.hasOwn(right, name) ? Reflect.get(right, name) : undefined;
    if (other === undefined || !sameJson(value, other)) return false;
    columns += 1;
  }
  return Object.values(right).filter((value) => value !== undefined).length === columns;
}
