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
  expect(lines.findIndex((each) => each.kind === 'row' && each.row?.name === 'name of a')).toBe(0);
});
