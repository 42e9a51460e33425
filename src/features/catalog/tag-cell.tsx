import type { ReactElement } from 'react';
import { Badge } from '#src/ui/marks/badge.tsx';
import { FilterableCell } from '#src/views/list/cell-filter.tsx';

interface TagCellProps {
  tags: readonly { readonly key: string; readonly value: string }[];
  /** So many have room in a row; the others are in the title. */
  shown: number;
  /** A tag as the address has it; undefined where the address cannot say it. */
  write: (key: string, value: string) => string | undefined;
}

/** The first tags of a row, each with the two ways to filter by it. */
export function TagCell({ tags, shown, write }: TagCellProps): ReactElement {
  const more = tags.length - shown;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {tags.slice(0, shown).map(({ key, value }) => {
        const words = `${key}=${value}`;
        const text = write(key, value);
        const badge = <Badge title={words}>{words}</Badge>;
        if (text === undefined) return <span key={key}>{badge}</span>;
        return (
          <FilterableCell filter={{ param: 'tags', value: text, label: words }} key={key}>
            {badge}
          </FilterableCell>
        );
      })}
      {more > 0 && (
        <span
          className="tabular text-muted"
          title={tags.map(({ key, value }) => `${key}=${value}`).join('\n')}
        >
          +{more}
        </span>
      )}
    </span>
  );
}
