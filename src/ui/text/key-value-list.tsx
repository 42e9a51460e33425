import type { ReactElement, ReactNode } from 'react';
import { cx } from '../class-names.ts';

export interface KeyValueListProps {
  items: readonly { id: string; label: string; value: ReactNode }[];
  /** `rows` puts the label left, `stacked` above (narrow panels with fields). */
  layout?: 'rows' | 'stacked';
  className?: string | undefined;
}

/** Facts of one thing. */
export function KeyValueList({ items, layout = 'rows', className }: KeyValueListProps): ReactElement {
  const isRows = layout === 'rows';
  return (
    <dl
      className={cx(
        'text-table',
        isRows ? 'grid grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)] gap-x-3' : 'flex flex-col gap-3',
        className,
      )}
    >
      {items.map((item) => (
        <div
          className={isRows ? 'col-span-2 grid min-h-8 grid-cols-subgrid items-baseline py-1' : 'min-w-0'}
          key={item.id}
        >
          <dt className="text-muted">{item.label}</dt>
          <dd className={cx('min-w-0 wrap-any', !isRows && 'mt-1')}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
