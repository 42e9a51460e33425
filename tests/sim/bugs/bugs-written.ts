import type { TableSet } from '#sync/protocol/tables.ts';
import type { SeededBug } from '../seeded-bug.ts';

/** A view is written to as if it were its table, and rows are looked for there. */
function writtenWhereRead(specs: TableSet): TableSet {
  const { path: _table, ...write } = specs.teams.write ?? {};
  return { ...specs, teams: { ...specs.teams, write } };
}

/** The server's numbers count as values of the device. */
function unnumbered(specs: TableSet): TableSet {
  const { isNumbered: _numbered, ...incidents } = specs.incidents;
  return { ...specs, incidents };
}

/** Bugs in what the engine takes a table for. */
export const writtenBugs: readonly SeededBug[] = [
  {
    name: 'rows of a view are written to the view',
    sabotage: { isOfRows: true, isOfView: true, tables: writtenWhereRead },
  },
  {
    name: 'a number that is taken ends a new incident',
    sabotage: { isOfNumbers: true, tables: unnumbered },
  },
];
