import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Button } from '../button.tsx';
import { Icon } from '../marks/icon.tsx';

export interface FilterChipProps {
  /** What is filtered: "Status". */
  field: string;
  /** What is kept or left out: "Open". */
  value: string;
  /** Reads "not: kube-system". */
  isExcluded?: boolean | undefined;
  /** Absent for a filter that cannot be taken away. */
  onRemove?: (() => void) | undefined;
}

/** One active filter. */
export function FilterChip({ field, value, isExcluded = false, onRemove }: FilterChipProps): ReactElement {
  const words = `${field}: ${isExcluded ? 'not: ' : ''}${value}`;
  return (
    <span className="inline-flex h-6 max-w-72 min-w-0 items-center rounded-full border border-line-strong bg-control text-table pointer-coarse:h-11">
      <span className="flex min-w-0 items-center gap-1 ps-2.5 last:pe-2.5">
        <span className="text-muted">{isExcluded ? field : `${field}:`}</span>
        <span className="truncate">
          {isExcluded && <span className="text-muted">not: </span>}
          {value}
        </span>
      </span>
      {onRemove && (
        <AriaButton
          aria-label={`Remove filter ${words}`}
          className="ms-0.5 grid size-6 shrink-0 place-items-center rounded-full text-muted data-hovered:bg-hover data-hovered:text-fg pointer-coarse:size-11"
          onPress={onRemove}
        >
          <Icon icon={X} size={13} />
        </AriaButton>
      )}
    </span>
  );
}

export interface FilterRowProps {
  /** FilterChips; the row disappears when there are none. */
  children: ReactNode;
  onClearAll?: (() => void) | undefined;
  /** What the filters hide: "7 more active · Show". */
  note?: ReactNode;
}

/** The chips of a list in one row, with one way to clear them all. */
export function FilterRow({ children, onClearAll, note }: FilterRowProps): ReactElement {
  return (
    <Group aria-label="Active filters" className="flex min-h-6 flex-wrap items-center gap-1.5">
      {children}
      {onClearAll && (
        <Button
          className="h-6! px-2! text-muted pointer-coarse:h-11!"
          size="small"
          variant="ghost"
          onPress={onClearAll}
        >
          Clear all
        </Button>
      )}
      {note !== undefined && <span className="ms-1 text-table text-muted">{note}</span>}
    </Group>
  );
}
