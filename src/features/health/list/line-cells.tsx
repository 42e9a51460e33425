import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import type { HealthAggregate, HealthGroup, HealthRow } from '#sync/protocol/health.ts';
import { SkeletonBar } from '#src/ui/marks/skeleton.tsx';
import { useListedRow } from '../queries.ts';
import type { KnownRow } from './row-store.ts';

const RowContext = createContext<KnownRow>(undefined);

/** Reads the row of a check once for all its cells. */
export function ListedRow({ id, children }: { id: string; children: ReactNode }): ReactElement {
  return <RowContext value={useListedRow(id)}>{children}</RowContext>;
}

/** The check of the line a cell stands in. */
export function useLineRow(): KnownRow {
  return useContext(RowContext);
}

/** A cell of one check; grey until its row is here. */
export function CheckCell({ children }: { children: (row: HealthRow) => ReactNode }): ReactElement | null {
  const row = useLineRow();
  if (row === undefined) return <SkeletonBar className="inline-block w-2/3 align-middle" />;
  return row === null ? null : <>{children(row)}</>;
}

/** A cell of a group: what its checks are together. */
export function GroupCell({
  group,
  children,
}: {
  group: HealthGroup;
  children: (whole: HealthAggregate) => ReactNode;
}): ReactElement {
  return <>{children(group.aggregate)}</>;
}
