import { expect, it } from 'vitest';
import { csvOf, recordsOf } from './list-file.ts';

const columns = [
  { header: 'Name', text: ({ name }: { name: string }) => name },
  { header: 'In "all"', text: ({ name }: { name: string }) => String(name.length) },
];

it('a file has what is listed, quoted where it must be', () => {
  const lines = csvOf(columns, [{ name: 'a, b' }, { name: 'two\nlines' }, { name: 'plain' }]);
  expect(lines).toBe('\uFEFFName,"In ""all"""\r\n"a, b",4\r\n"two\nlines",9\r\nplain,5\r\n');
});

it.each(['=HYPERLINK("x")', '+1+2', '@cmd', '-x'])(
  '%s is a text in a table program, never a formula',
  (name) => {
    const cell = csvOf([columns[0]!], [{ name }]).split('\r\n')[1];
    expect(cell?.replace(/^"/u, '').startsWith("'")).toBe(true);
  },
);

it('a negative number stays one', () => {
  expect(csvOf([columns[0]!], [{ name: '-12.5' }])).toContain('\r\n-12.5\r\n');
});

it('records go by the headers', () => {
  expect(recordsOf(columns, [{ name: 'ab' }])).toEqual([{ Name: 'ab', 'In "all"': '2' }]);
});
