import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Icon } from '#src/ui/marks/icon.tsx';
import { StateMark } from './state-mark.tsx';
import type { FoundLine } from './wizard-types.ts';

interface FoundListProps {
  label: string;
  lines: readonly FoundLine[];
  /** Also what was chosen in earlier searches. */
  chosen: ReadonlyMap<string, FoundLine>;
  onChange: (chosen: ReadonlyMap<string, FoundLine>) => void;
  /** One is wanted: it is taken when it is pressed. */
  isSingle?: boolean | undefined;
}

/** Arrow keys move, Space chooses; several may be chosen, over several searches. */
export function FoundList({
  label,
  lines,
  chosen,
  onChange,
  isSingle = false,
}: FoundListProps): ReactElement {
  const handleChange = (keys: 'all' | Iterable<string | number>): void => {
    const shown = keys === 'all' ? lines.map(({ id }) => id) : [...keys].map(String);
    const next = new Map(chosen);
    for (const line of lines) {
      if (shown.includes(line.id)) next.set(line.id, line);
      else next.delete(line.id);
    }
    onChange(next);
  };
  return (
    <ListBox
      aria-label={label}
      className="max-h-80 overflow-auto rounded-control border border-line p-1 outline-offset-[-2px]"
      // It is for the dialog around, as everywhere; here it would throw away what was chosen.
      escapeKeyBehavior="none"
      items={lines}
      selectedKeys={lines.filter(({ id }) => chosen.has(id)).map(({ id }) => id)}
      selectionBehavior="toggle"
      selectionMode={isSingle ? 'single' : 'multiple'}
      onSelectionChange={handleChange}
    >
      {(line) => <FoundItem isSingle={isSingle} line={line} />}
    </ListBox>
  );
}

function FoundItem({ line, isSingle }: { line: FoundLine; isSingle: boolean }): ReactElement {
  return (
    <ListBoxItem
      className="group flex min-h-row cursor-default items-center gap-2.5 rounded-control px-2 py-1 text-table outline-none data-focused:bg-hover data-focus-visible:outline-2 data-focus-visible:outline-focus data-pressed:bg-pressed data-selected:bg-selected"
      id={line.id}
      textValue={line.title}
    >
      {({ isSelected }) => (
        <>
          {!isSingle && (
            <span className="grid size-4 shrink-0 place-items-center rounded-[4px] border border-line-control bg-control text-on-solid group-data-selected:border-transparent group-data-selected:bg-accent-solid">
              {isSelected && <Icon icon={Check} size={12} />}
            </span>
          )}
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{line.title}</span>
            {line.detail !== '' && <span className="block truncate text-muted">{line.detail}</span>}
          </span>
          {line.state !== null && <StateMark state={line.state} />}
        </>
      )}
    </ListBoxItem>
  );
}
