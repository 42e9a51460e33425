import type { ReactElement } from 'react';
import { Pager } from '#src/ui/table/pager.tsx';
import type { Pages } from './row-source.ts';
import type { Params, SearchOf } from './search-spec.ts';

export interface PagesBarProps<P extends Params> {
  pages: Pages;
  sizes: readonly number[];
  change: (part: SearchOf<P>) => void;
}

/** Which page is shown, and the way to the others. */
export function PagesBar<P extends Params>({ pages, sizes, change }: PagesBarProps<P>): ReactElement {
  const { page, size, total, count } = pages;
  // as: every list with pages has these two parameters
  const go = (part: { page: number | undefined; pageSize?: number }): void =>
    change(part as unknown as SearchOf<P>);
  return (
    <div className="border-t border-line px-page py-2">
      <Pager
        count={count}
        isPart={false}
        limit={size}
        offset={(page - 1) * size}
        sizes={sizes}
        total={total}
        onLimit={(pageSize) => go({ pageSize, page: undefined })}
        onOffset={(offset) => go({ page: offset / size + 1 })}
      />
    </div>
  );
}
