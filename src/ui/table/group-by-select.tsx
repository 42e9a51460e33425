import type { ReactElement } from 'react';
import { groupByOptions, tabByOptions, type GroupOption } from '../../lib/group-options.ts';
import type { Option } from '../forms/option-list.tsx';
import { ToolbarSelect } from '../filters/toolbar-select.tsx';

export interface GroupBySelectProps {
  /** Every label key found on the rows. */
  labelKeys: readonly string[];
  value: string;
  onChange: (id: string) => void;
  className?: string | undefined;
}

/** How the rows of a list are gathered. */
export function GroupBySelect({ labelKeys, ...rest }: GroupBySelectProps): ReactElement {
  return <ToolbarSelect {...rest} label="Group By:" options={sectioned(groupByOptions(labelKeys))} />;
}

/** What the tabs over a list stand for. */
export function TabBySelect({ labelKeys, ...rest }: GroupBySelectProps): ReactElement {
  return <ToolbarSelect {...rest} label="Tab By:" options={sectioned(tabByOptions(labelKeys))} />;
}

function sectioned(options: readonly GroupOption[]): Option[] {
  return options.map(({ id, label, labelKey }) => ({
    id,
    label,
    section: labelKey === undefined ? undefined : 'Labels',
  }));
}
