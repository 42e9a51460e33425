import type { ReactElement } from 'react';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import type { Item } from '../item/item-row.ts';
import { factPairs, type FactPair } from './compare-facts.ts';

interface FactsTableProps {
  left: Item;
  right: Item;
  names: readonly [string, string];
}

/** The facts that differ; those that are equal are folded. */
export function FactsTable({ left, right, names }: FactsTableProps): ReactElement {
  const pairs = factPairs(left, right);
  const different = pairs.filter(({ isEqual }) => !isEqual);
  const equal = pairs.filter(({ isEqual }) => isEqual);
  const lacking = [left, right].filter(({ properties }) => properties === undefined).length;
  return (
    <section aria-label="Facts" className="flex min-w-0 flex-col gap-2">
      <h2 className="text-section font-semibold">Facts</h2>
      {lacking > 0 && (
        <p className="text-table text-muted">
          The properties of {lacking === 2 ? 'both' : 'one of them'} are not on this device: they are not
          compared.
        </p>
      )}
      {different.length === 0 ? (
        <p className="text-table text-muted">No fact differs.</p>
      ) : (
        <Pairs label="Facts that differ" names={names} pairs={different} />
      )}
      {equal.length > 0 && (
        <Disclosure headingLevel={3} title={`${equal.length} equal ${equal.length === 1 ? 'fact' : 'facts'}`}>
          <Pairs label="Facts that are equal" names={names} pairs={equal} />
        </Disclosure>
      )}
    </section>
  );
}

interface PairsProps {
  label: string;
  pairs: readonly FactPair[];
  names: FactsTableProps['names'];
}

function Pairs({ label, pairs, names }: PairsProps): ReactElement {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse text-start text-table">
      <thead>
        <tr className="border-b border-line text-caption text-muted">
          <th className="w-1/4 py-1.5 pe-3 text-start font-medium" scope="col">
            Fact
          </th>
          {names.map((name, at) => (
            <th
              className="truncate py-1.5 pe-3 text-start font-medium"
              key={at === 0 ? 'left' : 'right'}
              scope="col"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ group, name, left, right }) => (
          <tr className="border-b border-line align-top" key={`${group} ${name}`}>
            <th className="py-1.5 pe-3 text-start font-normal wrap-any text-muted" scope="row">
              {group === 'Facts' ? name : `${group} · ${name}`}
            </th>
            <Value value={left} />
            <Value value={right} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { value: string | null }): ReactElement {
  return <td className="py-1.5 pe-3 wrap-any">{value ?? <span className="text-muted">none</span>}</td>;
}
