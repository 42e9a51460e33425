import { shortCost } from '#src/lib/short-numbers.ts';
import type { Fact } from '../item/fact-groups.ts';
import type { Item } from '../item/item-row.ts';

/** One fact of two items; null where one has none. */
export interface FactPair {
  readonly group: 'Facts' | 'Tags' | 'Labels' | 'Properties';
  readonly name: string;
  readonly left: string | null;
  readonly right: string | null;
  readonly isEqual: boolean;
}

/** The facts of two items beside each other. Properties that are not here on one side are no difference: they are left out. */
export function factPairs(left: Item, right: Item): readonly FactPair[] {
  const facts = ONE_FACTS.map(([name, of]) => pairOf('Facts', name, of(left), of(right)));
  return [
    ...facts,
    ...pairsOf('Tags', left.tags, right.tags),
    ...pairsOf('Labels', left.labels, right.labels),
    ...(left.properties === undefined || right.properties === undefined
      ? []
      : pairsOf('Properties', left.properties, right.properties)),
  ].filter((pair) => pair.left !== null || pair.right !== null);
}

const ONE_FACTS: readonly (readonly [string, (item: Item) => string | null])[] = [
  ['Name', ({ name }) => name],
  ['Type', ({ type }) => type],
  ['Class', ({ config_class: name }) => name],
  ['Status', ({ status }) => status],
  ['Health', ({ health }) => health],
  ['Description', ({ description }) => description],
  ['Cost in 30 days', ({ cost_total_30d: cost }) => (cost === null ? null : shortCost(cost))],
  ['Scraper', ({ scraper, scraper_id: id }) => scraper?.name ?? id],
  ['Deleted', ({ deleted_at: at }) => at],
];

function pairOf(group: FactPair['group'], name: string, left: string | null, right: string | null): FactPair {
  const [one, other] = [left === '' ? null : left, right === '' ? null : right];
  return { group, name, left: one, right: other, isEqual: one === other };
}

/** By name; a name may stand there more than once, as properties do. */
function pairsOf(
  group: FactPair['group'],
  left: readonly Fact[],
  right: readonly Fact[],
): readonly FactPair[] {
  const names = [...new Set([...left, ...right].map(({ name }) => name))].sort();
  return names.map((name) => pairOf(group, name, valuesOf(left, name), valuesOf(right, name)));
}

function valuesOf(facts: readonly Fact[], name: string): string | null {
  const values = facts.filter((fact) => fact.name === name).map(({ value }) => value);
  return values.length === 0 ? null : values.join(', ');
}
