import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { IconButton } from '../button.tsx';
import { ToolbarSelect } from '../filters/toolbar-select.tsx';

interface PagerProps {
  /** Counted from 0. */
  offset: number;
  limit: number;
  sizes: readonly number[];
  /** Null where nobody knows it. */
  total: number | null;
  /** Rows of this page: where nobody knows how many there are, a page that is not full is the last. */
  count: number;
  /** "of 312 on this device" where there may be more elsewhere. */
  isPart: boolean;
  onOffset: (offset: number) => void;
  onLimit: (limit: number) => void;
}

/** Which rows of how many are shown, and the way to the others. */
export function Pager(props: PagerProps): ReactElement {
  const { offset, limit, sizes, total, count, isPart, onOffset, onLimit } = props;
  const first = count === 0 ? 0 : offset + 1;
  const last = offset + count;
  const isLast = total === null ? count < limit : last >= total;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
      <output className="tabular text-muted">
        <span className="text-fg">
          {first}–{last}
        </span>{' '}
        of {total === null ? 'more' : total.toLocaleString()}
        {isPart && ' on this device'}
      </output>
      <div className="flex items-center">
        <IconButton
          disabledReason={offset === 0 ? 'This is the first page' : undefined}
          icon={ChevronLeft}
          label="Previous page"
          size="small"
          onPress={() => onOffset(Math.max(0, offset - limit))}
        />
        <IconButton
          disabledReason={isLast ? 'This is the last page' : undefined}
          icon={ChevronRight}
          label="Next page"
          size="small"
          onPress={() => onOffset(offset + limit)}
        />
      </div>
      {sizes.length > 0 && (
        <ToolbarSelect
          label="Rows:"
          options={sizes.map((size) => ({ id: String(size), label: String(size) }))}
          value={String(limit)}
          onChange={(id) => onLimit(Number(id))}
        />
      )}
    </div>
  );
}
