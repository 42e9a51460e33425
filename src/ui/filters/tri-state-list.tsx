import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';
import { withTriState, type TriStateItem } from '../../lib/tri-state.ts';
import { nextRowIndex } from '../table/row-keys.ts';
import { TriStateRadio, type TriState } from './tri-state-radio.tsx';

export interface TriStateOption {
  /** The value itself. */
  readonly id: string;
  readonly label?: string | undefined;
  /** How many rows have it. */
  readonly count?: number | undefined;
}

export interface TriStateListProps {
  /** What the values are: "Namespace". */
  label: string;
  options: readonly TriStateOption[];
  items: readonly TriStateItem[];
  onChange: (items: TriStateItem[]) => void;
  /** Choosing Only takes every Not away, and the other way round. */
  isExclusive?: boolean | undefined;
}

/** Any, Only or Not for each value: one tab stop, ↑ and ↓ between values, ← and → between the three, i and Shift+i. */
export function TriStateList(props: TriStateListProps): ReactElement {
  const { label, options, items, onChange, isExclusive = false } = props;
  const [lastIndex, setLastIndex] = useState(0);
  const listRef = useRef<HTMLUListElement>(null);
  const activeIndex = Math.min(lastIndex, options.length - 1);
  const handleFocus = ({ target }: FocusEvent): void =>
    setLastIndex([...(listRef.current?.children ?? [])].findIndex((row) => row.contains(target)));
  const handleKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const next = nextRowIndex(event, activeIndex, options.length);
    if (next === undefined) return;
    event.preventDefault();
    listRef.current?.children[next]?.querySelector<HTMLInputElement>('input:checked')?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys and focus of the radios inside bubble up to here
    <ul
      aria-label={label}
      className="flex flex-col"
      ref={listRef}
      onFocus={handleFocus}
      onKeyDown={handleKeyDown}
    >
      {options.map(({ id, label: text = id, count }, index) => (
        <li
          className="flex items-center gap-2 rounded-control ps-2 pe-1 py-0.5 has-focus-visible:bg-hover"
          key={id}
        >
          <span aria-hidden className="min-w-0 flex-1 truncate text-table" title={text}>
            {text === '' ? <span className="text-muted">(empty)</span> : text}
          </span>
          {count !== undefined && <span className="tabular text-table text-muted">{count}</span>}
          <TriStateRadio
            isLabelHidden
            label={count === undefined ? text : `${text}, ${count}`}
            tabIndex={index === activeIndex ? 0 : -1}
            value={stateOf(items, id)}
            onChange={(state) => onChange(withTriState(items, id, MODES[state], isExclusive))}
          />
        </li>
      ))}
    </ul>
  );
}

const MODES = { any: undefined, only: 'include', not: 'exclude' } as const;

function stateOf(items: readonly TriStateItem[], value: string): TriState {
  const mode = items.find((item) => item.value === value)?.mode;
  if (mode === undefined) return 'any';
  return mode === 'include' ? 'only' : 'not';
}
