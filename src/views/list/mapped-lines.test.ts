import { expect, it } from 'vitest';
import { mappedLines } from './mapped-lines.ts';
import type { Line } from './row-source.ts';

interface Row {
  readonly id: string;
  readonly name?: string;
}
const line = (row: Row | null | undefined): Line<Row> => ({
  kind: 'row',
  id: row?.id ?? 'x',
  row,
  isMember: false,
});

it('lines have more known of their rows, each made once; what is no row stays as it is', () => {
  const group = { kind: 'group', id: 'g', values: ['v'], count: 1, isOpen: false } as const;
  const lines = mappedLines<Row>([line({ id: 'a' }), line(null), line(undefined), group], (row) => ({
    ...row,
    name: `name of ${row.id}`,
  }));
  expect(lines.length).toBe(4);
  expect(lines.at(0)).toMatchObject({ id: 'a', row: { name: 'name of a' } });
  expect(lines.at(0)).toBe(lines.at(0));
  expect([lines.at(1), lines.at(2), lines.at(3), lines.at(4)]).toEqual([
    line(null),
    line(undefined),
    group,
    undefined,
  ]);
  const named = mappedLines<Row>(
    [group],
    (row) => row,
    (values) => values.map((value) => `${value}!`),
  );
  expect(named.at(0)).toEqual({ ...group, values: ['v!'] });
});

it('a row is looked for by its id, and none is made for that; a group in its other words', () => {
  let made = 0;
  const group = { kind: 'group', id: 'g', values: ['v'], count: 1, isOpen: false } as const;
  const lines = mappedLines<Row>(
    [line({ id: 'a' }), line({ id: 'b' }), group],
    (row) => {
      made += 1;
      return row;
    },
    (values) => values.map((value) => `${value}!`),
  );
  expect(lines.findIndex(({ id }) => id === 'b')).toBe(1);
  expect(lines.findIndex((each) => each.kind === 'group' && each.values[0] === 'v!')).toBe(2);
  expect(made).toBe(0);
});
