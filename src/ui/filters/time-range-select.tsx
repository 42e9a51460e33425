import { Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  isTimeRangeOption,
  TIME_RANGE_OPTIONS,
  timeRangeWords,
  type TimeRangeOption,
} from '../../lib/time-range-options.ts';
import { ToolbarSelect } from './toolbar-select.tsx';

export interface TimeRangeSelectProps {
  value: TimeRangeOption;
  onChange: (option: TimeRangeOption) => void;
  label?: string;
  options?: readonly TimeRangeOption[];
  className?: string | undefined;
}

/** A range up to now, from the list of the product. For absolute and named ranges use TimeRangePicker. */
export function TimeRangeSelect(props: TimeRangeSelectProps): ReactElement {
  const { value, onChange, label = 'Time Range:', options = TIME_RANGE_OPTIONS, className } = props;
  return (
    <ToolbarSelect
      className={className}
      icon={Clock}
      label={label}
      options={options.map((option) => ({ id: option, label: timeRangeWords(option) }))}
      value={value}
      onChange={(id) => {
        if (isTimeRangeOption(id)) onChange(id);
      }}
    />
  );
}
