import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar as AriaRangeCalendar,
} from 'react-aria-components/RangeCalendar';
import { buttonStyle } from '../button-style.ts';
import { cx } from '../class-names.ts';
import { Icon } from '../marks/icon.tsx';

/** Days as "2026-11-21", both within the range. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface RangeCalendarProps {
  /** Accessible name: what the range is for. */
  label: string;
  value: DayRange | null;
  /** Days after it cannot be chosen. */
  lastDay: string;
  onChange: (range: DayRange) => void;
}

/** A month of days; two presses, or Enter twice, choose a range. Weeks begin on Monday, as in named ranges. */
export function RangeCalendar({ label, value, lastDay, onChange }: RangeCalendarProps): ReactElement {
  return (
    <AriaRangeCalendar
      aria-label={label}
      className="w-full"
      firstDayOfWeek="mon"
      maxValue={parseDate(lastDay)}
      value={value === null ? null : { start: parseDate(value.from), end: parseDate(value.to) }}
      onChange={({ start, end }) => onChange({ from: start.toString(), to: end.toString() })}
    >
      <div className="flex items-center gap-1 pb-1">
        <CalendarHeading className="flex-1 ps-1 text-table font-medium" />
        <AriaButton className={STEP_STYLE} slot="previous">
          <Icon icon={ChevronLeft} />
        </AriaButton>
        <AriaButton className={STEP_STYLE} slot="next">
          <Icon icon={ChevronRight} />
        </AriaButton>
      </div>
      <CalendarGrid className="w-full table-fixed border-separate border-spacing-y-0.5" weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="h-6 text-caption font-normal text-muted">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              className={({
                isSelected,
                isSelectionStart,
                isSelectionEnd,
                isDisabled,
                isOutsideMonth,
                isHovered,
              }) =>
                cx(
                  'tabular grid h-8 cursor-default place-items-center text-table outline-offset-[-2px] pointer-coarse:h-11',
                  'forced-color-adjust-none',
                  isSelected
                    ? 'bg-accent-soft forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'
                    : 'rounded-control',
                  isSelectionStart && 'rounded-s-control',
                  isSelectionEnd && 'rounded-e-control',
                  isSelectionStart || isSelectionEnd ? 'bg-accent-solid! font-medium text-on-solid' : '',
                  isDisabled && 'text-disabled',
                  isHovered && !isSelected && 'bg-hover',
                  isOutsideMonth && 'invisible',
                )
              }
              date={date}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </AriaRangeCalendar>
  );
}

const STEP_STYLE = cx(buttonStyle({ variant: 'ghost', size: 'small', isSquare: true }), 'text-muted');
