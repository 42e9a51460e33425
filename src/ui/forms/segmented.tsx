import type { ReactElement } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';

export interface SegmentedProps<V extends string> {
  label: string;
  /** `title`: what a label stands for that is a mere abbreviation. */
  options: readonly { readonly id: V; readonly label: string; readonly title?: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few ways to show the same, all of them seen beside each other. For more than four use Select. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedProps<V>): ReactElement {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className="inline-flex rounded-control border border-line-control p-px"
      disallowEmptySelection
      selectedKeys={[value]}
      selectionMode="single"
      onSelectionChange={(keys) => {
        const next = options.find(({ id }) => keys.has(id));
        if (next !== undefined) onChange(next.id);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          className="min-h-7 cursor-pointer rounded-[5px] px-2.5 text-table text-muted outline-offset-1 data-hovered:text-fg data-selected:bg-chip data-selected:font-medium data-selected:text-fg pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          id={option.id}
          key={option.id}
          {...(option.title !== undefined && { 'aria-label': `${option.label}: ${option.title}` })}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
