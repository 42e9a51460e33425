/** A property or label. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Where it leads; null for nowhere. */
  readonly href: string | null;
}

/** Facts with the same beginning; `prefix` is empty for those without one. */
export interface FactGroup {
  readonly prefix: string;
  readonly facts: readonly Fact[];
}

/** Spec 2: "region/zone, vpc/subnet, os/arch, version/part-of pairs merged". */
const PAIRS = [
  ['region', 'zone'],
  ['vpc', 'subnet'],
  ['os', 'arch'],
  ['version', 'part-of'],
] as const;

/** Facts "grouped by prefix before ':' or '/'" in the order they come in; those without a prefix first. */
export function groupFacts(facts: readonly Fact[]): readonly FactGroup[] {
  const groups = new Map<string, Fact[]>([['', []]]);
  for (const fact of facts) {
    const at = fact.name.search(/[:/]/u);
    const prefix = at <= 0 ? '' : fact.name.slice(0, at);
    const name = at <= 0 ? fact.name : fact.name.slice(at + 1);
    groups.set(prefix, [...(groups.get(prefix) ?? []), { ...fact, name: name === '' ? fact.name : name }]);
  }
  return [...groups]
    .map(([prefix, of]) => ({ prefix, facts: withPairs(of) }))
    .filter((group) => group.facts.length > 0);
}

/** Two that belong together are one line, where the first of them stood. */
function withPairs(facts: readonly Fact[]): readonly Fact[] {
  let merged = facts;
  for (const [first, second] of PAIRS) {
    const one = merged.find(({ name }) => name === first);
    const other = merged.find(({ name }) => name === second);
    if (one === undefined || other === undefined) continue;
    const both = {
      name: `${first}/${second}`,
      value: `${one.value} / ${other.value}`,
      href: one.href ?? other.href,
    };
    const at = Math.min(merged.indexOf(one), merged.indexOf(other));
    const others = merged.filter((fact) => fact !== one && fact !== other);
    merged = [...others.slice(0, at), both, ...others.slice(at)];
  }
  return merged;
}

/** The first so many facts of all groups. */
export function firstFacts(groups: readonly FactGroup[], most: number): readonly FactGroup[] {
  let left = most;
  return groups.flatMap(({ prefix, facts }) => {
    const shown = facts.slice(0, Math.max(0, left));
    left -= shown.length;
    return shown.length === 0 ? [] : [{ prefix, facts: shown }];
  });
}
