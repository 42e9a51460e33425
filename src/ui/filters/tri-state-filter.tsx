import { ChevronDown } from 'lucide-react';
import { useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import type { TriStateItem } from '../../lib/tri-state.ts';
import { Button } from '../button.tsx';
import { cx } from '../class-names.ts';
import { Icon } from '../marks/icon.tsx';
import { Popover } from '../overlays/popover.tsx';
import { SearchField } from './search-field.tsx';
import { TriStateList, type TriStateListProps, type TriStateOption } from './tri-state-list.tsx';

export type { TriStateOption } from './tri-state-list.tsx';

/** "Three or more selected filter items collapse to a count." */
const COLLAPSE_AT = 3;
/** Shorter lists are read faster than searched. */
const SEARCH_FROM = 8;
/** Shown at once; typing finds the others. */
const MAX_SHOWN = 200;

/** Reads the values once somebody looks, and says what there is to say of them. */
export type TriStateSource = ComponentType<{ children: (options: readonly TriStateOption[]) => ReactNode }>;

export interface TriStateFilterProps extends TriStateListProps {
  /** Absent: `options` are all there are. */
  Source?: TriStateSource | undefined;
  /** A value as people read it, where `options` do not say so. */
  titleOf?: ((value: string) => string) | undefined;
  /** From this many chosen values on, the button says how many instead of which. */
  collapseAt?: number | undefined;
  /** In a narrow column: what is chosen stands under the name. */
  isStacked?: boolean | undefined;
  className?: string | undefined;
}

/** A filter over values: a button that says what is chosen and opens the list. */
export function TriStateFilter(props: TriStateFilterProps): ReactElement {
  const {
    label,
    options,
    items,
    collapseAt = COLLAPSE_AT,
    isStacked = false,
    className,
    Source,
    titleOf = String,
  } = props;
  const chosen = items.map(({ value }) => [value, titleOf(value)] as const);
  const names = new Map([
    ...chosen,
    ...options.map(({ id, label: name }) => [id, name ?? titleOf(id)] as const),
  ]);
  const summary = summaryOf(items, names, collapseAt);
  return (
    <Popover
      className="flex w-[min(24rem,calc(100vw-1rem))] flex-col gap-2 p-2!"
      label={`${label} filter`}
      trigger={
        <Button
          className={cx(
            'max-w-full min-w-0 shrink!',
            isStacked && 'h-auto! min-h-control w-full py-1',
            className,
          )}
        >
          <span className={cx('flex min-w-0', isStacked ? 'flex-col items-start' : 'gap-1.5')}>
            <span
              className={cx('max-w-full truncate', summary !== '' && 'font-normal text-muted')}
              title={label}
            >
              {label}
              {summary !== '' && <span className={isStacked ? 'sr-only' : ''}>:</span>}
            </span>{' '}
            {summary !== '' && <span className="max-w-full min-w-0 truncate">{summary}</span>}
          </span>
          <Icon className="ms-auto text-muted" icon={ChevronDown} size={14} />
        </Button>
      }
    >
      {Source === undefined ? (
        <Choices {...props} />
      ) : (
        <Source>{(read) => <Choices {...props} options={read} />}</Source>
      )}
    </Popover>
  );
}

/** The chosen values come first. Their order is taken when the list opens, so that nothing moves while choosing. */
function Choices(props: TriStateFilterProps): ReactElement {
  const { label, options, items, onChange, isExclusive, titleOf = String } = props;
  const [text, setText] = useState('');
  const [ordered] = useState(() =>
    chosenFirst(options, items).map(({ label: name, ...option }) => ({
      ...option,
      label: name ?? titleOf(option.id),
    })),
  );
  const wanted = text.trim().toLocaleLowerCase();
  const found = ordered.filter(({ label: name }) => name.toLocaleLowerCase().includes(wanted));
  const shown = found.slice(0, MAX_SHOWN);
  return (
    <>
      {ordered.length > SEARCH_FROM && (
        <SearchField label={`Find ${label}`} placeholder="Find" value={text} onChange={setText} />
      )}
      <div className="max-h-80 min-h-0 overflow-auto">
        <TriStateList
          isExclusive={isExclusive}
          items={items}
          label={label}
          options={shown}
          onChange={onChange}
        />
        {shown.length === 0 && <p className="px-2 py-1.5 text-table text-muted">Nothing matches</p>}
      </div>
      {(items.length > 0 || shown.length < found.length) && (
        <div className="flex min-h-control-small items-center gap-2 border-t border-line pt-2 text-table text-muted">
          <span className="min-w-0 flex-1 ps-2">
            {shown.length < found.length && `${shown.length} of ${found.length}: type to find the others`}
          </span>
          {items.length > 0 && (
            <Button size="small" variant="ghost" onPress={() => onChange([])}>
              Clear
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Chosen values that no row has any more stay in the list: else they could not be taken away. */
function chosenFirst(options: readonly TriStateOption[], items: readonly TriStateItem[]): TriStateOption[] {
  const chosen = new Set(items.map(({ value }) => value));
  const known = new Set(options.map(({ id }) => id));
  const gone = items.filter(({ value }) => !known.has(value)).map(({ value }) => ({ id: value }));
  return [
    ...gone,
    ...options.filter(({ id }) => chosen.has(id)),
    ...options.filter(({ id }) => !chosen.has(id)),
  ];
}

/** "payments, not: kube-system", or how many; empty for none. */
export function summaryOf(
  items: readonly TriStateItem[],
  names: ReadonlyMap<string, string>,
  collapseAt: number = COLLAPSE_AT,
): string {
  if (items.length >= collapseAt) return `${items.length} selected`;
  return items
    .map(
      ({ value, mode }) => `${mode === 'exclude' ? 'not: ' : ''}${(names.get(value) ?? value) || '(empty)'}`,
    )
    .join(', ');
}
