import type { ReactElement, ReactNode } from 'react';
import type { HealthAggregate, HealthGroup, HealthRow } from '#sync/protocol/health.ts';
import { SkeletonBar } from '#src/ui/skeleton.tsx';
import { useListedRow } from '../queries.ts';

/** A cell of one check; it reads its own row, and is grey until that is here. */
export function CheckCell({
  id,
  children,
}: {
  id: string;
  children: (row: HealthRow) => ReactNode;
}): ReactElement | null {
  const row = useListedRow(id);
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
