import type { ReactElement, ReactNode } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import { isEncodable } from '#src/lib/tri-state.ts';
import { useIndexQuery } from '#src/platform/use-index.ts';
import { SkeletonBar } from '#src/ui/skeleton.tsx';
import type { TriStateOption, TriStateSource } from '#src/ui/tri-state-filter.tsx';

/** So many values of a column are offered; a cell of the list offers any. */
const MAX_VALUES = 1000;

/** Values of a column of the device's own index, as the address writes them. */
export function valuesOf(
  tbl: PackedName,
  column: string,
  write: (value: string) => string | undefined = String,
): TriStateSource {
  const query: IndexQuery = {
    filters: [],
    text: '',
    sort: null,
    offset: 0,
    limit: 0,
    facets: [{ column, limit: MAX_VALUES }],
    groups: null,
  };
  return function Values({ children }) {
    const live = useIndexQuery(tbl, query);
    if (live.status === 'failed') return <Note>The values could not be read: {live.error.message}</Note>;
    if (live.value === undefined) return <SkeletonBar className="my-2 w-40" />;
    const options = (live.value.facets[0]?.values ?? []).flatMap(({ value }): TriStateOption[] => {
      const id = value === null ? undefined : write(value);
      return id === undefined || !isEncodable(id) ? [] : [{ id }];
    });
    return (
      <>
        {/* A list that is chosen from keeps its order; another one is another list. */}
        <div key={options.length}>{children(options.toSorted((a, b) => a.id.localeCompare(b.id)))}</div>
        <Note>Of what is on this device. Any other value is filtered by from its cell.</Note>
      </>
    );
  };
}

function Note({ children }: { children: ReactNode }): ReactElement {
  return <p className="px-2 text-caption text-pretty text-muted">{children}</p>;
}
