import { CircleMinus, CirclePlus } from 'lucide-react';
import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import type { TriStateMode } from '#src/lib/tri-state.ts';

/** What a cell can be filtered by: a value of a three-state parameter. */
export interface CellFilter {
  readonly param: string;
  readonly value: string;
  readonly label: string;
}

type Apply = (filter: CellFilter, mode: TriStateMode) => void;
const ApplyContext = createContext<Apply>(() => undefined);
export const CellFilterProvider = ApplyContext;

const MODES = [
  { mode: 'include', word: 'Only', icon: CirclePlus },
  { mode: 'exclude', word: 'Not', icon: CircleMinus },
] as const;

/** A cell with the two ways to filter by it. */
export function FilterableCell({
  filter,
  children,
}: {
  filter: CellFilter;
  children: ReactNode;
}): ReactElement {
  return (
    <span className="group/cell relative flex w-full min-w-0 items-center gap-1">
      <span className="min-w-0 truncate">{children}</span>
      <FilterButtons filter={filter} />
    </span>
  );
}

/** The two ways: over the end of the cell under the pointer and in the row that has the focus, beside it on touch. */
export function FilterButtons({ filter }: { filter: CellFilter }): ReactElement {
  const apply = useContext(ApplyContext);
  return (
    <span className="absolute inset-y-0 end-0 flex shrink-0 items-center rounded-control bg-overlay opacity-0 group-focus-within/row:opacity-100 group-[:is(:hover,:focus-within)]/cell:opacity-100 pointer-coarse:static pointer-coarse:bg-transparent pointer-coarse:opacity-100">
      {MODES.map(({ mode, word, icon }) => (
        <button
          aria-label={`${word} ${filter.label}`}
          className="grid size-6 place-items-center rounded-control text-muted hover:bg-pressed hover:text-fg pointer-coarse:size-11"
          data-cell-filter={mode}
          key={mode}
          // Rows have one tab stop; `i` and Shift+i come here.
          tabIndex={-1}
          type="button"
          onClick={() => apply(filter, mode)}
        >
          <Icon icon={icon} size={14} />
        </button>
      ))}
    </span>
  );
}

/** `i` and Shift+i in a row: the only cell that filters does so at once, of several the next one has the focus. */
export function useCellFilterKeys(isActive: boolean): void {
  useShortcut(
    {
      id: 'cell-include',
      keys: ['i'],
      shown: ['i'],
      label: 'Only rows with this value',
      group: 'This page',
      run: () => act('include'),
    },
    isActive,
  );
  useShortcut(
    {
      id: 'cell-exclude',
      keys: ['Shift+I'],
      shown: ['Shift', 'i'],
      label: 'No rows with this value',
      group: 'This page',
      run: () => act('exclude'),
    },
    isActive,
  );
}

function act(mode: TriStateMode): void {
  const row = document.activeElement?.closest('tr');
  const buttons = [...(row?.querySelectorAll<HTMLElement>(`[data-cell-filter="${mode}"]`) ?? [])];
  const [first] = buttons;
  if (buttons.length === 1) first?.click();
  else
    buttons[(buttons.findIndex((button) => button === document.activeElement) + 1) % buttons.length]?.focus();
}
