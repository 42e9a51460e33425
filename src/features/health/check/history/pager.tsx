import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { ToolbarSelect } from '#src/ui/toolbar-select.tsx';
import { PAGE_SIZES } from './history-query.ts';

interface PagerProps {
  /** Counted from 0. */
  offset: number;
  limit: number;
  total: number;
  /** "of 312 on this device" where there may be more elsewhere. */
  isPart: boolean;
  onOffset: (offset: number) => void;
  onLimit: (limit: number) => void;
}

/** Which rows of how many are shown, and the way to the others. */
export function Pager({ offset, limit, total, isPart, onOffset, onLimit }: PagerProps): ReactElement {
  const first = total === 0 ? 0 : offset + 1;
  const last = Math.min(total, offset + limit);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
      <output className="tabular text-muted">
        <span className="text-fg">
          {first}–{last}
        </span>{' '}
        of {total.toLocaleString()}
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
          disabledReason={last >= total ? 'This is the last page' : undefined}
          icon={ChevronRight}
          label="Next page"
          size="small"
          onPress={() => onOffset(offset + limit)}
        />
      </div>
      <ToolbarSelect
        label="Rows:"
        options={PAGE_SIZES.map((size) => ({ id: String(size), label: String(size) }))}
        value={String(limit)}
        onChange={(id) => onLimit(Number(id))}
      />
    </div>
  );
}
