import { useMemo } from 'react';
import type { RowList } from '#src/ui/table/data-table.tsx';
import type { Line } from './row-source.ts';
import { useNeighbours, type Neighbours } from './use-neighbours.ts';

/** The row of the page that is listed, and the ones around it. */
export function useListedRow<Row extends { readonly id: string }>(
  lines: RowList<Line<Row>>,
  id: string | undefined,
): Neighbours & { readonly row: Row | undefined } {
  const rows = useMemo(() => {
    const found: Row[] = [];
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines.at(at);
      if (line?.kind === 'row' && line.row) found.push(line.row);
    }
    return found;
  }, [lines]);
  const groups = useMemo(() => [{ value: null, ids: rows.map((each) => each.id) }], [rows]);
  return { row: rows.find((each) => each.id === id), ...useNeighbours(groups, id ?? '') };
}
